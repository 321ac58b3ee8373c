"""A fabric for other programs: unique plain names, links with both ports, and what formats leave out."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Bools
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Server, member_role
from fatdesk.engine.catalog.plugs import port_table
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric, NodeKind


def quoted(text: str) -> str:
    r"""A text as Graphviz quotes it; a backslash begins no escape, a control character is a space.

    >>> print(quoted('a "b" \\n'))
    "a \"b\" \\n"
    """
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def free_name(first: str, study: str, suffix: str, taken: Container[str]) -> str:
    """A name of a file after a study that no other has, whatever a system takes for the same.

    >>> free_name("faults", "Links: <all>", ".svg", ["faults-links-all.svg"])
    'faults-links-all-2.svg'
    """
    stem = f"{first}-" + (re.sub(r"[^a-z0-9]+", "-", study.lower()).strip("-") or "study")
    number = 1
    while (name := f"{stem}{f'-{number}' if number > 1 else ''}{suffix}") in taken:
        number += 1
    return name


_OTHER = re.compile(r"[^A-Za-z0-9._-]+")
LONGEST = 60


def plain_name(text: str) -> str:
    """A text of letters, digits, ``.``, ``_`` and ``-``, beginning with a letter or digit.

    >>> plain_name("rack 7: n01"), plain_name("=1+1"), plain_name("")
    ('rack_7_n01', '1_1', 'x')
    """
    return _OTHER.sub("_", text)[:LONGEST].strip("._-") or "x"


def plain_names(names: Iterable[str]) -> list[str]:
    """Plain names of which no two are the same, whatever case; a later one of two takes a number.

    >>> plain_names(["n 1", "n_1", "N_1", "n_1-2"])
    ['n_1', 'n_1-2', 'N_1-3', 'n_1-2-2']
    """
    taken: set[str] = set()
    count: dict[str, int] = {}
    found = []
    for text in names:
        name = stem = plain_name(text)
        while name.lower() in taken:
            number = count[stem.lower()] = count.get(stem.lower(), 1) + 1
            name = f"{stem}-{number}"
        taken.add(name.lower())
        found.append(name)
    return found


EXTERNAL_PORT = "1"


class WiredLink(NamedTuple):
    """A link: both nodes, the names of the ports there, its rate, and whether it is a backplane's trace."""

    a: int
    a_port: str
    b: int
    b_port: str
    rate_gbps: float
    trace: bool


@dataclass(frozen=True, eq=False)
class Wired:
    """A fabric with names.

    Attributes
    ----------
    shown
        What people call each node.
    """

    fabric: Fabric
    shown: Sequence[str]
    plan: Plan

    @cached_property
    def names(self) -> list[str]:
        """For each node letters, digits, ``.``, ``_`` and ``-`` that no other node has."""
        return plain_names(self.shown)

    @property
    def models(self) -> list[str]:
        """The part of each node; empty for external ones."""
        parts = [part.part for part in self.fabric.parts]
        return ["" if part < 0 else parts[part] for part in self.fabric.part.tolist()]

    @property
    def members(self) -> list[str]:
        """Role of each node as a member: ``host``, ``managed`` (switches) or ``power_unit``; else empty.

        A switch that is joined by its management port switches nothing in this network.
        """
        roles = [member_role(self.plan.catalog.find(part.part)) for part in self.fabric.parts]
        words = ["managed" if role == "Switch" else role.lower().replace(" ", "_") for role in roles]
        return ["" if part < 0 else words[part] for part in self.fabric.part.tolist()]

    def links(self) -> Iterator[WiredLink]:
        """All links, traces too; a port is ``12/2``, on a card ``3-12/2``, a leg of a split ``12/2.1``."""
        fabric = self.fabric
        printed = [self._printed(part.part, part.cards, part.card) for part in fabric.parts]
        of_node = fabric.part.tolist()
        columns = (fabric.ends, fabric.ports, fabric.split, fabric.splits, fabric.rate_gbps, fabric.trace)
        for (a, b), (p, q), leg, legs, rate, trace in zip(*(x.tolist() for x in columns), strict=True):
            at, to = of_node[a], of_node[b]
            near = printed[at][p] if at >= 0 else EXTERNAL_PORT
            far = printed[to][q] if to >= 0 else EXTERNAL_PORT
            yield WiredLink(a, f"{near}.{leg + 1}" if legs > 1 else near, b, far, rate, trace)

    def _printed(self, part: str, cards: int, card: str) -> list[str]:
        table = port_table(self.plan.catalog, part, cards, card)
        count = len(table.cage)
        return [f"{slot}-{table.name(p)}" if (slot := table.slot(p)) else table.name(p) for p in range(count)]


