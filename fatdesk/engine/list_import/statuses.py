"""The statuses of cables that lists use, and words that are probably misspelled ones."""

import difflib

STATUSES = (
    "planned", "ordered", "delivered", "cut", "labelled", "pulled", "laid", "plugged", "connected",
    "installed", "tested", "failed", "repaired", "removed",
)  # fmt: skip
LIKE = 0.75
"""How like a known word a status is from which on it is taken for a misspelling, 0 to 1."""


def known_status(text: str) -> str:
    """A status as a project keeps it: known words in lower case, other words as they are.

    Raises
    ------
    ValueError
        When it is probably a known word misspelled.

    Examples
    --------
    >>> known_status("Installed"), known_status("abgenommen")
    ('installed', 'abgenommen')
    """
    word = text.casefold()
    if word in STATUSES:
        return word
    like = difflib.get_close_matches(word, STATUSES, 1, LIKE)
    if like:
        raise ValueError(f"“{text[:40]}” is not a known status, did you mean “{like[0]}”?")
    return text
