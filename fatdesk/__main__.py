"""Run fatdesk as ``python -m fatdesk``."""

import sys

from fatdesk.cli import main

if __name__ == "__main__":
    sys.exit(main())
