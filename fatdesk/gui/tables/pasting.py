"""A table as it is pasted into a letter."""

from collections.abc import Sequence
from html import escape


def html_table(lines: Sequence[Sequence[str]], numbers: Sequence[bool]) -> str:
    """A table with a head; numbers stand at the right, and no text is taken for markup.

    >>> html_table([["U", "Name"], ["3", "<b>"]], [True, False]).count("&lt;b&gt;")
    1
    """
    sides = [' align="right"' if number else "" for number in numbers]
    rows = []
    for place, line in enumerate(lines):
        tag = "td" if place else "th"
        cells = (f"<{tag}{side}>{escape(text)}</{tag}>" for side, text in zip(sides, line, strict=True))
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(rows)}</table>"
