"""What a fault study measures: its networks as they stand in the project, and in which state."""

import msgspec
import pytest

from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters, FaultStudy
from fatdesk.networks.routing import usual
from fatdesk.networks.simulation.results import MODEL
from fatdesk.networks.simulation.study import TrafficParameters
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import network_of
from fatdesk.project.commands import Rename, SetHosts
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.fault_tolerance import ToFail
from fatdesk.project.studies.measurements import networks_of
from fatdesk.project.studies.study_networks import CannotMeasure, node_names
from tests.project.studies.test_placed_networks import project_of

STUDY = FaultStudy(
    name="s",
    networks=(
        StudyNetwork(name="tree", spec="kary-tree:k=2,n=3", scheme="destro"),
        StudyNetwork(name="ours", fabric="compute"),
    ),
    counts=(1, 20, 40),
)


@pytest.fixture(scope="module")
def project() -> Project:
    return project_of(60)


def ready(project: Project, study: FaultStudy = STUDY) -> list[ToFail]:
    found = networks_of(Derived(project), study)
    assert all(isinstance(one, ToFail) for one in found), found
    return [one for one in found if isinstance(one, ToFail)]


def test_networks_are_those_that_are_named(project: Project) -> None:
    tree, ours = ready(project)
    assert (tree.network.digest, tree.scheme.NAME) == (network_of("kary-tree:k=2,n=3").digest, "destro")
    assert ours.scheme is usual(ours.network)
    assert tree.counts == (1, 20), "the tree has 32 links one way between its switches"
    assert ours.counts == STUDY.counts
    assert (tree.on.combinations, tree.on.degradation, tree.draws) == (1_000_000, None, None)


def test_where_throughput_is_measured_combinations_do_not_count(project: Project) -> None:
    slower = msgspec.structs.replace(STUDY, counts=(0, 5), degradation=DegradationParameters(samples=5))
    tree, _ = ready(project, slower)
    assert (tree.on.combinations, tree.on.simulation_model) == (None, MODEL)
    assert tree.draws is not None
    fewer = msgspec.structs.replace(slower, combinations=5)
    assert ready(project, fewer)[0].on.digest == tree.on.digest
    assert ready(project, msgspec.structs.replace(STUDY, combinations=5))[0].on != ready(project)[0].on


def test_the_state_changes_with_the_network_alone(project: Project) -> None:
    before = [one.on.digest for one in ready(project)]
    assert [one.on.digest for one in ready(perform(project, Rename(name="x")))] == before
    fewer = perform(project, SetHosts(name="nodes", part="server-1u", count=59))
    after = [one.on.digest for one in ready(fewer)]
    assert after[0] == before[0]
    assert after[1] != before[1]
    more = msgspec.structs.replace(STUDY, name="t", counts=(1, 2))
    assert [one.on.digest for one in ready(project, more)] == before


def test_every_node_has_a_name(project: Project) -> None:
    derived = Derived(project)
    tree, ours = ready(project)
    names = node_names(derived, tree.requested)
    assert len(set(names)) == tree.network.node_count == 20
    names = node_names(derived, ours.requested)
    assert len(set(names)) == ours.network.node_count
    assert names[: ours.network.hosts] == derived.bare_network("compute")[1]


@pytest.mark.parametrize(
    ("network", "more", "said"),
    [
        (StudyNetwork(name="a", fabric="gone"), {}, "the project has no fabric gone: choose another"),
        (
            StudyNetwork(name="a", spec="kary-tree:k=2,n=3", scheme="mikant"),
            {},
            "routing algorithm mikant does not fit",
        ),
        (StudyNetwork(name="a", spec="kary-tree:k=2,n=3"), {"counts": (33,)}, "33 links cannot fail"),
        (
            StudyNetwork(name="a", spec="kary-tree:k=2,n=3"),
            {"faults": FaultParameters(among="switches"), "counts": (13,)},
            "13 switches cannot fail, there are 12 to fail",
        ),
        (
            StudyNetwork(name="a", spec="kary-tree:k=2,n=3"),
            {"degradation": DegradationParameters(traffic=TrafficParameters(pattern="none.txt"))},
            "'none.txt' is neither a pattern",
        ),
    ],
)
def test_what_cannot_be_measured_is_told(network: StudyNetwork, more: dict[str, object], said: str) -> None:
    study = FaultStudy(name="s", networks=(network,), **more)
    (found,) = networks_of(Derived(Project()), study)
    assert isinstance(found, CannotMeasure)
    assert said in found.why


def test_a_fabric_that_is_gone_is_a_finding() -> None:
    study = FaultStudy(name="s", networks=(StudyNetwork(name="a", fabric="gone"),))
    project = msgspec.structs.replace(Project(), faults=(study,))
    found = [one.finding for one in check(Derived(project)) if one.finding.rule == "no-such-fabric"]
    assert [(one.where, one.text) for one in found] == [
        ("s", "disables links of the fabric gone, which is not there")
    ]
    assert "in the fault study" in found[0].fix
