"""The command line: everything that the window can do to a project."""

import sys
from collections.abc import Sequence

from fatdesk.cli.grammar import grammar
from fatdesk.cli.kit.output import BAD_INPUT, CANCELLED, begin, end, log, what_was_written


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status of spec 8 (0 done, 1 findings, 2 bad input, 130 cancelled)."""
    begin()
    try:
        parsed = grammar().parse_args(sys.argv[1:] if arguments is None else arguments)
        from fatdesk.core.errors import Cancelled, FatdeskError

        try:
            status: int = parsed.run(parsed)
        except Cancelled:
            raise KeyboardInterrupt from None
        except FatdeskError as error:
            log(str(error))
            return BAD_INPUT
    except KeyboardInterrupt:
        log(f"cancelled, {what_was_written()}")
        return CANCELLED
    finally:
        end()
    return status