def servers_of(fabric: Fabric, catalog: Catalog) -> Bools:
    """The nodes that are servers, and no switches or power units that an out-of-band network joins."""
    of_part = [isinstance(catalog.find(part.part), Server) for part in fabric.parts]
    mask: Bools = (fabric.kind == NodeKind.HOST) & np.array([*of_part, False])[fabric.part]
    return mask


def equipment(plan: Plan) -> list[str]:
    """Say how much equipment that is no server a plan's networks join, for files of servers alone."""
    found: dict[str, None] = {}
    for fabric in plan.fabrics:
        others = (fabric.kind == NodeKind.HOST) & ~servers_of(fabric, plan.catalog)
        found |= dict.fromkeys(fabric.ids[node] for node in np.flatnonzero(others).tolist())
    return [f"switches and power units that networks join ({len(found):,})"] if found else []


def wired(plan: Plan) -> list[Wired]:
    """The fabrics of a plan, with what they are called."""
    return [Wired(fabric, names, plan) for fabric, names in zip(plan.fabrics, plan.names, strict=True)]


def fabric_files(plan: Plan, name: str) -> Iterator[tuple[str, Wired]]:
    """The fabrics with the names of their files: ``fabric.dot``, ``fabric-NAME.dot`` where there are several.

    Notes
    -----
    Names of fabrics are ids of the project, so they are names of files as well.
    """
    stem, dot, ending = name.partition(".")
    for one in wired(plan):
        yield (f"{stem}-{one.fabric.name}{dot}{ending}" if len(plan.fabrics) > 1 else name), one


def external_links(plan: Plan) -> list[str]:
    """Links to the outside, for forms that know nothing outside the fabric."""
    links = sum(int((f.kind[f.ends] == NodeKind.EXTERNAL).any(axis=1).sum()) for f in plan.fabrics)
    return [f"{counted(links, 'link')} to devices outside the project"] if links else []


def second_ports(plan: Plan) -> list[str]:
    """Hosts connected to more than one switch, for formats in which a host has one switch."""
    hosts = sum(_on_several(fabric) for fabric in plan.fabrics)
    return [f"all ports but the first of {counted(hosts, 'host')} on several switches"] if hosts else []


def changed_names(pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Names that had to be changed; each pair is a name and what it became."""
    other = [(name, plain) for name, plain in pairs if name != plain]
    if not other:
        return []
    first, plain = other[0]
    return [f"{counted(len(other), 'name')} as they are ({first[:40]!r} is {plain!r} here)"]


def cable_facts(plan: Plan, *, places: bool, lengths: bool, parts: bool) -> list[str]:
    """Return what a list of links leaves out of the wiring list; the arguments are what it has."""
    missing = ["status, bundle, phase, route, colour, remark and result of tests"]
    missing += [] if places else ["racks and units"]
    missing += [] if lengths else ["lengths"]
    missing += [] if parts else ["parts of cables and their labels"]
    shared = sum(len(row.links) for row in plan.cables if len(row.links) > 1)
    stated = [f"which links share a cable (as {shared:,} do)"] if shared else []
    return [*missing, *stated]


def backplanes(plan: Plan) -> list[str]:
    """Links on backplanes, for forms of cables."""
    traces = sum(int(fabric.trace.sum()) for fabric in plan.fabrics)
    return [f"{counted(traces, 'trace')} of backplanes"] if traces else []


def places(plan: Plan) -> list[str]:
    """Places of devices, for formats of networks."""
    return ["racks, units and lengths of cables"] if plan.floor.racks else []


def _on_several(fabric: Fabric) -> int:
    kinds = fabric.kind[fabric.ends]
    links = (kinds[:, 1] == NodeKind.HOST) & (kinds[:, 0] == NodeKind.SWITCH)
    pairs = np.unique(fabric.ends[links][:, ::-1], axis=0)
    _, count = np.unique(pairs[:, 0], return_counts=True)
    return int((count > 1).sum())
