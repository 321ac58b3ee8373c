"""Take the time of making out of a PDF file, so that the same pages are the same bytes."""

import re

from fatdesk.paper.application import PaperError
from fatdesk.paper.objects import Objects

_DATES = re.compile(rb"/CreationDate \([^)]*\)\n/ModDate \([^)]*\)\n")


def without_dates(made: Objects) -> Objects:
    """The file without its dates.

    Raises
    ------
    PaperError
        When the file is not built as Qt builds it.
    """
    dates = _DATES.search(made.body)
    if dates is None:
        raise PaperError("the PDF is not built as expected; this version of Qt is not known")
    return made.without(*dates.span())
