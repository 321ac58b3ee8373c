"""The command line: what the window can do to a project, it can do too."""

import sys
from collections.abc import Sequence

from fatdesk.cli.answer import BAD_INPUT, CANCELLED
from fatdesk.cli.grammar import grammar


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status of spec 8 (0 done, 1 findings, 2 bad input, 130 cancelled)."""
    parsed = grammar().parse_args(sys.argv[1:] if arguments is None else arguments)
    from fatdesk.engine.core.errors import Cancelled, FatdeskError

    try:
        status: int = parsed.run(parsed)
        sys.stdout.flush()
    except (Cancelled, KeyboardInterrupt):
        sys.stderr.write("cancelled, nothing was written\n")
        return CANCELLED
    except FatdeskError as error:
        sys.stderr.write(f"{error}\n")
        return BAD_INPUT
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return status
