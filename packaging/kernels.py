"""Compile the loops of numbers for this machine: python packaging/kernels.py [0|1].

They are compiled with their first call and kept beside their modules, so that whoever calls them next need
not wait. This script makes the first call of each, through small runs of the commands that have them; 0 or 1
names one half of the runs, for two processes at once.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

SHORT = ["--cycles", "50"]
EXPLORED = """
hosts: [{name: servers, part: server-10gbe, count: 60}]
fabrics: [{name: pod}]
explore: {radix: [8], terminals: [4], levels: 3}
"""
HALVES = (
    (
        ["simulate", "kary-tree:k=2,n=2", "--switching", "wormhole", "--loads", "0.1", *SHORT],
        ["schedule", "kary-tree:k=2,n=2", "--traffic", "uniform"],
        ["schedule", "hyperx:S=2-2,K=1-1,T=2", "--traffic", "uniform"],
        ["universal", "hyperx:S=2-2,K=1-1,T=2", "--traffic", "uniform"],
        ["explore", "requirements.yaml"],
        ["explore", "requirements.yaml", "--rules"],
        ["explore", "requirements.yaml", "--all"],
    ),
    (
        ["simulate", "kary-tree:k=2,n=2", "--loads", "0.1", *SHORT],
        ["faults", "ft-ruft-222:k=2,n=2", "--count", "1:2"],
        ["network", "kary-tree:k=2,n=2", "--scheme", "updown"],
        ["network", "file:ring.txt", "--scheme", "updown"],
        ["network", "kary-tree:k=2,n=2", "--scheme", "valiant"],
        ["network", "file:large.txt"],
        ["design", "requirements.yaml", "-o", "a.fatdesk"],
        ["grow", "a.fatdesk", "--hosts", "100"],
        ["faults", "a.fatdesk", "--reliability"],
        ["faults", "a.fatdesk", "--losses"],
        ["faults", "ft-ruft-222:k=2,n=2", "--count", "5", "--combinations", "20"],
        ["faults", "file:ring.txt", "--count", "1:3", "--combinations", "20"],
        ["faults", "ft-ruft-222:k=2,n=2", "--degradation", "--count", "1", "--samples", "1", *SHORT],
    ),
)
"""Commands by half."""
RARE = ("_limited", "pick", "shrink")
"""Loops that only large networks and limits of the search need; half a second in all."""


def compile_half(half: int) -> None:
    """Run the commands of one half, in a folder that goes afterwards; what they print is of no interest."""
    from fatdesk.cli import main

    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as quiet:
        quiet.enter_context(contextlib.redirect_stdout(io.StringIO()))
        quiet.enter_context(contextlib.redirect_stderr(io.StringIO()))
        os.chdir(folder)
        try:
            Path("requirements.yaml").write_text(EXPLORED, encoding="utf-8")
            for name, size in (("ring", 5), ("large", 40)):
                links = (f"s{n} s{(n + 1) % size}\ns{n} h{n}\n" for n in range(size))
                Path(f"{name}.txt").write_text("".join(links), encoding="utf-8")
            for command in HALVES[half]:
                if main(command):
                    raise SystemExit(f"fatdesk {' '.join(command)} failed")
        finally:
            os.chdir(before)


if __name__ == "__main__":
    for half in [int(word) for word in sys.argv[1:]] or range(len(HALVES)):
        compile_half(half)
