"""From a project back to its requirements, and to another design; what is asked and not kept is told."""

from msgspec import UNSET
from msgspec.structs import replace

from fatdesk.engine.catalog.load import load_shipped
from fatdesk.engine.core.finding import Severity
from fatdesk.engine.core.places import shipped
from fatdesk.engine.design.read import read_requirements
from fatdesk.project.check import check
from fatdesk.project.commands.fabrics import SetFabric
from fatdesk.project.commands.performing import perform
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.commands.wishes import SetWishes
from fatdesk.project.derived import Derived
from fatdesk.project.designing import design_project
from fatdesk.project.file_format import encode
from fatdesk.project.history import History
from fatdesk.project.keeping import not_kept
from fatdesk.project.redesigning import catalog_of, redesign, requirements_of

CATALOG = load_shipped([])
WANTED = read_requirements(shipped("resources") / "examples" / "nodes-396.yaml", CATALOG)
PROJECT = design_project(WANTED, CATALOG, "nodes-396").project


def fewer(count):
    return replace(WANTED, hosts=(replace(WANTED.hosts[0], count=count),))


def rules(project):
    of = ("design-misses", "over-limit")
    return [(c.finding.rule, c.finding.where) for c in check(Derived(project)) if c.finding.rule in of]


def test_a_project_tells_what_was_asked():
    assert requirements_of(PROJECT) == WANTED


def test_the_same_design_is_no_step():
    assert redesign(PROJECT, design_project(WANTED, CATALOG, "other").project) is None


def test_one_step_leads_to_the_project_that_would_have_been_designed_at_once():
    other = design_project(fewer(100), CATALOG, "nodes-396").project
    history = History(PROJECT)
    after = history.do(redesign(PROJECT, other))
    new = {part.id for part in other.parts}
    assert encode(replace(after, parts=tuple(p for p in after.parts if p.id in new))) == encode(other)
    assert encode(history.undo()) == encode(PROJECT)


def test_the_floor_stays_as_it_was_arranged_while_the_same_stands_on_it():
    moved = perform(PROJECT, MoveRack(rack=3, x_mm=9000.0, y_mm=9000.0))
    limited = replace(WANTED, limits=replace(WANTED.limits, models=3))
    command = redesign(moved, design_project(limited, CATALOG, "nodes-396").project)
    assert command.floor is UNSET
    assert perform(moved, command).floor == moved.floor


def test_the_projects_own_parts_come_first():
    own = replace(PROJECT.parts[0], notes="mine")
    catalog = catalog_of(replace(PROJECT, parts=(own, *PROJECT.parts[1:])), CATALOG)
    assert catalog[own.id].notes == "mine"
    assert len(catalog) == len(CATALOG)


def test_what_is_asked_and_not_kept_is_told():
    assert not rules(PROJECT)
    asked = PROJECT.fabrics[0].requirement
    for changed in (
        {"families": ("star",)},
        {"core": ("modular-108",)},
        {"planes": 2},
    ):
        project = perform(PROJECT, SetFabric(requirement=replace(asked, **changed)))
        assert rules(project) == [("design-misses", "compute")]
    limited = perform(PROJECT, SetWishes(limits=replace(PROJECT.wishes.limits, racks=3)))
    assert rules(limited) == [("over-limit", "racks")]


def test_a_switch_that_is_not_allowed_is_an_error():
    asked = PROJECT.fabrics[0].requirement
    project = perform(PROJECT, SetFabric(requirement=replace(asked, core=("modular-108",))))
    [finding] = not_kept(project)
    assert finding.severity is Severity.ERROR
    assert finding.text == "its core switch is ib-36, allowed is modular-108"


def test_blocking_that_is_worse_than_asked_is_told():
    wanted = replace(WANTED, fabrics=(replace(WANTED.fabrics[0], blocking="2"),))
    project = design_project(wanted, CATALOG, "x").project
    assert not rules(project)
    asked = replace(project.fabrics[0].requirement, blocking="1")
    assert rules(perform(project, SetFabric(requirement=asked))) == [("design-misses", "compute")]


def test_a_design_that_a_file_made_up_is_no_reason_to_stop():
    strange = replace(PROJECT.fabrics[0].design, params={"blocking": "<b>", "rails": "two"})
    decision = replace(PROJECT.fabrics[0], design=strange)
    told = [finding.text for finding in not_kept(replace(PROJECT, fabrics=(decision,)))]
    assert told == ["its blocking is <b>, which is no ratio; asked is 1", "it has two rails, asked are 1"]
