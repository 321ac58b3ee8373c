"""Unique, reproducible names of letters, digits and a few signs, for other programs and files."""

import re
from collections.abc import Container, Iterable


def quoted(text: str) -> str:
    r"""A text as Graphviz quotes it; a backslash begins no escape, a control character is a space.

    >>> print(quoted('a "b" \\n'))
    "a \"b\" \\n"
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def free_name(first: str, study: str, suffix: str, taken: Container[str]) -> str:
    """A name of a file after a study that no other has, whatever a system takes for the same.

    >>> free_name("faults", "Links: <all>", ".svg", ["faults-links-all.svg"])
    'faults-links-all-2.svg'
    """
    stem = f"{first}-" + (re.sub(r"[^a-z0-9]+", "-", study.lower()).strip("-") or "study")
    number = 1
    while (name := f"{stem}{f'-{number}' if number > 1 else ''}{suffix}") in taken:
        number += 1
    return name


_OTHER = re.compile(r"[^A-Za-z0-9._-]+")
LONGEST = 60


def plain_name(text: str) -> str:
    """A text of letters, digits, ``.``, ``_`` and ``-``, beginning with a letter or digit.

    >>> plain_name("rack 7: n01"), plain_name("=1+1"), plain_name("")
    ('rack_7_n01', '1_1', 'x')
    """
    return _OTHER.sub("_", text)[:LONGEST].strip("._-") or "x"


def plain_names(names: Iterable[str]) -> list[str]:
    """Plain names of which no two are the same, whatever case; a later one of two takes a number.

    >>> plain_names(["n 1", "n_1", "N_1", "n_1-2"])
    ['n_1', 'n_1-2', 'N_1-3', 'n_1-2-2']
    """
    taken: set[str] = set()
    count: dict[str, int] = {}
    found = []
    for text in names:
        name = stem = plain_name(text)
        while name.lower() in taken:
            number = count[stem.lower()] = count.get(stem.lower(), 1) + 1
            name = f"{stem}-{number}"
        taken.add(name.lower())
        found.append(name)
    return found
