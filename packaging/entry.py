"""Start the frozen program; packaging/freeze.py makes it of this script.

Worker processes are recognised before anything else is imported: the program calls itself for each of them.
"""

import multiprocessing
import sys

PAGE_OPTION = "--draw-pdf-page"
"""As in ``fatdesk.engine.floor.pdf_page``, which is not loaded to look at it."""


def main() -> int:
    """Run the program, or its script that draws a page of a PDF file."""
    if sys.argv[1:2] == [PAGE_OPTION]:
        from fatdesk.engine.floor.pdf_page import main as draw

        del sys.argv[1]
        return draw()
    from fatdesk.__main__ import main as program

    return program()


if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
