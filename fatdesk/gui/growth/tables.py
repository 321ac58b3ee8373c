"""Tables of the Growth workspace: steps, policies of a step side by side, purchases, new devices."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fatdesk.core.number_text import counted
from fatdesk.engine.bill.making import BillLine
from fatdesk.engine.design.growth_target import Policy
from fatdesk.gui.analysis.growth_plan import hosts_before
from fatdesk.gui.lists.bill_lines import TITLES
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.column import described, figure
from fatdesk.gui.widgets.numbers import length_text, money, priced
from fatdesk.gui.widgets.sorting import unknown_first
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project
from fatdesk.project.growing.comparison import PolicyFigures, StepFigures
from fatdesk.project.growing.policies import policy_title, short_title, step_title
from fatdesk.project.growing.work import NewDevices

NONE = "–"
PORTS_FREE, U_FREE = "Ports free", "U free"
ROLES = {"host": "Host", "edge": "Edge switch", "middle": "Middle switch", "core": "Core switch"}


# Steps


class StepRow(NamedTuple):
    """A step of the plan; ``total`` are all hosts after it."""

    number: int
    step: GrowthStep
    total: int


def step_rows(project: Project) -> list[StepRow]:
    """The steps of a project."""
    return [
        StepRow(number, step, sum(hosts_before(project, number + 1).values()))
        for number, step in enumerate(project.growth, start=1)
    ]


def _limits(row: StepRow) -> str:
    """Return the limits of a step on what may be bought."""
    step = row.step
    parts = [", ".join(some) for some in (step.families, step.edge, step.core) if some]
    if step.rows is not None:
        parts.append(counted(step.rows, "row"))
    return "; ".join(parts)


STEPS: tuple[Column[StepRow], ...] = (
    figure("Step", 50, lambda r: r.number, strong=True),
    Column("Name", 120, lambda r: r.step.name),
    Column(
        "Hosts of groups",
        180,
        lambda r: ", ".join(f"{target.count:,} {target.name}" for target in r.step.hosts) or "no group grows",
        tone=lambda r: "text" if r.step.hosts else "warn",
        stretch=True,
    ),
    figure("All hosts", 80, lambda r: r.total),
    Column("Policy", 160, lambda r: policy_title(r.step.policy)),
    Column("Allowed", 150, _limits, tone=lambda _: "text2"),
)


# Policies


class PolicyRow(NamedTuple):
    """A plan in a step; ``at`` counts steps from 0.

    Attributes
    ----------
    chosen
        Whether it is the plan with the policies of the steps.
    best
        Whether it is the best of those that are compared.
    offered
        Whether the step could get its policy: it has another one.
    """

    figures: PolicyFigures
    at: int
    chosen: bool
    best: bool
    offered: bool

    @property
    def policy(self) -> Policy:
        """The policy of the step."""
        return self.figures.policies[self.at]

    @property
    def title(self) -> str:
        """The name of the plan; of mixed ones with the policy of the step only."""
        return step_title(self.figures.policies, self.at)

    @property
    def step(self) -> StepFigures | None:
        """Its figures; None: the plan does not get to this step."""
        return self.figures.steps[self.at] if self.at < len(self.figures.steps) else None

    @property
    def why(self) -> str:
        """Why it does not get there, else what it had to allow; empty: nothing."""
        if self.step is None:
            return f"Not possible: {self.figures.why_not}."
        stages = (f"no stages: {self.step.why_no_stages}",) if self.step.why_no_stages else ()
        notes = "; ".join((*self.step.remarks, *stages))
        return f"Note: {notes}." if notes else ""

    @property
    def proof(self) -> str:
        """The proof of its number of moves, in a word."""
        step = self.step
        if step is None or step.taken_off is None or step.least_taken_off is None:
            return NONE
        return "fewest" if step.taken_off == step.least_taken_off else f"at least {step.least_taken_off:,}"


def _count(title: str, width: int, of: Callable[[StepFigures], float], form: str = ",") -> Column[PolicyRow]:
    def key(row: PolicyRow) -> float | None:
        return None if row.step is None else of(row.step)

    def text(row: PolicyRow) -> str:
        return NONE if row.step is None else f"{of(row.step):{form}}"

    return Column(title, width, text, key, unknown_first, number=True)


def _cost(title: str, name: str) -> Column[PolicyRow]:
    def text(row: PolicyRow) -> str:
        if row.step is None:
            return NONE
        cost = getattr(row.step, name)
        return priced(cost.amount, cost.at_least)

    def key(row: PolicyRow) -> object:
        return None if row.step is None else getattr(row.step, name).amount

    return Column(title, 104, text, key, unknown_first, number=True)


def _stages(row: PolicyRow) -> str:
    return NONE if row.step is None or row.step.stages is None else f"{row.step.stages:,}"


def _stage_count(row: PolicyRow) -> int | None:
    return None if row.step is None else row.step.stages


def _marks(row: PolicyRow) -> str:
    if row.step is None:
        return "not possible"
    return ", ".join(word for word, on in (("chosen", row.chosen), ("best", row.best)) if on)


def _tone(row: PolicyRow) -> str:
    return "warn" if row.step is None else "ok" if row.chosen else "text2"


POLICIES: tuple[Column[PolicyRow], ...] = described(
    (
        Column("Policy", 156, lambda r: short_title(r.figures.policies), strong=True, stretch=True),
        Column("Choice", 98, _marks, tone=_tone),
        _count("Moved", 60, lambda s: s.moved),
        _count("Added", 62, lambda s: s.added),
        _count("Removed", 70, lambda s: s.removed),
        _cost("Cost now", "cost"),
        _cost("Cost later", "cost_later"),
        _count("Hours", 62, lambda s: s.hours, ",.1f"),
        Column("Stages", 62, _stages, _stage_count, unknown_first, number=True),
        Column("Proof", 100, lambda r: r.proof),
        _count(PORTS_FREE, 78, lambda s: s.stranded_ports),
        _count(U_FREE, 58, lambda s: s.stranded_u),
    ),
    {
        "Choice": "Chosen: the policies of the steps. Best: reaches the last step at the lowest total cost, "
        "by a rebuild only where nothing else reaches it.",
        "Moved": "Existing cables that move to another port, rack or unit.",
        "Cost now": "Purchases of the step. Cables that are pulled out are reused where the same part and "
        "length is needed.",
        "Cost later": "Purchases of all steps after it.",
        "Hours": "Hours of one pair of hands for all moved, added and removed cables, at the bill's rates.",
        "Stages": "Stages of the work in which every edge switch keeps the bandwidth that the step states. A "
        "rebuild is one stage without service.",
        PORTS_FREE: "Ports of switches without a link after the step.",
        U_FREE: "Free units of the racks with devices after the step.",
        "Proof": "Fewest: no network with these switches and this rule unplugs fewer cables. "
        "Where this is not proved: the lower bound.",
    },
)


# Purchases, and where new devices go


def _item(line: BillLine) -> str:
    return line.part if line.length_m is None else f"{line.part}, {length_text(line.length_m)}"


PURCHASES: tuple[Column[BillLine], ...] = (
    Column("Item", 166, _item, strong=True, stretch=True),
    Column("Group", 84, lambda x: TITLES.get(x.category, x.category), tone=lambda _: "text2"),
    figure("To order", 70, lambda x: x.order, strong=True),
    Column(
        "Unit price",
        84,
        lambda x: money(x.unit_price),
        lambda x: x.unit_price,
        unknown_first,
        number=True,
        tone=lambda x: "warn" if x.unit_price is None else "text",
    ),
    Column(
        "Extended",
        106,
        lambda x: money(x.extended),
        lambda x: x.extended,
        unknown_first,
        number=True,
        tone=lambda x: "warn" if x.extended is None else "text",
    ),
)
DEVICES: tuple[Column[NewDevices], ...] = (
    Column("Rack", 52, lambda x: x.label),
    Column("Role", 102, lambda x: ROLES.get(x.role, x.role.capitalize()), tone=lambda _: "text2"),
    Column("Part", 90, lambda x: x.part, stretch=True),
    figure("Count", 56, lambda x: x.count, strong=True),
)


def applied_text(number: int, step: StepFigures, hosts: int, left: int) -> str:
    """Say what an applied step has changed.

    Parameters
    ----------
    hosts
        Hosts before it.
    left
        Steps that remain.
    """
    rest = f"{counted(left, 'step')} to come" if left else "no further step is planned"
    added = f"{counted(step.hosts - hosts, 'host')} and {counted(step.added, 'cable')} added"
    return f"Step {number} applied: {added}, {step.moved:,} moved, {step.removed:,} removed; {rest}."


def foot_figures(row: PolicyRow | None) -> Sequence[tuple[str, str]]:
    """Figures of the policy on view for the foot."""
    if row is None or row.step is None:
        return []
    step = row.step
    return [
        ("Hosts", f"{step.hosts:,}"),
        ("New cables for moved ones", f"{step.too_short:,}"),
        ("Purchases", priced(step.cost.amount, step.cost.at_least, step.cost.currency, ",.2f")),
        (PORTS_FREE, f"{step.stranded_ports:,}"),
        (U_FREE, f"{step.stranded_u:,}"),
    ]
