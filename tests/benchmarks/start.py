"""Seconds from the start of the process to the first paint: ``python -m tests.benchmarks.start``.

Warm: the first start of all is not counted; what it compiles is kept, as it is for users. The time of the
processor is told besides, because it does not depend on what else the machine is doing.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 9
BOUND_S = 0.3


def once(state: str) -> tuple[float, float]:
    """Seconds on the clock, and of the processor."""
    places = {"XDG_STATE_HOME": state, "PYTHONPYCACHEPREFIX": f"{state}/compiled"}
    env = os.environ | places | {"QT_QPA_PLATFORM": "offscreen"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.time()
    words = [sys.executable, "-m", "tests.gui.window.first_paint"]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    stated = json.loads(done.stdout.splitlines()[-1])
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return stated["at"] - began, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime


def main() -> int:
    """Print the figures; 1 when the quickest start takes longer than it may."""
    with tempfile.TemporaryDirectory() as state:
        once(state)
        clock, processor = zip(*(once(state) for _ in range(ROUNDS)), strict=True)
    for name, spent in (("clock", clock), ("processor", processor)):
        median = statistics.median(spent)
        print(f"start to first paint, {name}: least {min(spent):.2f} s, median {median:.2f} s of {ROUNDS}")
    print(f"allowed {BOUND_S} s")
    return int(min(clock) > BOUND_S)


if __name__ == "__main__":
    sys.exit(main())
