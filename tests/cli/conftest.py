"""Commands run as people type them."""

from tests.commands import answer, run, sixty, started

__all__ = ["answer", "run", "sixty", "started"]
