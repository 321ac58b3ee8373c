"""An export format: its name, what it is, and how its files are made from a plan."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fatdesk.engine.drawing.display import Page
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.svg import svg
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes

Table = tuple[Sequence[Heading], Iterable[Sequence[Value]]]
"""Columns and rows of a list."""


@dataclass(frozen=True)
class Export:
    """An export format.

    Attributes
    ----------
    name
        As ``fatdesk export --only`` takes it; mostly the name of its file.
    description
        What it is, in one line that ends with a full stop.
    make
        Returns the bytes of its files by name; no files where there is nothing to write.
    pages
        Of a drawing: the page of each file.
    table
        Of a list: its columns and rows.
    asked_only
        Whether it is written only when it is named.
    slow
        Whether it takes too long for a preview.
    left_out
        Of a format of another program: what it cannot represent of a plan, in words.
    why_none
        Of what a project may not have: why there is none, in words; empty: there is.
    more_endings
        Endings of the files that are written in addition to those with the ending of the name.
    """

    name: str
    description: str
    make: Callable[[Plan], dict[str, bytes]]
    pages: Callable[[Plan], dict[str, Page]] | None = None
    table: Callable[[Plan], Table] | None = None
    asked_only: bool = False
    slow: bool = False
    left_out: Callable[[Plan], list[str]] | None = None
    more_endings: tuple[str, ...] = ()
    why_none: Callable[[Plan], str] | None = None


def csv_list(
    name: str,
    description: str,
    table: Callable[[Plan], Table],
    nothing: Callable[[Plan], bool] | None = None,
    asked_only: bool = False,
) -> Export:
    """Return the format of a list as CSV.

    Parameters
    ----------
    nothing
        Whether a plan has nothing to list, so that no file is written.
    asked_only
        Whether it is written only when it is named.
    """

    def make(plan: Plan) -> dict[str, bytes]:
        return {} if nothing is not None and nothing(plan) else {name: csv_bytes(*table(plan))}

    return Export(name, description, make, table=table, asked_only=asked_only)


def drawing(name: str, description: str, pages: Callable[[Plan], dict[str, Page]]) -> Export:
    """Return the format of a drawing as SVG, one file per page."""
    return Export(
        name, description, lambda plan: {file: svg(page) for file, page in pages(plan).items()}, pages
    )
