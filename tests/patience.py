"""Time in tests: waits are generous, and bounds on speed are checked in the long form only.

The usual run shares its machine with other work, so a measured time says nothing there. ``nox -s nightly``
(``FATDESK_LONG=1``) runs on a machine of its own and holds every time to its bound.
"""

import os

PATIENCE_S = 240.0
"""Seconds until a test gives up on another program, a thread or a timer."""
PATIENCE_MS = round(1000 * PATIENCE_S)


def judge_time(spent_s: float, bound_s: float) -> None:
    """Hold a measured time to its bound in the long form."""
    if os.environ.get("FATDESK_LONG") == "1":
        assert spent_s <= bound_s, f"{spent_s:.3f} s, where {bound_s} s are promised"


def few(count: int) -> int:
    """Number of examples where one takes long: so many of the usual 20, the same share of 2,000 by night."""
    return round(count * 2000 / 20) if os.environ.get("FATDESK_LONG") == "1" else count
