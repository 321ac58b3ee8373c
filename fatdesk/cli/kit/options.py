"""Command parsers and options: types of values, errors in one line, and options without effect."""

import argparse
import re
from collections.abc import Callable, Iterable
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from msgspec import Struct

    from fatdesk.core.schema import Field


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
        found, others = super().parse_known_args(*args, **named)
        if others:
            self.error(f"unrecognized arguments: {' '.join(others)}")
        return found, others

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


def given_options(parsed: argparse.Namespace) -> frozenset[str]:
    """Find the options and optional arguments of a command that differ from their defaults."""
    parser: CommandParser = parsed.parser
    return frozenset(
        action.dest
        for action in parser._actions
        if not action.required
        and action.dest in parsed
        and getattr(parsed, action.dest) != parser.get_default(action.dest)
    )


def refuse_idle(given: frozenset[str], idle: Iterable[str], why: str) -> None:
    """Refuse the first given option of some that would have no effect.

    Raises
    ------
    FatdeskError
        When one is given; ``why`` states what it needs.
    """
    from fatdesk.core.errors import FatdeskError

    found = next((name for name in idle if name in given), None)
    if found is not None:
        raise FatdeskError(f"--{found.replace('_', '-')}: {why}")


MOST_COUNTS = 200
"""Most numbers of faults that are measured at once, the limit of a study."""
FALLIBLE = ("hosts", "switches", "transceivers", "cables")


def _whole(text: str, least: int, most: int) -> int:
    """Read a whole number in a range; the error names the limit."""
    short = text if len(text) <= 40 else f"{text[:40]}..."
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        raise argparse.ArgumentTypeError(f"{short!r} is not a whole number from {least} to {most:,}")
    if text.startswith("-") or (len(digits.lstrip("0")) < 5 and int(digits) < least):
        raise argparse.ArgumentTypeError(f"{short} is too small, give {least} or more")
    if len(digits.lstrip("0")) > 18 or int(digits) > most:
        raise argparse.ArgumentTypeError(f"{short} is too large, give at most {most:,}")
    return int(digits)


def whole_from_1(text: str) -> int:
    """A whole number from 1 to a million."""
    return _whole(text, 1, 1_000_000)


def workers(text: str) -> int:
    """Read the number of threads or processes."""
    return _whole(text, 1, 1024)


def date_or_period(text: str) -> str:
    """Read a day, a month or a year, as files hold it."""
    from fatdesk.core.number_text import MisreadError  # loaded when a date is given
    from fatdesk.core.typed_values import typed_date

    try:
        found = typed_date(text)
    except MisreadError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not found:
        raise argparse.ArgumentTypeError("no date is given, type one such as 2026-05-31")
    return found


def day(text: str) -> str:
    """Read a day."""
    found = date_or_period(text)
    if found.count("-") != 2:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date, type one such as 2026-05-31")
    return found


def seconds_above_zero(text: str) -> float:
    """Seconds, above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds


def above_zero(text: str) -> float:
    """A number above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= 1e12:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def load_range(text: str) -> tuple[float, ...]:
    """Loads as a range with a step or as a list, rounded to six decimals."""
    first, *rest = text.split(":")
    try:
        if rest:
            low, high, step = float(first), *map(float, rest)
            if not (step >= 0.001 and 0 < low <= high <= 64 and (high - low) / step < 1000):
                raise ValueError
            return tuple(round(low + n * step, 6) for n in range(int((high - low) / step + 1e-9) + 1))
        loads = sorted({round(float(word), 6) for word in first.split(",")})
        if not (loads[0] > 0 and loads[-1] <= 64 and len(loads) <= 1000):
            raise ValueError
    except (ValueError, OverflowError):
        what = f"{text!r} is not A:B:STEP, one load, or A,B,... of up to 1,000 loads above 0, at most 64"
        raise argparse.ArgumentTypeError(what) from None
    return tuple(loads)


