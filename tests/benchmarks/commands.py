"""Whole commands as a user starts them: help, and the 396-host example from requirements to files."""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from fatdesk.core.program import shipped

ROUNDS = 5
BOUNDS_S = {"--help": 0.3, "design + export": 3.0}


def seconds(*arguments: str | Path) -> float:
    """Wall time of one command."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "fatdesk", *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> int:
    """Print medians; 1 when a bound does not hold."""
    example = shipped("resources") / "examples" / "nodes-396.yaml"
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "p.fatdesk"
        rounds = []
        for _ in range(ROUNDS + 1):
            design = seconds("design", example, "-o", project)
            rounds.append((seconds("--help"), design + seconds("export", project, Path(folder) / "out")))
    slow = False
    for name, times in zip(BOUNDS_S, zip(*rounds[1:], strict=True), strict=True):
        median = statistics.median(times)
        slow |= median > BOUNDS_S[name]
        print(
            f"{name}: median {median:.2f} s, {min(times):.2f} to {max(times):.2f} (bound {BOUNDS_S[name]} s)"
        )
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
