"""Texts about reference networks: figures of closed forms, ranges of parameters, errors."""

import re
from collections.abc import Sequence
from fractions import Fraction

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.routing.complexity import Complexity
from fatdesk.networks.topologies.topology import Closed, Parameter, Topology
from fatdesk.project.document.project import Project

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
SEARCHED = "no closed form"


def figure_rows(closed: Closed) -> list[tuple[str, str]]:
    """Return titles and values of closed-form figures."""
    rows = [
        ("Hosts", f"{closed.hosts:,}"),
        ("Switches", f"{closed.switches:,}"),
        ("Links", f"{closed.links:,}"),
        ("One-way links", f"{closed.one_way_links:,}"),
        ("Radix", f"{closed.radix:,}"),
        ("Diameter", SEARCHED if closed.diameter is None else f"{closed.diameter:,}"),
        ("Average distance", number_text(closed.average_distance)),
        ("Bisection", number_text(closed.bisection_links)),
    ]
    if closed.volume is not None:
        rows.append(("Volume, O() without constant", f"{closed.volume:,.0f} wire widths cubed"))
    if closed.components is not None:
        rows.append(("Components, O() without constant", f"{closed.components:,.0f}"))
    return rows


def complexity_text(found: Complexity) -> str:
    """Switching elements of all switches, then of each by level; as the source counts them where it does.

    >>> from fatdesk.networks.routing.complexity import SwitchKind
    >>> kinds = [SwitchKind(level, 16, 8, 8, 36, used) for level, used in ((1, 32), (2, 32), (3, 12))]
    >>> complexity_text(Complexity(tuple(kinds)))
    'Switching elements: 1,728 by the source, 36 per switch; 1,216 used: 32 at levels 1 and 2, 12 at level 3'
    """
    used = f"{found.used:,} used: {_by_level([(kind.level, kind.used) for kind in found.kinds])}"
    stated = [(kind.level, kind.by_source) for kind in found.kinds if kind.by_source is not None]
    if found.by_source is None:
        return f"Switching elements: {used}"
    return f"Switching elements: {found.by_source:,} by the source, {_by_level(stated)}; {used}"


def _by_level(counts: Sequence[tuple[int, int]]) -> str:
    """Elements of a switch, with the levels of such switches where not all are alike."""
    levels: dict[int, list[int]] = {}
    for level, count in counts:
        levels.setdefault(count, []).append(level)
    if len(levels) == 1:
        return f"{counts[0][1]:,} per switch"
    parts = []
    for count, of in levels.items():
        listed = [str(level) for level in dict.fromkeys(of)]
        last = f" and {listed[-1]}" if len(listed) > 1 else listed[0]
        parts.append(f"{count:,} at level{'s' if len(listed) > 1 else ''} {', '.join(listed[:-1])}{last}")
    return ", ".join(parts)


def number_text(value: Fraction | None) -> str:
    """A number with at most four decimals; none: that there is no closed form."""
    if value is None:
        return SEARCHED
    return f"{int(value):,}" if value.denominator == 1 else f"{float(value):,.4f}".rstrip("0")


def range_text(parameter: Parameter) -> str:
    """Return the range of a parameter in words."""
    what = f"{parameter.lowest:,} to {parameter.highest:,}"
    if parameter.kind == "list":
        return f"{what} each, with - between"
    if parameter.kind == "ratio":
        return "a number or p/q"
    return what


def why(error: FatdeskError, topology: Topology) -> str:
    """Return an error without the name of the family and its notation, which the form shows already."""
    text = str(error).removeprefix(f"network {topology.name}: ")
    return text.partition(": write ")[0]


def name_problem(project: Project, name: str, own: str = "") -> str:
    """Why a study cannot have a name; empty: it can."""
    if not NAME.fullmatch(name):
        return "the name takes letters, digits and . _ -, and begins with a letter or digit"
    if name != own and any(study.name == name for study in project.studies):
        return f"there is a network called {name} already: use another name"
    return ""
