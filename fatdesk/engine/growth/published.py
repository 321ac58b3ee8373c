"""Published figures of growth next to those that are worked out here, with their sources.

The two-level design paper's section 6.2 is planned from the shipped example of 36-port switches. Of the
H100 reference architecture the numbers of switches are published, for units of 8 leaf switches with 32 cables
to 64-port spine switches; what moves between them follows from these numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports, Server, Switch
from fatdesk.engine.design.growth_target import Balance
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families import build
from fatdesk.engine.families.design import Design, HostGroup, PartUse
from fatdesk.engine.growth.bisection_share import bisection_share
from fatdesk.engine.growth.moves import Moves, Target, fewest_moves
from fatdesk.engine.growth.plans import GrowthPlan, plans_by_racks
from fatdesk.engine.growth.stages import staged
from fatdesk.engine.growth.wiring import rewired

PAPER = "two-level design paper, section 6.2"
H100 = "from the units of the H100 reference architecture"
CLOSED_FORM = "closed form E u (1 - c / C)"
STAGES = "closed form m / (1 - R), rounded up"


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure as published and as worked out here."""

    title: str
    published: int
    computed: int
    source: str

    @property
    def equal(self) -> bool:
        """Whether both are the same."""
        return self.published == self.computed

    def to_json(self) -> dict[str, object]:
        """The figure as JSON."""
        return {
            "figure": self.title,
            "published": self.published,
            "computed": self.computed,
            "equal": self.equal,
            "source": self.source,
        }


def published_figures() -> tuple[PublishedFigure, ...]:
    """Return all published figures of growth, worked out again."""
    return (*_two_racks_then_three(), *_units(), *_doubling(), _closed_form(), *_stages())


def _two_racks_then_three() -> Iterator[PublishedFigure]:
    catalog = load_shipped()
    wanted = read_requirements(shipped("resources") / "examples" / "nodes-60.yaml", catalog)
    in_place, whole, needed = plans_by_racks(wanted, wanted.fabrics[0], catalog, (2, 3))
    now = "two racks, then three"
    yield PublishedFigure(f"{now}: hosts at first", 76, in_place.stages[0].hosts, PAPER)
    yield PublishedFigure(f"{now}: hosts later", 108, in_place.hosts, PAPER)
    yield PublishedFigure(f"{now}: rack units left empty", 9, in_place.stranded_u or 0, PAPER)
    sized = "sized for three racks"
    yield PublishedFigure(f"{sized}: hosts later", 115, whole.hosts, PAPER)
    yield PublishedFigure(f"{sized}: hosts at first, all switches", 73, whole.stages[0].hosts, PAPER)
    yield PublishedFigure(
        f"{sized}: hosts at first, 4 core and 5 edge switches", 75, needed.stages[0].hosts, PAPER
    )
    for title, plan in (
        (now, in_place),
        (f"{sized}, all switches", whole),
        (f"{sized}, 5 edge switches", needed),
    ):
        yield PublishedFigure(f"{title}: moved cables", 0, _moved(plan), PAPER)


def _moved(plan: GrowthPlan) -> int:
    """Cables between switches that move between the stages of a plan."""
    edges, cores = (
        [sum(use.count for use in stage.buy if use.role == role) for stage in plan.stages]
        for role in ("edge", "core")
    )
    cables = plan.design.number("U", plan.design.number("P_Ec"))
    ports = 2 * cables
    first = fewest_moves(Target.of(np.zeros((0, 0)), [cables] * edges[0], [ports] * cores[0]))
    return fewest_moves(Target.of(first.after, [cables] * sum(edges), [ports] * sum(cores))).moved


def _even(
    leaves: tuple[int, int], spines: tuple[int, int], cables: int, ports: int, balance: Balance
) -> Moves:
    """The fewest moves of a network with equal bundles today."""
    today = np.full((leaves[0], spines[0]), cables // spines[0])
    return fewest_moves(Target.of(today, [cables] * leaves[1], [ports] * spines[1], balance))


def _units() -> Iterator[PublishedFigure]:
    cases: tuple[tuple[int, tuple[int, int], Balance, int], ...] = (
        (1, (4, 8), "equal", 128),
        (2, (8, 16), "equal", 256),
        (2, (8, 12), "balanced", 160),
        (2, (8, 12), "free", 0),
        (3, (16, 16), "equal", 0),
    )
    for units, spines, balance, moved in cases:
        found = _even((8 * units, 8 * units + 8), spines, 32, 64, balance)
        title = f"H100, {units} to {units + 1} units, {spines[0]} to {spines[1]} spine switches, {balance}"
        yield PublishedFigure(f"{title}: moved cables", moved, found.moved, H100)
        if found.splits:
            share = bisection_share(found.after, np.full(len(found.after), 32))
            yield PublishedFigure(f"{title}: bisection, the network splits", 0, int(share.most), H100)


def _doubling() -> Iterator[PublishedFigure]:
    found = _even((18, 36), (9, 18), 18, 36, "equal")
    yield PublishedFigure("324 to 648 hosts, 36-port switches: moved cables", 162, found.moved, CLOSED_FORM)


def _closed_form() -> PublishedFigure:
    cases = list(product((1, 5, 16), (1, 2, 3), (1, 2, 4), (1, 2, 3, 5)))
    equal = 0
    for leaves, spines, by, each in cases:
        more, cables = spines * by, spines * by * each
        found = _even((leaves, leaves + 1), (spines, more), cables, each * (leaves + 1), "balanced")
        equal += found.moved == leaves * cables * (more - spines) // more
    title = "even bundles: networks with as many moved cables as the closed form"
    return PublishedFigure(title, len(cases), equal, CLOSED_FORM)


def _stages() -> Iterator[PublishedFigure]:
    """Half of the 40 cables of leaf switches with 40 hosts move, as many at once as the floor allows."""
    change = rewired(_leaf_spine(2, 1), _leaf_spine(4, 2), _ABSTRACT)
    for floor, stages in ((Fraction(3, 4), 2), (Fraction(9, 10), 5), (Fraction(39, 40), 20)):
        found = len(staged(change, floor=floor, domains="any").stages)
        title = f"half of the cables moved, at least {float(100 * floor):g} % of bandwidth: stages"
        yield PublishedFigure(title, stages, found, STAGES)


_PORTS = Ports(count=80, connector="qsfp", rate_gbps=100.0, lanes=4)
_ABSTRACT = Catalog(
    [
        Switch(id="switch", ports=(_PORTS,)),
        Server(id="server", ports=(Ports(count=1, connector="qsfp", rate_gbps=100.0, lanes=4),)),
    ]
)
"""Switches of 80 ports: 40 cables can be divided by 2, 5 and 20 stages."""


def _leaf_spine(leaves: int, spines: int) -> Fabric:
    group = HostGroup(name="nodes", part="server", count=40 * leaves)
    uses = (
        PartUse(role="edge", part="switch", count=leaves),
        PartUse(role="core", part="switch", count=spines),
    )
    params: dict[str, int | str] = {"E": leaves, "C": spines, "P_En": 40, "P_Ec": 40, "U": 40}
    design = Design(family="two-level", parts=uses, params=params)
    return build(design, (group,), _ABSTRACT, "compute", {"nodes": (0,)})
