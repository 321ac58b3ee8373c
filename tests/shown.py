"""What a page of the documentation shows as the output of a command."""

import re
from collections.abc import Sequence


def prints(shown: Sequence[str], out: str) -> bool:
    """Whether an output is what a page shows; a line ``...`` are any lines."""
    pattern = "\n".join(
        r"(?:.*\n)*?.*" if line.strip() == "..." else re.escape(line.rstrip()) for line in shown
    )
    text = "\n".join(line.rstrip() for line in out.strip("\n").splitlines())
    return re.fullmatch(pattern.strip("\n"), text) is not None
