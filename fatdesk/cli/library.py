"""Load the parts of a search: shipped ones and those of ``--catalog``, with the prices of ``--prices``."""

import argparse

from fatdesk.cli.output import log
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.library import Library, load_library


def asked_library(parsed: argparse.Namespace) -> Library:
    """Load the parts that a command line names; prices that were not applied are reported on standard error.

    Raises
    ------
    FatdeskError
        As ``load_library``, and when a file does not exist.
    """
    for path in (*parsed.catalog, *parsed.prices):
        if not path.exists():
            raise FatdeskError(f"{path}: there is no such file or folder, check its name")
    for path in parsed.prices:
        if path.is_dir():
            raise FatdeskError(f"{path}: is a folder, name a price list (folders are for --catalog)")
    library = load_library(parsed.catalog, parsed.prices)
    for note in library.notes:
        log(f"warning: {note}")
    return library
