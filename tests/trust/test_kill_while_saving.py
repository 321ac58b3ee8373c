"""P1: kill at any moment of saving: the whole old or the whole new project opens.

The program is killed at every system call of a save, in turn.
"""

from pathlib import Path

import pytest

from tests.trust.promises import Promise
from tests.trust.saved_places import EXPORTED, FIRST, FIRST_EXPORTED, LINKED, OVER, Kind, next_save_sweeps
from tests.trust.strace import saves

KILLED = "0 losses in {trials:,} kills, at every system call"
BY_DAY = "0 losses in {trials:,} kills, at every second system call"


def kill_everywhere(tmp_path: Path, kind: Kind, every: int = 1) -> int:
    """How many kills there were, at each call or every second one; losses fail."""
    folder = tmp_path / "places"
    found = {"old": 0, "new": 0}
    with saves(tmp_path) as server:
        calls = server.calls(kind.lay_out(folder))[::every]
        for call in calls:
            outcome = server.inject(kind.lay_out(folder), call, "signal=KILL")
            if not outcome.signal:  # a call less than in the trace, such as one for memory
                continue
            found[
                kind.found(folder) if kind not in (EXPORTED, FIRST_EXPORTED) else _each_whole(kind, folder)
            ] += 1
            next_save_sweeps(folder)
    kills = sum(found.values())
    assert kills >= 0.95 * len(calls), f"only {kills} of {len(calls)} calls could be killed"
    assert min(found.values()) > 0, f"kills on one side only: {found}"
    return kills


def _each_whole(kind: Kind, folder: Path) -> str:
    """Killed exports may be partly new, but each file is whole."""
    for entry in folder.iterdir():
        if not entry.name.startswith(".fatdesk-"):
            assert entry.read_bytes() in (kind.before.get(entry.name), kind.after[entry.name])
    shown = {entry.name: entry.read_bytes() for entry in folder.iterdir() if not entry.name.startswith(".")}
    return "new" if shown == kind.after else "old"


@pytest.mark.promise("P1")
def test_whole_after_a_kill_at_each_call(tmp_path: Path, long: bool, promise: Promise) -> None:
    """Over an old file, where there is something to lose; test_no_loss_in_500_kills has all kinds.

    By day at every second call; errors at the calls between come from test_failing_disk.py.
    """
    kills = kill_everywhere(tmp_path, OVER, every=1 if long else 2)
    assert kills >= (30 if long else 15)
    promise(KILLED if long else BY_DAY, trials=kills)


@pytest.mark.slow
@pytest.mark.promise("P1")
def test_no_loss_in_500_kills(tmp_path: Path, promise: Promise) -> None:
    kills = sum(kill_everywhere(tmp_path, kind) for kind in (OVER, FIRST, LINKED, EXPORTED, FIRST_EXPORTED))
    while kills < 500:
        kills += kill_everywhere(tmp_path, OVER)
    assert kills >= 500
    promise(KILLED, trials=kills)
