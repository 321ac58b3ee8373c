"""Which bundles and phases documents are for, as people type them: ``compute-B1, compute-B2``."""

from collections.abc import Iterable

from fatdesk.core.errors import FatdeskError

SHOWN = 8
"""So many names are told where one is wrong."""


class ChoiceError(FatdeskError):
    """What was typed names nothing that is there."""


def chosen_names(text: str, known: Iterable[str], what: str) -> tuple[str, ...]:
    """The names in a text, each once, in the order of those known; nothing typed is no choice.

    Parameters
    ----------
    known
        Names that there are; the empty one is no name.
    what
        What they are names of, for errors: ``bundle``.

    Raises
    ------
    ChoiceError
        When one is not known.
    """
    wanted = [word for word in (part.strip() for part in text.split(",")) if word]
    if not wanted:
        return ()
    there = [name for name in dict.fromkeys(known) if name]
    for name in wanted:
        if name not in there:
            told = ", ".join(there[:SHOWN]) + (", …" if len(there) > SHOWN else "")
            raise ChoiceError(f"there is no {what} {name}; they are {told or 'none yet'}")
    return tuple(name for name in there if name in wanted)
