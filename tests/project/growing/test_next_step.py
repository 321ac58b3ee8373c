"""Moves, stages and hours of the next growth step as figures of placed designs."""

from dataclasses import replace as with_values
from fractions import Fraction

from msgspec.structs import replace

from fatdesk.engine.bill.deployability import StepWork
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.growth_target import GrowthTarget, HostTarget
from fatdesk.engine.design.judging.limits import work_reasons
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Objective, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.placed_figures import over_limits
from fatdesk.project.designing.designing import design_project
from fatdesk.project.designing.redesigning import requirements_of
from fatdesk.project.growing.next_step import growing_to, growth_to_check, next_step_work, work_figures

CATALOG = load_shipped([])
TARGET = GrowthTarget(hosts=(HostTarget(name="nodes", count=108),))
REQUIREMENTS = Requirements(
    hosts=(HostGroup(name="nodes", part="server-1u", count=60),),
    fabrics=(
        FabricRequirement(
            name="compute", families=("two-level",), edge=("ib-36",), core=("ib-36", "modular-108")
        ),
    ),
    growth=TARGET,
    room=RoomRequirement(improve_steps=0),
)


def designed(**more: object) -> "tuple[object, ...]":
    made = design_project(replace(REQUIREMENTS, **more), CATALOG, "p", growth=growing_to(TARGET, CATALOG))
    return made.project, made.results[0]


def test_candidates_are_chosen_by_the_moves_of_the_next_step() -> None:
    """2 core switches of 36 ports move E u (1 - c / C) = 4 * 18 * (1 - 2 / 3) cables."""
    project, result = designed(objective=Objective(minimise="growth_moves", compare=10))
    moves = [one.routed.deployability.growth.moves for one in result.candidates]
    assert moves == sorted(moves)
    assert moves[0] == 0
    [usual] = [one for one in result.candidates if one.design.part("core").part == "ib-36"]
    assert usual.routed.deployability.growth.moves == 24
    assert project.growth[0].target == TARGET == requirements_of(project).growth


def test_a_figure_that_is_unknown_proves_no_choice() -> None:
    """There is one design with core switches of that part."""
    alone = {
        "objective": Objective(minimise="growth_moves"),
        "fabrics": (replace(REQUIREMENTS.fabrics[0], core=("ib-36",)),),
    }
    _, known = designed(**alone)
    unknown = design_project(replace(REQUIREMENTS, growth=None, **alone), CATALOG, "p").results[0]
    assert (known.placing.proved, unknown.placing.proved) == (True, False)


def test_the_first_candidate_that_keeps_a_limit_on_moves_is_chosen() -> None:
    cheapest, _ = designed()
    kept, result = designed(limits=Limits(growth_moves=0))
    assert [part.part for part in cheapest.fabrics[0].design.above] == ["ib-36"]
    assert [part.part for part in kept.fabrics[0].design.above] == ["modular-108"]
    assert any(
        "growth_moves: 24 as placed and cabled, allowed 0" in finding.text
        for one in result.candidates
        for finding in one.findings
    )
    assert result.placing.kept


def test_limits_are_judged_by_all_networks_together() -> None:
    """Each of two equal networks moves 24 cables, together 48."""
    names = ("a", "b")
    [group], [fabric] = REQUIREMENTS.hosts, REQUIREMENTS.fabrics
    both = replace(
        REQUIREMENTS,
        hosts=tuple(replace(group, name=name) for name in names),
        fabrics=tuple(replace(fabric, name=name, hosts=(name,), core=("ib-36",)) for name in names),
        growth=replace(TARGET, hosts=tuple(HostTarget(name=name, count=108) for name in names)),
    )
    made = {}
    for limit in (47, 48):
        wanted = replace(both, limits=Limits(growth_moves=limit))
        done = design_project(wanted, CATALOG, "p", growth=growing_to(both.growth, CATALOG))
        made[limit] = [result.placing.kept for result in done.results]
    assert made == {47: [True, False], 48: [True, True]}


