"""Texts about reference networks: figures of closed forms, ranges of parameters, errors."""

import re
from fractions import Fraction

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.topologies.topology import Closed, Parameter, Topology
from fatdesk.project.document.project import Project

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
SEARCHED = "no closed form"


def figure_rows(closed: Closed) -> list[tuple[str, str]]:
    """Return titles and values of closed-form figures."""
    return [
        ("Hosts", f"{closed.hosts:,}"),
        ("Switches", f"{closed.switches:,}"),
        ("Links", f"{closed.links:,}"),
        ("One-way links", f"{closed.one_way_links:,}"),
        ("Radix", f"{closed.radix:,}"),
        ("Diameter", SEARCHED if closed.diameter is None else f"{closed.diameter:,}"),
        ("Average distance", number_text(closed.average_distance)),
        ("Bisection", number_text(closed.bisection_links)),
    ]


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
