"""Run fatdesk as ``python -m fatdesk``."""

import signal
import sys


def _run() -> int:
    """Run the command line; Ctrl+C while it loads or after it has ended makes no fuss either."""
    try:
        from fatdesk.cli import main

        status = main()
    except KeyboardInterrupt:
        return 130
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return status


if __name__ == "__main__":
    sys.exit(_run())
