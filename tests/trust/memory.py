"""The most memory that this program ever took."""

import sys
from pathlib import Path


def peak_mb() -> float:
    """Megabytes; on Linux of this program alone, where ``getrusage`` also counts who started it."""
    if sys.platform == "linux":
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6
