"""Real programs that read our files: where they are, and many runs of them side by side."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

HERE = Path(__file__).parent
PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/bin"


@dataclass(frozen=True)
class Run:
    """A command with what it needs beside the usual environment."""

    command: Sequence[str]
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """How a program ended, and what it said."""

    status: int
    stated: str


def needs(packages: str, *tools: str) -> pytest.MarkDecorator:
    """Skip where one of some programs is missing, telling Debian's packages."""
    missing = [tool for tool in tools if not shutil.which(tool, path=PLACES)]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} missing (Debian: {packages})")


def verdicts(runs: Mapping[str, Run]) -> dict[str, Verdict]:
    """What each program says; most of them wait more than they work, so ten run at a time."""
    with ThreadPoolExecutor(10) as pool:
        return dict(zip(runs, pool.map(_verdict, runs.values()), strict=True))


def _verdict(run: Run) -> Verdict:
    done = subprocess.run(
        run.command,
        env={**os.environ, "PATH": PLACES, **run.settings},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=PATIENCE_S,
    )
    return Verdict(done.returncode, done.stdout + done.stderr)
