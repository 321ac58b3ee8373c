"""Names of files after what people call a study."""

import re
from collections.abc import Container


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
