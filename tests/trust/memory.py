"""The memory that this program takes, and the most that it ever took."""

import sys
from pathlib import Path


def peak_mb() -> float:
    """Megabytes; on Linux of this program alone, where ``getrusage`` also counts who started it."""
    if sys.platform == "linux":
        return _status_mb("VmHWM:")
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def current_mb() -> float:
    """Megabytes that are resident now; the most so far where the system does not report it."""
    return _status_mb("VmRSS:") if sys.platform == "linux" else peak_mb()


def _status_mb(field: str) -> float:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition(field)[2].split()[0]) * 1024 / 1e6
