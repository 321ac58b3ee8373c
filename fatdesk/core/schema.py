"""Descriptions of decided values: what each field of a record is called, its unit, range and meaning.

A record says it once, next to the type of the field::

    slack_m: Annotated[ranges.Slack, about("Slack", "Added to each cable.", unit="m")] = 0.3

Forms of the window, options of the command line and the tables of keys in ``docs/`` are made from it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import NODEFAULT, Meta, UnsetType, inspect
from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.number_text import NoNumberError, program_reading, shown_number
from fatdesk.core.typed_values import size_of, typed_quantity

Kind = Literal["whole", "number", "money", "ratio", "text", "names", "numbers", "choice", "tick", "record"]
"""Kinds of values: a whole number, a number, an amount, a ratio such as 3:2, text, names or numbers
with commas, one of several values, yes or no. A record has fields of its own."""
ReadNumber = Callable[[str, str], Decimal]
"""Reads a typed number that a unit may follow."""
Record = TypeVar("Record", bound=msgspec.Struct)


@dataclass(frozen=True)
class About:
    """Description of one field of a record.

    Attributes
    ----------
    title
        Its name in forms.
    help
        What it means, in a line or two.
    more
        What only the documentation says in addition.
    unit
        Unit of its numbers.
    percent
        Whether people see and type percent, while the record holds the share.
    metres
        Whether people see metres to the millimetre, and may type any unit of length.
    empty
        What holds where nothing is typed, in words; left out: the default.
    choices
        Values it can have, with their words.
    group
        The section of a form that it belongs to; empty: that of its record.
    read, write
        How people type it and read it, where its type does not say it.
    """

    title: str
    help: str = ""
    more: str = ""
    unit: str = ""
    percent: bool = False
    metres: bool = False
    empty: str = ""
    choices: tuple[tuple[Any, str], ...] = ()
    group: str = ""
    read: Callable[[str, ReadNumber], Any] | None = None
    write: Callable[[Any], str] | None = None


def about(
    title: str,
    help: str = "",  # noqa: A002 - the word of the kit
    *,
    more: str = "",
    unit: str = "",
    percent: bool = False,
    metres: bool = False,
    empty: str = "",
    choices: Mapping[Any, str] | None = None,
    group: str = "",
    read: Callable[[str, ReadNumber], Any] | None = None,
    write: Callable[[Any], str] | None = None,
) -> Meta:
    """Describe a field, for use in ``Annotated``; the parameters are the attributes of :class:`About`."""
    chosen = tuple((choices or {}).items())
    percent = percent or unit == "%"
    return Meta(
        extra={"about": About(title, help, more, unit, percent, metres, empty, chosen, group, read, write)}
    )


class Range(NamedTuple):
    """Least and greatest value; None: no limit. ``above`` excludes the least value."""

    low: float | None = None
    high: float | None = None
    above: bool = False

    def holds(self, value: float | Decimal) -> bool:
        """Whether a value is in the range."""
        low = self.low is None or (value > self.low if self.above else value >= self.low)
        return low and (self.high is None or value <= self.high)

    def words(self, scale: Decimal | int = 1) -> str:
        """Return the range for a message; ``scale``: how many shown units one is.

        >>> Range(0, 1).words(100), Range(1).words(), Range(0, 64, above=True).words(), Range().words()
        ('0 to 100', '1 or more', 'above 0, at most 64', '')
        """
        low, high = (
            None if end is None else _figure(Decimal(repr(end)) * scale) for end in (self.low, self.high)
        )
        if self.above:
            return f"above {low}" + ("" if high is None else f", at most {high}")
        if low is not None:
            return f"{low} or more" if high is None else f"{low} to {high}"
        return "" if high is None else f"at most {high}"


def _figure(value: Decimal) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value.normalize():f}"


@dataclass(frozen=True)
class Field:
    """A field of a record, as forms, options and documentation need it."""

    key: str
    about: About
    kind: Kind
    range: Range
    default: Any
    """NODEFAULT: it must be given."""
    optional: bool
    """Whether None is a value of it."""
    type: inspect.Type
    """Without its description and without None."""

    @property
    def title(self) -> str:
        """Its name in forms."""
        return self.about.title

    @property
    def unit(self) -> str:
        """The unit after its numbers; ``%`` for a share that people see in percent."""
        return "%" if self.about.percent else "m" if self.about.metres else self.about.unit

    @property
    def _scale(self) -> Decimal:
        """Number of shown units per unit of the record."""
        if self.about.metres:
            return size_of(self.about.unit)
        return Decimal(100) if self.about.percent else Decimal(1)

    @property
    def choices(self) -> tuple[tuple[Any, str], ...]:
        """Values with their words; without words a value is its own word."""
        if self.about.choices or not isinstance(self.type, inspect.LiteralType):
            return self.about.choices
        return tuple((value, str(value)) for value in self.type.values)

    @property
    def is_required(self) -> bool:
        """Whether the record has no value of its own for it."""
        return self.default is NODEFAULT

    @property
    def default_words(self) -> str:
        """Default in words; empty if the value is required or has no default.

        >>> from typing import Annotated
        >>> class Rules(msgspec.Struct):
        ...     fill: Annotated[float, about("Fill", unit="%")] = 0.5
        ...     cables: Annotated[int | None, about("Cables", empty="any")] = None
        >>> [field.default_words for field in fields_of(Rules).values()]
        ['50', 'any']
        """
        if self.about.empty:
            return self.about.empty
        if self.is_required or self.default in (None, ()):
            return ""
        return self.write(self.default)

    @property
    def expected(self) -> str:
        """Valid input in words, for a message: "a whole number, 1 to 64"."""
        words = {
            "whole": "a whole number",
            "money": "an amount",
            "ratio": "a ratio above 0, such as 3:1",
        }
        if self.kind in ("choice", "tick"):
            return "one of " + ", ".join(str(value) for value, _ in self.choices)
        noun = "a percentage" if self.about.percent else words.get(self.kind, "a number")
        limits = self.range.words(self._scale)
        if self.about.metres:
            return f"a length, {limits} m; other units are possible, such as 300 mm or 12 in"
        return f"{noun}, {limits}" if limits else noun

    def out_of_range(self, value: float) -> str:
        """Say that a value is out of range, in the unit that people see.

        >>> from typing import Annotated
        >>> class Tray(msgspec.Struct):
        ...     width_mm: Annotated[
        ...         Annotated[float, Meta(ge=1, le=5000)], about("Width", unit="mm", metres=True)
        ...     ]
        >>> fields_of(Tray)["width_mm"].out_of_range(9000)
        '9 m is out of range, use 0.001 to 5 m'
        """
        unit = f" {self.unit}" if self.unit else ""
        shown = f"{value * float(self._scale):.15g}"
        return f"{shown}{unit} is out of range, use {self.range.words(self._scale)}{unit}"

    @property
    def file_default(self) -> str:
        """The default as the documentation shows it: as files have it, or what is meant by leaving it out."""
        if self.is_required:
            return "required"
        if self.default in (None, (), {}, "") or self.kind == "record":
            unknown = self.default is None and self.kind in ("whole", "number", "money")
            return self.about.empty or ("unknown" if unknown else "")
        return _code(self.default)

    @property
    def file_values(self) -> str:
        """Valid values in files, for the documentation.

        >>> from typing import Annotated
        >>> class Rules(msgspec.Struct):
        ...     trays: Annotated[Annotated[int, Meta(ge=1)] | Literal["spread"], about("Trays")] = 1
        ...     fill: Annotated[Annotated[float, Meta(ge=0, le=1)], about("Fill", unit="%")] = 0.5
        >>> [field.file_values for field in fields_of(Rules).values()]
        ['1 or more, `spread`', '0 to 1']
        """
        return words_of_values(self.type) + (
            f" {self.about.unit}" if self.about.unit not in ("", "%") else ""
        )

    def read(self, text: str, number: ReadNumber = typed_quantity) -> Any:
        """Return the value of what was typed; an empty text is None, or the default.

        Parameters
        ----------
        text
            What was typed.
        number
            Reads one number; the window reads by the user's locale.

        Raises
        ------
        FatdeskError, ValueError
            With what to type instead.

        >>> from typing import Annotated
        >>> class Rules(msgspec.Struct):
        ...     fill: Annotated[Annotated[float, Meta(ge=0, le=1)], about("Fill", unit="%")] = 0.5
        >>> fill = fields_of(Rules)["fill"]
        >>> fill.read("40 %"), fill.write(0.4)
        (0.4, '40')
        >>> class Tray(msgspec.Struct):
        ...     width_mm: Annotated[float, about("Width", unit="mm", metres=True)]
        >>> width = fields_of(Tray)["width_mm"]
        >>> width.read("12 in"), width.read("0.3"), width.write(300.0), width.unit
        (304.8, 300.0, '0.300', 'm')
        >>> fill.read("140")
        Traceback (most recent call last):
        fatdesk.core.errors.FatdeskError: type a percentage, 0 to 100
        """
        text = text.strip()
        if self.about.read is not None:
            return self.about.read(text, number)
        if not text and (self.optional or not self.is_required):
            return None if self.optional else self.default
        if self.kind in ("whole", "number", "money"):
            return self._number(text, number)
        return text

    def _number(self, text: str, number: ReadNumber) -> Any:
        whole = self.kind == "whole"
        try:
            shown = program_reading(text) if whole else None
            value = number(text, self.unit) if shown is None else Decimal(shown)
        except NoNumberError:
            raise FatdeskError(f"type {self.expected}") from None
        kept = value / self._scale
        if not self.range.holds(kept) or (whole and value != value.to_integral_value()):
            raise FatdeskError(f"type {self.expected}")
        if self.kind == "money":
            return kept
        return int(kept) if whole else float(kept)

    def write(self, value: Any) -> str:
        """Return a value as forms show it."""
        if value is None:
            return ""
        if self.about.write is not None:
            return self.about.write(value)
        if self.kind in ("choice", "tick"):
            for known, words in self.about.choices:
                if known is value or known == value:
                    return words
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return f"{value:,}"
        if self.about.metres:
            return f"{value * float(self._scale):.3f}"
        if isinstance(value, float):
            return shown_number(100 * value if self.about.percent else value)
        if isinstance(value, tuple):
            return ", ".join(map(str, value))
        return str(value)


def _bare(info: inspect.Type) -> tuple[inspect.Type, About | None, bool]:
    """A type without wrapping and without None, its description, and whether None belongs to it."""
    found: About | None = None
    optional = False
    while True:
        if isinstance(info, inspect.Metadata):
            found = found or (info.extra or {}).get("about")
            info = info.type
        elif isinstance(info, inspect.UnionType):
            given = tuple(t for t in info.types if not isinstance(t, inspect.NoneType))
            optional = optional or any(isinstance(t, inspect.NoneType) for t in info.types)
            if len(given) > 1:
                return inspect.UnionType(given), found, optional
            info = given[0]
        else:
            return info, found, optional


def _code(value: object) -> str:
    if isinstance(value, float):
        return f"`{value:.15g}`"
    if value == "":
        return '`""`'
    return f"`{msgspec.json.encode(value).decode().strip(chr(34))}`"


def words_of_values(info: inspect.Type) -> str:
    """Return the possible values of the type of a field in the words of the documentation."""
    info = _bare(info)[0]
    if isinstance(info, inspect.UnionType):
        words = [words_of_values(member) for member in info.types]
        if sorted(words) == ["a number", "text"]:
            return "a number or `a:b`"
        return ", ".join(dict.fromkeys(words))
    if isinstance(info, inspect.LiteralType):
        return ", ".join(_code(value) for value in info.values)
    if isinstance(info, inspect.VarTupleType | inspect.TupleType):
        item = words_of_values(
            info.item_type if isinstance(info, inspect.VarTupleType) else info.item_types[0]
        )
        return "a list" if item in ("text", "keys") else f"a list ({item})"
    if isinstance(info, inspect.IntType | inspect.FloatType):
        return _range_of(info).words() or "a number"
    return _VALUES.get(type(info), "text")


_VALUES: dict[type[inspect.Type], str] = {
    inspect.BoolType: "`true`, `false`",
    inspect.DecimalType: "an amount",
    inspect.StructType: "keys",
    inspect.DictType: "keys",
}
_KINDS: dict[type[inspect.Type], Kind] = {
    inspect.BoolType: "tick",
    inspect.IntType: "whole",
    inspect.FloatType: "number",
    inspect.DecimalType: "money",
    inspect.LiteralType: "choice",
    inspect.StructType: "record",
}


def _kind_of(info: inspect.Type, said: About) -> Kind:
    if said.choices and not isinstance(info, inspect.BoolType):
        return "choice"
    if isinstance(info, inspect.UnionType):
        members = [_bare(member)[0] for member in info.types]
        if any(isinstance(member, inspect.VarTupleType) for member in members):
            info = next(member for member in members if isinstance(member, inspect.VarTupleType))
        else:
            return "ratio" if any(isinstance(member, inspect.FloatType) for member in members) else "text"
    if isinstance(info, inspect.VarTupleType | inspect.TupleType):
        item = _bare(info.item_type if isinstance(info, inspect.VarTupleType) else info.item_types[0])[0]
        return "numbers" if isinstance(item, inspect.IntType | inspect.FloatType) else "names"
    return _KINDS.get(type(info), "text")


def _range_of(info: inspect.Type) -> Range:
    if not isinstance(info, inspect.IntType | inspect.FloatType):
        return Range()
    return Range(info.ge if info.gt is None else info.gt, info.le, info.gt is not None)


@lru_cache(maxsize=256)
def _info_of(record: type[msgspec.Struct]) -> inspect.StructType:
    """The types of a record's fields; looking at those of requirements takes 5 ms."""
    info = inspect.type_info(record)
    assert isinstance(info, inspect.StructType)
    return info


