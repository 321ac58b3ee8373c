"""Several reports as one: a file of each switch, of several makers, with names that are cut short."""

import pytest
from msgspec.structs import replace

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.readers import read_discovered, read_together
from fatdesk.engine.floor.room_grid import RoomGrid
from fatdesk.engine.identifiers.schemes import SCHEMES, Identifiers
from fatdesk.project.derived.derived import Derived
from fatdesk.project.growing.expected import plan_for, report_for
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.planting import report
from tests.engine.asbuilt.test_readers import links

EOS = (
    "Port  Neighbor Device ID  Neighbor Port ID  TTL\nEt49/1  spine1  Ethernet1/3  120\nEt2  n2  eth0  120\n"
)
NX_OS = """\
spine1# show lldp neighbors detail
Chassis id: 4438.3900.001b
Port id: Ethernet49/1
Local Port id: Eth1/3
System Name: leaf1.example.org
"""
LLDPCLI = "lldp.eth0.via=LLDP\nlldp.eth0.chassis.name=leaf1\nlldp.eth0.port.ifname=Ethernet2\n"


def test_a_link_that_two_files_report_is_one() -> None:
    found = read_together(
        [(EOS.encode(), "in/leaf1.txt"), (NX_OS.encode(), "in/any.log"), (LLDPCLI.encode(), "in/n2.txt")]
    )
    assert links(found) == [
        ("leaf1", "Ethernet49/1", "spine1", "Ethernet1/3"),
        ("leaf1", "Ethernet2", "n2", "eth0"),
    ]
    assert all(link.twice for link in found.links)
    assert (found.file, found.form) == (
        "leaf1.txt and 2 other files",
        "EOS show lldp neighbors, show lldp neighbors detail, lldpcli",
    )
    assert [note.what for note in found.notes] == [
        "2 reports do not name their own node: the names of the files are assumed (leaf1, n2)"
    ]


def test_notes_name_the_file_and_its_line() -> None:
    """A port that two files join with different ones, and a half line in the second file."""
    other = EOS.replace("spine1", "spine2") + "Et7\n"
    found = read_together([(EOS.encode(), "leaf1.txt"), (other.encode(), "b/leaf1.txt")])
    what = "leaf1 port Ethernet49/1 was joined with something else at line 2 of leaf1.txt: the first is taken"
    assert (2, f"leaf1.txt: {what}") in found.placed(found.notes)
    found = read_together([(EOS.encode(), "leaf1.txt"), (f"{NX_OS}\nChassis id: x\n".encode(), "c.txt")])
    (note,) = [note for note in found.placed(found.notes) if note.line]
    assert tuple(note) == (
        7,
        "c.txt: block names no port of spine1, use the table of show lldp neighbors: left out",
    )


def test_names_that_are_cut_short_are_those_of_another_file() -> None:
    """IOS cuts names after 20 letters, touching the port; one that several names begin with stays."""
    head = "Device ID           Local Intf     Hold-time  Capability      Port ID\n"
    rows = "spine-of-the-first-rHu1/0/49       120        B,R             Hu1/0/3\n"
    rows += "leaf-number-two-of-tHu1/0/50       120        B,R             Hu1/0/49\n"
    other = head + "leaf1               Hu1/0/3        120        B,R             Hu1/0/49\n"
    files = [
        (f"leaf1#show lldp neighbors\n{head}{rows}".encode(), "a.txt"),
        (f"spine-of-the-first-row#show lldp neighbors\n{other}".encode(), "b.txt"),
    ]
    found = read_together(files)
    assert links(found)[0] == ("leaf1", "HundredGigE1/0/49", "spine-of-the-first-row", "HundredGigE1/0/3")
    assert found.links[0].twice
    assert [note.what for note in found.placed(found.notes)] == [
        "a.txt: spine-of-the-first-r is cut short: it is taken as spine-of-the-first-row"
    ]
    second = files[1][0].replace(b"first-row", b"first-room")
    names = {node.name for node in read_together([*files, (second, "c.txt")]).nodes}
    assert {"spine-of-the-first-r", "spine-of-the-first-row", "spine-of-the-first-room"} <= names


def test_reports_that_do_not_go_together_are_refused() -> None:
    fabric = report(samples.nodes_60())
    with pytest.raises(InputError) as caught:
        read_together([(fabric, "fabric.net"), (EOS.encode(), "leaf1.txt")])
    assert str(caught.value) == (
        "leaf1.txt:1: file: fabric.net reports InfiniBand and this does not, compare them one after the other"
    )
    with pytest.raises(InputError, match=r"b\.txt:1: file: is empty, save the report again"):
        read_together([(EOS.encode(), "leaf1.txt"), (b"", "b.txt")])
    assert read_together([(EOS.encode(), "leaf1.txt")]) == read_discovered(EOS.encode(), "leaf1.txt")


