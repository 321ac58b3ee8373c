"""Issues of drawings: what title blocks and tables of revisions print, and numbers of drawings."""

from typing import Final

from fatdesk.core.struct import Date, Id, Struct, Text
from fatdesk.engine.fabric.name_templates import TemplateField, check_fields

DRAWING_FIELDS: Final = {
    "document": TemplateField("The document's file without its ending", "diagrams"),
    "sheet": TemplateField("Number of the sheet in its document, from 1", 3),
}
"""Fields of the template of drawing numbers."""


class Issue(Struct, frozen=True, kw_only=True):
    """A state of the project that was given a name, as people issue drawings.

    Attributes
    ----------
    date, by, checked_by, remark, issued_for
        When, drawn by whom, checked by whom, what changed, and for what; empty where it is not stated.
    """

    name: Id
    date: Date = ""
    by: Text = ""
    checked_by: Text = ""
    remark: Text = ""
    issued_for: Text = ""


def check_drawing_template(template: str) -> None:
    """Refuse a template of drawing numbers that has other fields than :data:`DRAWING_FIELDS`.

    Raises
    ------
    FatdeskError
        Stating what it may contain.
    """
    check_fields(template, DRAWING_FIELDS, DRAWING_FIELDS)


def drawing_number(template: str, document: str, sheet: int) -> str:
    """Return the number of a sheet.

    >>> drawing_number("4711-{document}-{sheet:02}", "diagrams.pdf", 3)
    '4711-diagrams-03'
    """
    return template.format(document=document.partition(".")[0], sheet=sheet)