def test_figures_of_networks_add_up_to_those_of_the_project() -> None:
    project, _ = designed()
    work = next_step_work(Derived(project), CATALOG, project.growth)
    whole, one = work_figures(work), work_figures(work, "compute")
    assert (one, work_figures(work, "storage").moves) == (whole, 0)
    assert (whole.moves, whole.stages, whole.hours) == (24, len(work.stages), work.hours)
    assert whole.hours == sum((stage.hours for stage in work.stages), Fraction(0))
    high = replace(project.growth[0], floor=0.96)
    assert work_figures(next_step_work(Derived(project), CATALOG, (high,))).stages is None


def test_unknown_growth_counts_as_met_with_a_warning() -> None:
    project, _ = designed()
    limited = Derived(
        replace(project, wishes=replace(project.wishes, limits=Limits(growth_moves=9, growth_stages=2)))
    )
    assert [(one.rule, one.severity.value) for one in over_limits(limited)] == [
        ("unknown-figure", "warning"),
        ("unknown-figure", "warning"),
    ]
    known = list(over_limits(limited, StepWork(24, 2, Fraction(5))))
    assert [(one.rule, one.where) for one in known] == [("over-limit", "growth_moves")]
    work = limited.deployability
    assert work_reasons(work, Limits(growth_moves=9)) == []
    [reason] = work_reasons(with_values(work, growth=StepWork(24, None, Fraction(5))), Limits(growth_moves=9))
    assert (reason.needs, reason.allowed) == (24, 9)
    without_stages = with_values(work, growth=StepWork(8, None, Fraction(5)))
    [reason] = work_reasons(without_stages, Limits(growth_moves=9, growth_stages=2, growth_hours=5))
    assert str(reason).startswith("growth_stages: no stages of the next growth step keep")
    assert work_reasons(work, Limits(growth_stages=2)) == [], "not worked out"


def test_a_check_works_the_next_step_out_where_a_limit_is_of_it() -> None:
    """24 of the cables move (see above), in 3 stages; none keep 96 % of the bandwidth."""
    project, _ = designed()

    def found(limits: Limits, **more: object) -> "list[tuple[str, str, str]]":
        steps = tuple(replace(step, **more) for step in project.growth)
        derived = Derived(replace(project, wishes=replace(project.wishes, limits=limits), growth=steps))
        some = over_limits(derived, growth_to_check(derived, CATALOG))
        return [(one.rule, one.severity.value, one.text) for one in some]

    assert found(Limits(growth_moves=24, growth_stages=3)) == []
    [moves] = found(Limits(growth_moves=23))
    assert moves == ("over-limit", "error", "24 as placed and cabled, allowed 23")
    [stages] = found(Limits(growth_moves=24, growth_stages=3), floor=0.96)
    assert stages[2] == "no stages of the next growth step keep the bandwidth that it states"
    assert stages[:2] == ("over-limit", "error")
    [fewer] = found(Limits(growth_hours=99), hosts=(HostTarget(name="nodes", count=50),))
    assert fewer[:2] == ("over-limit", "error")
    assert fewer[2].startswith("the next growth step is not possible: hosts nodes: 50 are fewer than the")
    without = replace(project, growth=(), wishes=replace(project.wishes, limits=Limits(growth_moves=1)))
    assert growth_to_check(Derived(without), CATALOG) is None
    [unknown] = over_limits(Derived(without))
    assert (unknown.rule, unknown.text) == (
        "unknown-figure",
        "the project has no growth plan: counts as met",
    )
    assert growth_to_check(Derived(project), CATALOG) is None, "no limit, nothing to work out"


def test_a_design_that_cannot_grow_so_states_why() -> None:
    grow = growing_to(replace(TARGET, hosts=(HostTarget(name="nodes", count=50),)), CATALOG)
    project, _ = designed()
    assert grow is not None
    why = grow(Derived(project))
    assert isinstance(why, str)
    assert why.startswith("hosts nodes: 50 are fewer than the 60 of today")
    assert growing_to(None, CATALOG) is None
