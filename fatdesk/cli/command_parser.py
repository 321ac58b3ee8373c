"""A parser whose errors are one line, and whose options may be added when it is used."""

import argparse
from collections.abc import Callable
from typing import Any, NoReturn


class CommandParser(argparse.ArgumentParser):
    """The parser of a command."""

    _later: Callable[[], None] | None = None

    def later(self, add: Callable[[], None]) -> None:
        """Add options when the command is chosen or explained: what they need loads then."""
        self._later = add

    def fill(self) -> "CommandParser":
        """Add the options that wait."""
        add, self._later = self._later, None
        if add is not None:
            add()
        return self

    def parse_known_args(self, *args: Any, **named: Any) -> Any:
        """Parse, with all options."""
        self.fill()
        return super().parse_known_args(*args, **named)

    def format_help(self) -> str:
        """Return the help, with all options."""
        self.fill()
        return super().format_help()

    def format_usage(self) -> str:
        """Return the usage, with all options."""
        self.fill()
        return super().format_usage()

    def error(self, message: str) -> NoReturn:
        """Exit with one line: the option, what is wrong with it, and where help is."""
        message = message.removeprefix("argument ")
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")
