"""The filter of the wiring list: free words, and ``kind:aoc length>5 rack:A04``."""

import re
from collections.abc import Callable

from fatdesk.engine.cabling.wiring_list import CableRow, End
from fatdesk.engine.core.units import m_from_um

_TERM = re.compile(
    r"(kind|rack|part|bundle|device|status|fabric)\s*:\s*(\S+)|(length|ordered)\s*(<=|>=|<|>|=)\s*([0-9.]+)"
)
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: abs(a - b) < 0.005,
}
Test = Callable[[CableRow], bool]


def wanted(text: str) -> Test | None:
    """Whether a row is wanted; None when everything is."""
    tests: list[Test] = []
    rest = _TERM.sub(lambda found: _term(found, tests), text.casefold())
    tests += [_word(word) for word in rest.split()]
    if not tests:
        return None
    return lambda row: all(test(row) for test in tests)


def _term(found: "re.Match[str]", tests: list[Test]) -> str:
    name, value, measure, sign, number = found.groups()
    if name:
        tests.append(_field(name, value))
        return " "
    try:
        limit = float(number)
    except ValueError:
        return found[0]
    tests.append(_length(measure, _COMPARE[sign], limit))
    return " "


def _field(name: str, value: str) -> Test:
    if name == "rack":
        return lambda row: any(end.rack_label.casefold() == value for end in ends(row))
    if name == "device":
        return lambda row: any(end.device.casefold() == value for end in ends(row))
    return lambda row: value in str(getattr(row, name)).casefold()


def _length(measure: str, compare: Callable[[float, float], bool], limit: float) -> Test:
    def test(row: CableRow) -> bool:
        um = row.length.computed_um if measure == "length" else row.length.ordered_um
        return um is not None and compare(m_from_um(um), limit)

    return test


def _word(word: str) -> Test:
    def test(row: CableRow) -> bool:
        a, b = row.a, row.b
        return any(
            word in text.casefold()
            for text in (
                a.device,
                b.device,
                a.rack_label,
                b.rack_label,
                row.part,
                row.kind,
                row.bundle,
                row.id,
                row.status,
                row.remark,
                *(leg.device for leg in row.legs),
            )
        )

    return test


def ends(row: CableRow) -> tuple[End, ...]:
    """All ends of a cable."""
    return (row.a, *(row.legs or (row.b,)))
