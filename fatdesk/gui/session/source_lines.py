"""Release the memory of cached source lines."""

import linecache


def drop_source_lines() -> None:
    """Clear the line cache of the standard library.

    PySide reads the source of each imported module to detect the use of Qt; the lines stay in ``linecache``:
    343,000 lines, 28 MB. Tracebacks read their lines again.
    """
    linecache.clearcache()