def whole_numbers(text: str) -> tuple[int, ...]:
    """Whole numbers as a range or as a list."""
    first, colon, last = text.partition(":")
    words = [first, last] if colon else first.split(",")
    if all(word.isdecimal() and len(word) <= 9 for word in words):
        numbers = sorted({int(word) for word in words})
        if colon and int(first) <= int(last):
            numbers = list(range(int(first), min(int(last), int(first) + MOST_COUNTS) + 1))
        if (not colon or int(first) <= int(last)) and len(numbers) <= MOST_COUNTS:
            return tuple(numbers)
    raise argparse.ArgumentTypeError(
        f"{text!r} is not A:B, one number, or A,B,... of up to {MOST_COUNTS} whole numbers "
        "from 0 to 999,999,999"
    )


def mtbf_of_kind(text: str) -> tuple[str, float]:
    """Hours between failures of a kind of part."""
    kind, _, hours = text.partition("=")
    if kind not in FALLIBLE:
        raise argparse.ArgumentTypeError(f"{text!r} is not KIND=HOURS with one of {', '.join(FALLIBLE)}")
    return kind, above_zero(hours)


def many_from_1(text: str) -> int:
    """A whole number of 1 or more, large ones too."""
    return _whole(text, 1, 10**12)


def whole_from_0(text: str) -> int:
    """A whole number of 0 or more."""
    return _whole(text, 0, 10**18 - 1)


