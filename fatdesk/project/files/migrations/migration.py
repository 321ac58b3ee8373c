"""One step from a format of project files to the next."""

from collections.abc import Callable
from typing import Any, NamedTuple

Records = list[dict[str, Any]]


class Migration(NamedTuple):
    """The step to a format.

    Attributes
    ----------
    kinds
        The kinds of records that it changes or adds.
    change
        Gets the records of at least these kinds and returns them in the same order, new ones at the end.
    """

    kinds: frozenset[str]
    change: Callable[[Records], Records]
