"""Pins of the explorer as records: nothing of a candidate is lost, and impossible networks are refused."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import msgspec
import pytest

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.exploring.explore import explore
from fatdesk.project.commands.history import History, perform
from fatdesk.project.designing.pinning import candidate_of, network_of, pinned, required_of
from fatdesk.project.document.explorations import KeptExploration, PinnedNetwork
from fatdesk.project.document.project import Project
from fatdesk.project.files.file_format import decode, encode
from tests.project.samples import rich_project

SMALL = (
    b"hosts: [{name: servers, part: server-10gbe, count: 50}]\nfabrics: [{name: pod, blocking: 2}]\n"
    b"limits: {cost: 90000}\nexplore: {radix: [24], terminals: [8, 16, 24], levels: 3, external_gbps: 35}\n"
)


def test_every_candidate_comes_back_from_a_file_as_it_was_found():
    """Figures are recomputed from the parameters by other code than that of the search."""
    catalog = load_shipped([])
    found = explore(parse_requirements(SMALL, "small.yaml", catalog), catalog)
    assert {one.family for one in found.candidates} == {"egft", "hyperx"}
    assert any(one.reasons for one in found.candidates)
    assert found.ports == 54
    for one in found.candidates:
        pin = pinned("B", one, 50, found.ports, Fraction(5, 2), "small")
        kept = KeptExploration(fabric="pod", pins=(pin,), made_from="B")
        (read,) = decode(encode(Project(explorations=(kept,))), "p").project.explorations
        assert read == kept
        assert candidate_of(read.pins[0]) == replace(one, front=False)
        assert required_of(read.pins[0]) == Fraction(5, 2)
        assert network_of(read.pins[0]) == one.network


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"levels": [8], "sides": []}, "levels: expected as many as bundles"),
        ({"sides": [2, 2]}, "no other shape"),
        ({"widths": [1]}, "widths: expected as many as levels"),
        ({"widths": [2, 4]}, "expected to begin with 1"),
        ({"family": "hyperx", "levels": [], "sides": [2, 1]}, "ports: expected at most 16"),
        ({"hosts": 18}, "hosts: expected at most 17"),
        ({"blocking": "0"}, "blocking"),
        ({"letter": "F"}, "letter"),
        ({"levels": [0, 2]}, "levels"),
    ],
)
def test_impossible_networks_are_no_records(wrong, what):
    right = {
        "letter": "A", "family": "egft", "levels": [8, 3], "widths": [1, 4], "bundles": [1, 2],
        "radix": 36, "terminals": 8, "hosts": 15, "ports": 17, "cost": "1.50",
    }  # fmt: skip
    assert msgspec.convert(right, PinnedNetwork, strict=False).cost == Decimal("1.50")
    with pytest.raises(msgspec.ValidationError, match=what):
        msgspec.convert({**right, **wrong}, PinnedNetwork, strict=False)


def test_pins_and_settings_are_steps_that_can_be_undone():
    from fatdesk.project.commands.explorations import SetPins, SetSearch, kept_of

    project = rich_project()
    pin = kept_of(project, "compute").pins[0]
    settings = kept_of(project, "compute").settings
    after = perform(project, SetSearch(fabric="storage", settings=settings))
    after = perform(after, SetPins(fabric="storage", pins=(pin,)))
    assert kept_of(after, "storage") == KeptExploration(fabric="storage", settings=settings, pins=(pin,))
    assert kept_of(after, "compute") == kept_of(project, "compute")
    assert [one.fabric for one in after.explorations] == ["compute", "storage"]
    plain = perform(perform(after, SetPins(fabric="storage")), SetSearch(fabric="storage"))
    assert plain == project, "a record that says nothing is left out"


def test_a_removed_fabric_takes_its_exploration_along():
    from fatdesk.project.commands.fabrics import Redesign, RemoveFabric

    project = rich_project()
    assert [one.fabric for one in project.explorations] == ["compute"]
    history = History(project)
    after = history.do(RemoveFabric(name="compute"))
    others = tuple(one for one in project.fabrics if one.requirement.name != "compute")
    assert after == msgspec.structs.replace(project, fabrics=others, explorations=())
    assert history.undo() == project
    assert history.do(Redesign(fabrics=others)) == after
    assert (
        perform(project, RemoveFabric(name=others[0].requirement.name)).explorations == project.explorations
    )
