"""Run fatdesk: a command goes to the command line; nothing, or a project alone, opens the desk."""

import signal
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the desk for no argument, for a project file, or to view one (``--view``); else run a command.

    Ctrl+C while it loads or after it has ended makes no fuss either.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        files = words[1:] if words[:1] == ["--view"] else words
        if not words or (len(files) == 1 and files[0].endswith(".fatdesk")):
            from fatdesk.gui.app import main as desk

            status = desk(words)
        else:
            from fatdesk.cli import main as command

            status = command(words)
    except KeyboardInterrupt:
        return 130
    except ImportError as error:  # a compiled module that was interrupted while it loaded
        if isinstance(error.__cause__, KeyboardInterrupt):
            return 130
        raise
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return status


if __name__ == "__main__":
    sys.exit(main())
