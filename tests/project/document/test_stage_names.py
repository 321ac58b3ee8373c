"""Studies of stages when steps of the growth plan are moved, changed, removed or applied."""

import pytest

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.families.design import HostGroup
from fatdesk.networks.fault_tolerance.study import FaultStudy
from fatdesk.networks.simulation.study import SimulationStudy
from fatdesk.networks.study import StudyNetwork
from fatdesk.project.commands import AnyCommand, Redesign, SetGrowth
from fatdesk.project.commands.history import History
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project
from fatdesk.project.document.stage_names import stages_removed


def step(count: int, **fields: object) -> GrowthStep:
    return GrowthStep(hosts=(HostTarget(name="nodes", count=count),), **fields)


SERVER = load_shipped([])["server-1u"]
A, B, C = step(80), step(100), step(120)
STAGES = ("1:2", "2:1", "2:after-3", "3:1")


def studied(*steps: GrowthStep) -> Project:
    networks = [
        StudyNetwork(name=f"step {stage[0]} {stage[2:]}", fabric="ib", stage=stage) for stage in STAGES
    ]
    today = StudyNetwork(name="step 1 of ours", fabric="ib")
    of_two = FaultStudy(name="Growth step 2", networks=(today, networks[1]))
    return Project(
        hosts=(HostGroup(name="nodes", part="server-1u", count=60),),
        growth=steps,
        parts=(SERVER,),
        simulations=(SimulationStudy(name="all", networks=(today, *networks)),),
        faults=(of_two, FaultStudy(name="Growth step 1", networks=(networks[0],))),
    )


@pytest.mark.parametrize(
    ("command", "stages", "faults", "removed"),
    [
        (SetGrowth(steps=(A, C, B)), "1:2 3:1 3:after-3 2:1", "Growth step 3, Growth step 1", ""),
        (SetGrowth(steps=(B, A, C)), "2:2 1:1 1:after-3 3:1", "Growth step 1, Growth step 2", ""),
        (SetGrowth(steps=(A, step(110), C)), " ".join(STAGES), "Growth step 2, Growth step 1", ""),
        (SetGrowth(steps=(A, B, C, step(150))), " ".join(STAGES), "Growth step 2, Growth step 1", ""),
        (
            SetGrowth(steps=(A, C)),
            "1:2 2:1",
            "Growth step 1",
            "3 networks of removed steps are removed from studies",
        ),
        (
            Redesign(growth=(B, C)),
            "1:1 1:after-3 2:1",
            "Growth step 1",
            "2 networks of removed steps are removed from studies",
        ),
    ],
    ids=["exchanged", "moved up", "changed", "added", "removed", "applied"],
)
def test_stages_follow_their_steps(command: AnyCommand, stages: str, faults: str, removed: str) -> None:
    before = studied(A, B, C)
    history = History(before)
    history.do(command)
    after = history.project
    networks = after.simulations[0].networks
    assert [one.stage for one in networks] == ["", *stages.split()]
    assert [one.name for one in networks] == [
        "step 1 of ours", *(f"step {stage[0]} {stage[2:]}" for stage in stages.split())
    ]  # fmt: skip
    assert [one.name for one in after.faults] == faults.split(", ")
    assert stages_removed(before, after) == removed
    history.undo()
    assert history.project == before


def test_names_that_would_be_equal_stay() -> None:
    networks = (
        StudyNetwork(name="step 1 x", fabric="ib"),
        StudyNetwork(name="step 2 x", fabric="ib", stage="2:1"),
    )
    before = Project(
        hosts=(HostGroup(name="nodes", part="server-1u", count=60),),
        growth=(A, B),
        simulations=(SimulationStudy(name="s", networks=networks),),
    )
    after = SetGrowth(steps=(B,)).apply(before).simulations[0].networks
    assert [(one.name, one.stage) for one in after] == [("step 1 x", ""), ("step 2 x", "1:1")]


def test_studies_without_stages_stay_the_same() -> None:
    """What follows from them is kept by identity."""
    before = studied(A, B, C)
    assert SetGrowth(steps=(A, B, step(130))).apply(before).simulations is before.simulations