@lru_cache(maxsize=256)
def fields_of(record: type[msgspec.Struct]) -> Mapping[str, Field]:
    """The fields of a record that are described, by key, in their order."""
    found = {}
    for field in _info_of(record).fields:
        bare, said, optional = _bare(field.type)
        if said is None:
            continue
        default = field.default
        if default is NODEFAULT and field.default_factory is not NODEFAULT:
            default = field.default_factory()
        default = NODEFAULT if isinstance(default, UnsetType) else default
        key = field.encode_name
        found[key] = Field(key, said, _kind_of(bare, said), _range_of(bare), default, optional, bare)
    return found


@lru_cache(maxsize=1024)
def field_at(record: type[msgspec.Struct], *path: str | int) -> Field:
    """The field at a place in a record and the records inside it; numbers count in lists.

    Raises
    ------
    KeyError
        When nothing is described there.
    """
    kind, *rest = record, *path
    for at, step in enumerate(rest[:-1]):
        if not isinstance(step, int):
            kind = _record_in(kind, step, rest[at:])
    return fields_of(kind)[str(rest[-1])]


def _record_in(record: type[msgspec.Struct], key: str, path: list[str | int]) -> type[msgspec.Struct]:
    """The record that a field holds, by itself or in a list."""
    for field in _info_of(record).fields:
        if field.encode_name == key:
            bare = _bare(field.type)[0]
            members = bare.types if isinstance(bare, inspect.UnionType) else (bare,)
            for member in members:
                if isinstance(member, inspect.VarTupleType):
                    member = _bare(member.item_type)[0]  # noqa: PLW2901 - looks into the list
                if isinstance(member, inspect.StructType):
                    return member.cls
    raise KeyError(f"{record.__name__}: {'.'.join(map(str, path))}")


