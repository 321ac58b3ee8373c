"""How far the networks of a study are: the states, and the mark of each in tables."""

from typing import Literal

State = Literal["waiting", "running", "done", "partial", "stale", "failed"]
MARKS = {
    "running": "running",
    "waiting": "waiting",
    "stale": "stale",
    "done": "good",
    "partial": "note",
    "failed": "error",
}
