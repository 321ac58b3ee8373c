"""Approved cables and optics of a fabric or tier bind everything that is ordered."""

from pathlib import Path

import msgspec
import pytest

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import Approved, ApprovedCables
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Ports, Server, Switch
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.commands.cables import SetCable
from fatdesk.project.derived.check import check
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.cable_records import CableRecord
from fatdesk.project.files.file_format import decode, encode

EDR = Ports(count=36, connector="qsfp28", rate_gbps=100.0, lanes=4, protocol="infiniband")
OWN = (
    Switch(id="edr-36", height_u=1, ports=(EDR,)),
    Server(id="edr-node", height_u=1, ports=(Ports(count=1, connector="qsfp28", rate_gbps=100.0, lanes=4),)),
)


@pytest.fixture(scope="module")
def library():
    return Catalog([*load_shipped(), *OWN])


def designed(library, cables, host="edr-node", count=96, switch="edr-36", **more):
    wish = Requirements(
        hosts=(HostGroup(name="n", part=host, count=count),),
        fabrics=(FabricRequirement(name="net", edge=(switch,), core=(switch,), cables=cables, **more),),
        room=RoomRequirement(improve_steps=0),
    )
    project = design_project(wish, library, "test").project
    assert project is not None
    return Derived(project)


def ordered(derived, tier=None):
    """Ids of the cables and transceivers chosen, of all links or of a tier's."""
    (made,) = derived.cabling.fabrics
    found = set()
    for cable in range(made.count):
        ends = made.fabric.kind[made.fabric.ends[made.links[made.start[cable]]]]
        own = "uplinks" if (ends == NodeKind.SWITCH).all() else "hosts"
        if made.choice[cable] >= 0 and tier in (None, own):
            option = made.choices[made.choice[cable]].option
            found |= {some.id for some in (option.cable, option.a, option.b) if some is not None}
    return found


def test_only_approved_parts_are_ordered(library):
    free = designed(library, None)
    assert ordered(free) == {"nvidia-mcp1600-e"}
    bound = designed(library, ApprovedCables(parts=("nvidia-mfa1a00-e",)))
    assert ordered(bound) == {"nvidia-mfa1a00-e"}
    assert not [f for f in check(bound) if f.finding.rule == "no-cable"]


def test_only_cables_of_approved_vendors_are_ordered(library):
    for vendor in ("Cisco", "cisco"):
        bound = designed(
            library, ApprovedCables(vendors=(vendor,)), host="dell-r760-e810-100", switch="nvidia-sn2700"
        )
        assert {library[part].vendor for part in ordered(bound)} == {"Cisco"}


def test_optics_and_fibres_are_bound_too(library):
    parts = ("nvidia-mms4x00-nm", "nvidia-mms4x00-ns400", "nvidia-mfp7e30-n")
    bound = designed(
        library, ApprovedCables(parts=parts), host="dell-r660-cx7", switch="nvidia-qm9700", media="optical"
    )
    assert ordered(bound) == set(parts)


def test_tiers_have_lists_of_their_own(library):
    cables = ApprovedCables(parts=("nvidia-mcp1600-e",), uplinks=Approved(parts=("nvidia-mfa1a00-e",)))
    bound = designed(library, cables, count=72)
    assert ordered(bound, "hosts") == {"nvidia-mcp1600-e"}
    assert ordered(bound, "uplinks") == {"nvidia-mfa1a00-e"}


def test_where_no_approved_cable_reaches_is_an_error_with_its_reason(library):
    bound = designed(library, ApprovedCables(parts=("nvidia-mcp1600-e",)), count=500)
    found = [f.finding for f in check(bound) if f.finding.rule == "no-cable"]
    assert found
    assert all(f.severity == "error" for f in found)
    assert "no approved cable reaches: the longest of nvidia-mcp1600-e is 5 m" in found[0].text
    other = designed(library, ApprovedCables(parts=("nvidia-mcp1650-h",)))
    texts = [f.finding.text for f in check(other) if f.finding.rule == "no-cable"]
    assert "no approved cable in the catalog joins qsfp28 and qsfp28 at 100 Gb/s" in texts[0]


def test_a_part_that_is_not_approved_can_be_chosen_by_hand_with_a_warning(library):
    bound = designed(library, ApprovedCables(parts=("nvidia-mcp1600-e",)), count=36)
    first = bound.rows[0].id
    project = msgspec.structs.replace(bound.project, parts=tuple(library))
    project = SetCable(cable=CableRecord(id=first, part="nvidia-mfa1a00-e")).apply(project)
    found = [f.finding for f in check(Derived(project)) if f.finding.rule == "not-approved"]
    assert [(f.where, f.severity) for f in found] == [(first, "warning")]
    assert found[0].text == "nvidia-mfa1a00-e: not approved for net, chosen by hand"


def test_the_project_file_keeps_the_lists(library):
    cables = ApprovedCables(vendors=("NVIDIA",), hosts=Approved(parts=("nvidia-mcp1600-e",)))
    project = designed(library, cables).project
    data = encode(project)
    assert decode(data, "p").project == project
    assert b'"cables":{"vendors":["NVIDIA"],"hosts":{"parts":["nvidia-mcp1600-e"]}}' in data


@pytest.mark.parametrize(
    ("cables", "said"),
    [
        (
            "{parts: [nvidia-mcp1600e]}",
            'f:3: fabrics[0].cables.parts[0]: there is no part "nvidia-mcp1600e" in the catalog, did you',
        ),
        ("{parts: [edr-36]}", 'fabrics[0].cables.parts[0]: the part "edr-36" is not a cable'),
        (
            "{vendors: [Ciscoo]}",
            'cable or transceiver of the vendor "Ciscoo", did you mean Cisco?',
        ),
        ("{uplinks: {parts: [x]}}", 'fabrics[0].cables.uplinks.parts[0]: there is no part "x"'),
        ("{parts: []}", "fabrics[0].cables.parts"),
        ("{part: [x]}", "fabrics[0].cables.part"),
    ],
)
def test_errors_name_the_place_and_what_may_be_meant(library, cables, said):
    text = f"hosts: [{{name: n, part: edr-node, count: 9}}]\nfabrics:\n- {{name: net, cables: {cables}}}\n"
    with pytest.raises((InputError, InputErrors)) as caught:
        parse_requirements(text.encode(), "f", library)
    assert said in str(caught.value)
    assert Path("f").name in str(caught.value)