def keys_table(record: type[msgspec.Struct], without: type[msgspec.Struct] | None = None) -> str:
    """Return the table of a record's keys for the documentation, in Markdown; of a kind, only its own."""
    shared = {} if without is None else fields_of(without)
    lines = ["| key | default | values | meaning |", "|---|---|---|---|"]
    for field in fields_of(record).values():
        if shared.get(field.key) == field:
            continue
        words = ". ".join(filter(None, (field.about.help, field.about.more)))
        title = f"*{field.title}*: {words}" if words else f"*{field.title}*"
        lines.append(f"| `{field.key}` | {field.file_default} | {field.file_values} | {title} |")
    return "\n".join(lines) + "\n"


def value_at(record: Any, path: tuple[str, ...]) -> Any:
    """The value at a place in a record; None inside of a record that is not there."""
    for name in path:
        if record is None:
            return None
        record = getattr(record, name)
    return record


def with_value(record: Record, path: tuple[str, ...], value: object) -> Record:
    """Return the record with another value at a place.

    Raises
    ------
    FatdeskError
        When the values contradict each other.
    """
    if len(path) > 1:
        value = with_value(getattr(record, path[0]), path[1:], value)
    return replace(record, **{path[0]: value})


def check_ranges(record: msgspec.Struct) -> None:
    """Refuse values that the types of a record do not allow; for records that programs make themselves.

    Raises
    ------
    UnsoundError
        Naming by its title the first field that is out of range, or has a value not among its choices.
    """
    for field in fields_of(type(record)).values():
        value = getattr(record, field.key)
        if value is None and field.optional:
            continue
        if field.kind in ("whole", "number") and not field.range.holds(value):
            raise UnsoundError(f"{field.title}: {field.out_of_range(value)}")
        if field.kind == "choice" and value not in (known := [value for value, _ in field.choices]):
            raise UnsoundError(
                f"{field.title}: {str(value)[:40]!r} is unknown, use {' or '.join(map(str, known))}"
            )
