"""Several reports as one: a file of each switch, of several makers, with names that are cut short."""

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.readers import read_discovered, read_together
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