def test_two_halves_of_a_subnet_are_the_whole() -> None:
    """Files of ibnetdiscover cut between two records: links are known from either end."""
    whole = report(samples.nodes_60()).decode()
    at = whole.index("\nSwitch", len(whole) // 3)
    parts = [(whole[:at].encode(), "a"), (whole[at:].encode(), "b")]
    found = read_together(parts)
    assert len(found.links) == 132
    assert all(link.twice for link in found.links)


def derived_of(project, scheme):
    plan = replace(project.floor.plan, grid=RoomGrid(x_m=-1.2, y_m=-1.2))
    naming = replace(project.naming, identifiers=Identifiers(scheme=scheme, floor="1", room="A"))
    return Derived(replace(project, naming=naming, floor=replace(project.floor, plan=plan)))


def ends_of(derived):
    """The ends of each cable; of a splitter of each leg."""
    return [
        (row.a, leg)
        for row in derived.rows
        for leg in (row.legs or (row.b,))
        if None not in (row.a.rack, leg.rack)
    ]


def compared(derived, lines):
    found = read_discovered("\n".join(lines).encode(), "room.csv")
    report = report_for(derived, found)
    return compare(plan_for(derived, report), report)


@pytest.fixture
def sixty(designed):
    return derived_of(designed("nodes-60"), "rack-unit")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["nodes-60", "gpu-31", "blades-224"])
def test_a_list_of_both_ends_is_matched(designed, name, scheme):
    derived = derived_of(designed(name), scheme)
    ends = ends_of(derived)
    built = compared(
        derived, ["Identifier A,Identifier B", *(f"{a.identifier},{b.identifier}" for a, b in ends)]
    )
    assert not [note for note in built.notes if note.line]
    assert not built.unknown
    assert built.matched >= len(ends)


def test_labels_of_both_ends_are_read_by_their_near_end(sixty):
    lines = ["From label,To label", *(f"{a.label},{b.label}" for a, b in ends_of(sixty))]
    built = compared(sixty, lines)
    assert (built.matched, built.planned, built.differences) == (132, 132, ())


def test_ports_of_a_table_are_named_by_identifiers(sixty):
    lines = ["node,port,remote node,remote port"]
    lines += [f"{a.device},{a.identifier},{b.device},{b.identifier}" for a, b in ends_of(sixty)]
    assert compared(sixty, lines).matched == 132


def test_an_exchange_in_a_list_is_found_and_named(sixty):
    ends = ends_of(sixty)
    (a, b), (c, d), *others = ends
    pairs = [(a, d), (c, b), *others]
    built = compared(sixty, ["A end,B end", *(f"{one.identifier},{two.identifier}" for one, two in pairs)])
    assert [str(one.kind) for one in built.differences] in (["swap"], ["devices"])


def test_wrong_identifiers_are_noted_with_their_line_and_stay_as_they_are(sixty):
    pairs = [[a.identifier, b.identifier] for a, b in ends_of(sixty)]
    pairs[1][0] = "R1-U99-P2"
    pairs[2][0] = "R1-41-3"
    pairs[4][1] = "R9-U1-P1"
    built = compared(sixty, ["near end,far end", *map(",".join, pairs)])
    notes = {note.line: note.what for note in built.notes}
    assert notes[3] == "R1-U99-P2 names unit 99 of rack A01, where no device begins"
    assert notes[4].startswith("R1-41-3 is not an identifier by the scheme R{number}-U{u}")
    assert notes[6] == "R9-U1-P1 names a rack that the project does not have: number 9"
    assert set(built.unknown) == {"R1-U99-P2", "R1-41-3"}  # the host in rack 9 is recognised by its port
    assert built.matched == 130


def test_an_identifier_of_another_device_than_that_which_reports_it_is_noted(sixty):
    (a, b), *others = ends_of(sixty)
    lines = ["node,port,remote node,remote port", f"E02,{a.identifier},{b.device},{b.identifier}"]
    lines += [f"{one.device},{one.identifier},{two.device},{two.identifier}" for one, two in others]
    built = compared(sixty, lines)
    assert [(note.line, note.what) for note in built.notes if "reports" in note.what] == [
        (2, f"E02 reports {a.identifier}, which is a port of {a.device}")
    ]


def test_a_report_without_identifiers_stays_as_it_is(sixty):
    lines = ["node,port,remote node,remote port", "E01,1,n01,1", "E01,2,n02,1"]
    found = read_discovered("\n".join(lines).encode(), "room.csv")
    assert report_for(sixty, found) is found


def test_many_wrong_identifiers_are_counted(sixty):
    pairs = [(a.identifier, b.identifier) for a, b in ends_of(sixty)]
    wrong = [(f"R1-U99-P{n}", f"R1-U98-P{n}") for n in range(1, 41)]
    built = compared(sixty, ["near end,far end", *map(",".join, [*pairs, *wrong])])
    assert built.notes[-1].what == "identifiers that name no port of the plan: 60 more"
