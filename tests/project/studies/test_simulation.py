"""What a study measures: its networks as they stand in the project, and in which state."""

from pathlib import Path

import msgspec
import numpy as np
import pytest

from fatdesk.engine.fabric.fabric import as_network
from fatdesk.networks.routing import usual
from fatdesk.networks.simulation.study import SimulationStudy, TrafficParameters
from fatdesk.networks.study import StudyNetwork
from fatdesk.networks.topologies import network_of
from fatdesk.networks.traffic import PATTERNS
from fatdesk.project.commands import Rename, SetHosts
from fatdesk.project.commands.fabrics import SetRequirements
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.studies.measurements import networks_of
from fatdesk.project.studies.simulation import ToMeasure
from fatdesk.project.studies.study_networks import CannotMeasure
from tests.project.samples import rich_project
from tests.project.studies.test_placed_networks import project_of

STUDY = SimulationStudy(
    name="s",
    networks=(
        StudyNetwork(name="tree", spec="kary-tree:k=2,n=3", scheme="destro"),
        StudyNetwork(name="ours", fabric="compute"),
    ),
)


@pytest.fixture(scope="module")
def project() -> Project:
    return project_of(60)


def ready(project: Project, study: SimulationStudy = STUDY, folder: Path | None = None) -> list[ToMeasure]:
    found = networks_of(Derived(project), study, folder)
    assert all(isinstance(one, ToMeasure) for one in found), found
    return [one for one in found if isinstance(one, ToMeasure)]


def problems(project: Project, *networks: StudyNetwork, **more: object) -> list[str]:
    study = SimulationStudy(name="s", networks=networks, **more)
    return [one.why for one in networks_of(Derived(project), study) if isinstance(one, CannotMeasure)]


def test_networks_are_those_that_are_named(project: Project) -> None:
    tree, ours = ready(project)
    assert (tree.network.digest, tree.scheme) == (network_of("kary-tree:k=2,n=3").digest, "destro")
    assert tree.hosts == tuple("01234567")
    derived = Derived(project)
    bare = as_network(next(some for some in derived.fabrics if some.name == "compute"))[0]
    assert (ours.network.digest, ours.scheme) == (bare.digest, usual(bare).NAME)
    assert ours.hosts[0] == "n01"
    assert len(ours.hosts) == bare.hosts == ours.on.hosts
    assert ours.on.channels == len(bare.channels)
    assert (ours.on.spec, tree.on.spec) == ("", "kary-tree:k=2,n=3")


def test_a_network_is_made_once(project: Project) -> None:
    first = Derived(project)
    tree, ours = (one for one in networks_of(first, STUDY) if isinstance(one, ToMeasure))
    later = Derived(msgspec.structs.replace(project, simulations=(STUDY,)), first)
    again = [one for one in networks_of(later, STUDY) if isinstance(one, ToMeasure)]
    assert again[0].network is tree.network
    assert again[1].network is ours.network


def test_the_state_changes_with_the_network_alone(project: Project) -> None:
    """Names, wishes and room count for nothing; what undo brings back is the state before."""
    before = [one.on.digest for one in ready(project)]
    assert [one.on.digest for one in ready(perform(project, Rename(name="x")))] == before
    assert [one.on.digest for one in ready(perform(project, SetRequirements()))] == before
    renamed = msgspec.structs.replace(
        STUDY, name="t", networks=tuple(msgspec.structs.replace(n, name=n.name + "2") for n in STUDY.networks)
    )
    assert [one.on.digest for one in ready(project, renamed)] == before
    fewer = perform(project, SetHosts(name="nodes", part="server-1u", count=59))
    after = [one.on.digest for one in ready(fewer)]
    assert after[0] == before[0]
    assert after[1] != before[1]
    back = perform(fewer, SetHosts(name="nodes", part="server-1u", count=60))
    assert [one.on.digest for one in ready(back)] == before


def test_every_pattern_draws() -> None:
    square = (StudyNetwork(name="tree", spec="kary-tree:k=2,n=4"),)
    for pattern in PATTERNS:
        study = msgspec.structs.replace(
            STUDY, traffic=TrafficParameters(pattern=pattern.NAME), networks=square
        )
        tree = networks_of(Derived(Project()), study)[0]
        assert isinstance(tree, ToMeasure)
        assert tree.draws.hosts == 16
        assert tree.on.flows is None


def test_a_file_of_flows_is_known_by_what_is_in_it(project: Project, tmp_path: Path) -> None:
    file = tmp_path / "flows.txt"
    file.write_text("n01 n03 2\nn01 n02 1\n")
    study = msgspec.structs.replace(
        STUDY, networks=STUDY.networks[1:], traffic=TrafficParameters(pattern="flows.txt")
    )
    (one,) = ready(project, study, tmp_path)
    assert np.flatnonzero(one.draws.rate).tolist() == [0]
    assert one.draws.destination.tolist() == [1, 2]
    file.write_text("# the same in numbers\n0 2 2\n0 1 1\n")
    assert ready(project, study, tmp_path)[0].on.digest == one.on.digest
    file.write_text("n01 n03 1\nn01 n02 1\n")
    assert ready(project, study, tmp_path)[0].on.digest != one.on.digest


@pytest.mark.parametrize(
    ("network", "said"),
    [
        (StudyNetwork(name="a", fabric="gone"), "the project has no fabric gone: choose another"),
        (StudyNetwork(name="a", fabric="storage"), "the fabric storage has no design yet: choose one"),
        (
            StudyNetwork(name="a", spec="kary-tree:k=2,n=3", scheme="mikant"),
            "routing algorithm mikant does not fit",
        ),
        (StudyNetwork(name="a", spec="kary-tree:k=64,n=9"), "kary-tree"),
    ],
)
def test_what_cannot_be_measured_is_told(network: StudyNetwork, said: str) -> None:
    (why,) = problems(rich_project(), network)
    assert said in why


def test_what_is_wrong_with_traffic_is_told() -> None:
    tree = StudyNetwork(name="a", spec="kary-tree:k=3,n=2")
    for pattern, said in (
        ("shuffle", "needs a power of two of hosts"),
        ("none.txt", "'none.txt' is neither a pattern (uniform,"),
    ):
        (why,) = problems(Project(), tree, traffic=TrafficParameters(pattern=pattern))
        assert said in why