def host_range(text: str) -> tuple[int, int]:
    """Numbers of hosts, from the first to the last."""
    low, colon, high = text.partition(":")
    if not (colon and low.isdecimal() and high.isdecimal() and 1 <= int(low) <= int(high) <= 1_000_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not A:B with 1 <= A <= B <= 1,000,000")
    return int(low), int(high)


def rack_range(text: str) -> tuple[int, int]:
    """Numbers of racks now and later."""
    now, colon, later = text.partition(":")
    if not (colon and now.isdecimal() and later.isdecimal() and 1 <= int(now) < int(later) <= 10_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not NOW:LATER with 1 <= NOW < LATER <= 10,000")
    return int(now), int(later)


def growth_target(text: str) -> tuple[tuple[str, int], ...]:
    """Names of groups of hosts and their later numbers."""
    found = []
    for one in text.removeprefix("hosts=").split(","):
        name, colon, count = one.rpartition(":")
        if not (text.startswith("hosts=") and name and colon):
            raise argparse.ArgumentTypeError(
                f"{text!r} is not hosts=NAME:TOTAL, or several, such as hosts=gpu:64,cpu:20"
            )
        found.append((name, whole_from_1(count)))
    return tuple(found)


GROWTH_POLICIES = ("in-place", "sized", "rebuild")


def growth_policies(text: str) -> tuple[str, ...]:
    """Growth policies, one for all steps or one each.

    >>> growth_policies("in-place,rebuild")
    ('in-place', 'rebuild')
    """
    found = tuple(text.split(","))
    if not set(found) <= set(GROWTH_POLICIES):
        known = ", ".join(GROWTH_POLICIES)
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a policy ({known}), nor a list of them with commas, one for each step"
        )
    return found


def _share(text: str) -> float:
    """A share as a number or in percent; below 0 where it is neither."""
    number, percent, _ = text.partition("%")
    try:
        return float(number) / (100 if percent else 1)
    except ValueError:
        return -1.0


def kept_share(text: str) -> float:
    """A share of bandwidth from 0 to below 1, as a number or in percent.

    >>> kept_share("0.9"), kept_share("97.5%")
    (0.9, 0.975)
    """
    found = _share(text)
    if not 0 <= found < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to below 1, such as 0.75 or 75%")
    return found


def passing_share(text: str) -> float:
    """A share of links from 0 to 1, as a number or in percent.

    >>> passing_share("1"), passing_share("95%")
    (1.0, 0.95)
    """
    found = _share(text)
    if not 0 <= found <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to 1, such as 0.9 or 90%")
    return found


def stage_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for a stage of the growth plan of a project."""
    parser.add_argument(
        "--stage",
        type=_stage,
        metavar="STEP:STAGE",
        help="the network in a stage of the growth plan of the project: 1:2 while stage 2 of step 1 is "
        "worked on, 1:after-2 when it is done",
    )


def installed_stage(text: str) -> str:
    """A stage of the growth plan, or ``today``."""
    if text == "today":
        return text
    try:
        return _stage(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error}, or today") from None


def _stage(text: str) -> str:
    from fatdesk.networks.study import STAGE, STAGE_WORDS  # networks load for those who name one

    if not text or re.match(STAGE, text) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a stage, give {STAGE_WORDS}")
    return text


def shift_mm(text: str) -> tuple[float, float]:
    """Two lengths in mm."""
    x, comma, y = text.partition(",")
    try:
        found = (float(x), float(y) if comma else 0.0)
    except ValueError:
        found = (inf, inf)
    if not all(map(isfinite, found)):
        raise argparse.ArgumentTypeError(f"{text!r} is not X,Y in mm, such as 0.5,-1")
    return found


def some_names(text: str) -> tuple[str, ...]:
    """Names separated by commas."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        raise argparse.ArgumentTypeError(f"{text!r} has no name in it, see --list")
    return names


_OF_THE_RECORD = object()
LONGEST = 40
"""Signs of a text that an error quotes."""


SWITCH_OPTIONS = (
    ("--packet", "packet_bytes", "BYTES"),
    ("--switching", "switching", None),
    ("--credits", "credits", None),
    ("--route-at", "route_at", None),
    ("--allocation", "allocation", "CYCLES"),
    ("--binding", "binding", None),
    ("--flit", "flit_bytes", "BYTES"),
    ("--buffer", "buffer_packets", "PACKETS"),
    ("--buffer-flits", "buffer_flits", "FLITS"),
    ("--routing", "routing", "CYCLES"),
    ("--crossbar", "crossbar", "CYCLES"),
    ("--link", "link", "CYCLES"),
    ("--fly", "fly", "CYCLES"),
    ("--long-fly", "long_fly", "CYCLES"),
)
"""Options of the switches of a simulation, the field of ``Switching`` that each sets, and its metavar."""


def schema_option(
    group: argparse._ActionsContainer,
    flag: str,
    record: "type[Struct]",
    *path: str,
    metavar: str | None = None,
    default: Any = _OF_THE_RECORD,
    but: str = "",
) -> None:
    """Add an option for a field.

    Parameters
    ----------
    record, path
        Where the field is.
    default
        In place of that of the record: None shows that the option is not given.
    but
        A choice that another option makes.
    """
    from fatdesk.core.schema import field_at  # loads msgspec, which the help of all commands does without

    field = field_at(record, *path)
    words = field.about.help[0].lower() + field.about.help[1:]
    if field.kind == "tick":
        group.add_argument(flag, action="store_true", help=words)
        return
    usual = field.about.empty if field.default in (None, "") else _plain(field.default)
    group.add_argument(
        flag,
        type=_reader(field) if field.kind in ("whole", "number") else str,
        choices=[value for value, _ in field.choices if value != but] if field.kind == "choice" else None,
        default=field.default if default is _OF_THE_RECORD else default,
        metavar=metavar,
        help=(f"{words} ({usual})" if usual else words).replace("%", "%%"),
    )


def reader_of(record: "type[Struct]", *path: str) -> Callable[[str], Any]:
    """Return what reads the text of a field that is a number; its errors name the range of the field."""
    from fatdesk.core.schema import field_at

    return _reader(field_at(record, *path))


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _reader(field: "Field") -> Callable[[str], Any]:
    """Reads a number as files have it: no groups of digits, shares as shares."""
    kind, noun = (int, "whole number") if field.kind == "whole" else (float, "number")

    def read(text: str) -> Any:
        shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
        try:
            value = kind(text[:LONGEST])
        except ValueError:
            raise argparse.ArgumentTypeError(f"{shown!r} is not a {noun}, {field.range.words()}") from None
        if not field.range.holds(value):
            raise argparse.ArgumentTypeError(f"{shown} is out of range, give {field.range.words()}")
        return value

    return read
