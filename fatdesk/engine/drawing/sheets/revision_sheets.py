"""The table of revisions, the last sheet of each document of a project that has revisions."""

from collections.abc import Iterator
from pathlib import PurePath

from msgspec import structs

from fatdesk.core.number_text import counted
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Leaf
from fatdesk.engine.drawing.issue import Issue
from fatdesk.engine.drawing.palette import Palette
from fatdesk.engine.drawing.sheet import Imprint, Paper
from fatdesk.engine.drawing.sheets.checklists import Column, Listed, Row, tables_leaves
from fatdesk.engine.drawing.text_width import wrapped

COLUMNS = (
    Column("revision", 0.0, 24.0, bold=True),
    Column("date", 25.0, 18.0),
    Column("issued for", 44.0, 34.0),
    Column("drawn", 79.0, 20.0),
    Column("checked", 100.0, 20.0),
    Column("what changed", 121.0, 61.0),
)


def revision_leaves(document: str, imprint: Imprint, palette: Palette, paper: Paper) -> Iterator[Leaf]:
    """The sheets, the latest revision first; none where there is no revision."""
    table = Listed(
        f"{document}: revisions",
        f"This document: {imprint.called}",
        COLUMNS,
        (),
        [row for issue in reversed(imprint.issues) for row in _rows(issue)],
        counted(len(imprint.issues), "revision"),
    )
    file = PurePath(imprint.document)
    numbered = structs.replace(imprint, document=f"{file.stem}-revisions{file.suffix}" if file.name else "")
    return tables_leaves((table,), paper, palette, numbered)


def _rows(issue: Issue) -> Iterator[Row]:
    """The lines of a revision: what changed may take several."""
    first, *others = [*wrapped(issue.remark, COLUMNS[-1].width, font_sizes.CELL)] or [""]
    yield Row((issue.name, issue.date, issue.issued_for, issue.by, issue.checked_by, first), rule=True)
    for words in others:
        yield Row(("", "", "", "", "", words))
