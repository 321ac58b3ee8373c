"""Tables of neighbours of switches; written after the public references of their makers.

Sources: Arista EOS user manual, "show lldp neighbors"; Cisco Nexus 9000 and Catalyst command references,
"show lldp neighbors"; Juniper CLI reference, "show lldp neighbors"; SONiC command reference, "show lldp
table"; NVIDIA Cumulus Linux 4.3 guide, "net show lldp", and NVUE reference, "nv show interface lldp"; HPE
Aruba AOS-CX reference, "show lldp neighbor-info"; Dell SmartFabric OS10 guide, "show lldp neighbors"; H3C
and HPE Comware command references, "display lldp neighbor-information list", of versions 5 and 7.
Captures that were read once, of which these samples have the peculiarities, are listed in docs/as-built.md.
"""

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.discovered import Discovered
from fatdesk.engine.asbuilt.readers import read_discovered

EOS = """\
leaf1#show lldp neighbors
Last table change time   : 0:00:23 ago
Number of table inserts  : 24
Number of table deletes  : 2

Port          Neighbor Device ID       Neighbor Port ID    TTL
---------- ------------------------ ---------------------- ---
Et49/1        spine1.example.org       Ethernet3/1         120
Et2           n2                       0c42.a1b2.c3d4      120

leaf1#
"""
NXOS = """\
leaf1# show lldp neighbors
Capability codes:
  (R) Router, (B) Bridge, (T) Telephone, (C) DOCSIS Cable Device
  (W) WLAN Access Point, (P) Repeater, (S) Station, (O) Other
Device ID            Local Intf      Hold-time  Capability  Port ID
spine1               Eth1/49         120        BR          Ethernet1/3
a-name-longer-than-its-column-0002
                     Eth1/2          120                    0c42.a1b2.c3d4
Total entries displayed: 2
"""
IOS = """\
leaf1#sh lldp neighbors
Capability codes:
    (R) Router, (B) Bridge, (T) Telephone, (C) DOCSIS Cable Device

Device ID           Local Intf     Hold-time  Capability      Port ID
spine1              Hu1/0/49       120        B,R             Hu1/0/3
n2                  Twe1/0/2       120        S               0c42.a1b2.c3d4

Total entries displayed: 2
"""
SONIC = """\
admin@leaf1:~$ show lldp table
Capability codes: (R) Router, (B) Bridge, (O) Other
LocalPort    RemoteDevice    RemotePortID       Capability    RemotePortDescr
-----------  --------------  -----------------  ------------  -----------------
Ethernet192  spine1          etp3               BR            Ethernet8
Ethernet4    n2              0c:42:a1:b2:c3:d4  O             ens1f0np0
Ethernet8                    0c:42:a1:b2:c3:d5  O
--------------------------------------------------
Total entries displayed:  3
"""
JUNOS = """\
{master:0}
admin@leaf1> show lldp neighbors
Local Interface    Parent Interface    Chassis Id          Port info          System Name
et-0/0/48          ae0                 44:38:39:00:00:1b   et-0/0/2           spine1
et-0/0/1:0         -                   0c:42:a1:b2:c3:d4   to leaf 1, first   n2

{master:0}
admin@leaf1>
"""
CUMULUS = """\
cumulus@leaf1:mgmt:~$ net show lldp

LocalPort  Speed  Mode          RemoteHost       RemotePort
---------  -----  ------------  ---------------  -----------------
swp49      100G   Default       spine1           swp3
swp2       25G    Interface/L3  n2               0c:42:a1:b2:c3:d4
"""
NVUE = """\
cumulus@leaf1:~$ nv show interface lldp
Interface  Speed  Type  Remote Host      Remote Port
---------  -----  ----  ---------------  -----------------
swp49      100G   swp   spine1           swp3
swp2       25G    swp   n2               0c:42:a1:b2:c3:d4
"""
AOS_CX = """\
leaf1# show lldp neighbor-info

LLDP Neighbor Information
=========================

Total Neighbor Entries          : 2

LOCAL-PORT  CHASSIS-ID         PORT-ID           PORT-DESC     TTL      SYS-NAME
--------------------------------------------------------------------------------
1/1/49      70:72:cf:a4:7d:50  1/1/3             1/1/3         120      spine1
1/1/2       0c:42:a1:b2:c3:d4  0c:42:a1:b2:c3:d4 ens1f0np0     120      n2
"""
OS10 = """\
leaf1# show lldp neighbors
Loc PortID          Rem Host Name        Rem Port Id                    Rem Chassis Id
--------------------------------------------------------------------------------------
ethernet1/1/49      spine1               ethernet1/1/3                 50:9a:4c:d5:00:01
ethernet1/1/2:1     n2                   0c:42:a1:b2:c3:d4             0c:42:a1:b2:c3:d4
ethernet1/1/4       Not Advertised       00:78:57:aa:bb:cc             39373638-3935-5A43-4A39-
"""
COMWARE = """\
<leaf1>display lldp neighbor-information list
Chassis ID : * -- -- Nearest nontpmr bridge neighbor
             # -- -- Nearest customer bridge neighbor
             Default -- -- Nearest bridge neighbor
Local Interface Chassis ID      Port ID                    System Name
HGE1/0/49       f4e9-75bf-8400  HundredGigE1/0/3           spine1
WGE1/0/2        0c42-a1b2-c3d4  0c42-a1b2-c3d4             n2
"""
COMWARE_5 = """\
<leaf1>dis lldp neighbor-information list
System Name          Local Interface Chassis ID      Port ID
spine1               HGE1/0/49       f4e9-75bf-8400  HundredGigE1/0/3
n2                   WGE1/0/2        0c42-a1b2-c3d4  0c42-a1b2-c3d4
"""


def test_a_name_goes_on_only_after_a_row_that_is_understood() -> None:
    text = COMWARE.replace("WGE1/0/2 ", "no row").replace(
        "-c3d4             n2\n", "-c3d4             n2\nend\n"
    )
    found = read_discovered(text.encode(), "x.txt")
    assert links(found) == [("leaf1", "HGE1/0/49", "spine1", "HundredGigE1/0/3")]
    assert [(note.line, note.what) for note in found.notes] == [(7, "row is not understood: left out")]


def links(found: Discovered) -> list[tuple[str, ...]]:
    return [
        (found.nodes[link.a].name, link.port_a, found.nodes[link.b].name, link.port_b) for link in found.links
    ]


CASES = {
    "EOS": (
        EOS,
        ("Ethernet49/1", "spine1.example.org", "Ethernet3/1"),
        ("Ethernet2", "n2", "0c42.a1b2.c3d4"),
    ),
    "NX-OS": (
        NXOS,
        ("Ethernet1/49", "spine1", "Ethernet1/3"),
        ("Ethernet1/2", "a-name-longer-than-its-column-0002", "0c42.a1b2.c3d4"),
    ),
    "IOS": (
        IOS,
        ("HundredGigE1/0/49", "spine1", "HundredGigE1/0/3"),
        ("TwentyFiveGigE1/0/2", "n2", "0c42.a1b2.c3d4"),
    ),
    "SONiC": (SONIC, ("Ethernet192", "spine1", "etp3"), ("Ethernet4", "n2", "ens1f0np0")),
    "Junos": (JUNOS, ("et-0/0/48", "spine1", "et-0/0/2"), ("et-0/0/1:0", "n2", "to leaf 1, first")),
    "Cumulus": (CUMULUS, ("swp49", "spine1", "swp3"), ("swp2", "n2", "0c:42:a1:b2:c3:d4")),
    "NVUE": (NVUE, ("swp49", "spine1", "swp3"), ("swp2", "n2", "0c:42:a1:b2:c3:d4")),
    "AOS-CX": (AOS_CX, ("1/1/49", "spine1", "1/1/3"), ("1/1/2", "n2", "ens1f0np0")),
    "OS10": (
        OS10,
        ("ethernet1/1/49", "spine1", "ethernet1/1/3"),
        ("ethernet1/1/2:1", "n2", "0c:42:a1:b2:c3:d4"),
    ),
    "Comware 7": (
        COMWARE,
        ("HGE1/0/49", "spine1", "HundredGigE1/0/3"),
        ("WGE1/0/2", "n2", "0c42-a1b2-c3d4"),
    ),
    "Comware 5": (
        COMWARE_5,
        ("HGE1/0/49", "spine1", "HundredGigE1/0/3"),
        ("WGE1/0/2", "n2", "0c42-a1b2-c3d4"),
    ),
}


@pytest.mark.parametrize(("text", "first", "second"), CASES.values(), ids=CASES)
def test_the_node_is_in_the_prompt(text: str, first: tuple[str, ...], second: tuple[str, ...]) -> None:
    found = read_discovered(text.replace("\n", "\r\n").encode("utf-8-sig"), "all.txt")
    assert links(found) == [("leaf1", *first), ("leaf1", *second)]
    assert not any("is assumed" in note.what for note in found.notes)


@pytest.mark.parametrize(("text", "first", "second"), CASES.values(), ids=CASES)
def test_the_node_is_before_each_line(text: str, first: tuple[str, ...], second: tuple[str, ...]) -> None:
    lines = [line for line in text.splitlines() if "leaf1" not in line]
    other = [line.replace("spine1", "spine2").replace("n2", "n3").replace("0002", "0003") for line in lines]
    both = [f"leaf1: {line}\n" for line in lines] + [f"leaf2: {line}\n" for line in other]
    found = read_discovered("".join(both).encode(), "all.txt")
    assert links(found)[:2] == [("leaf1", *first), ("leaf1", *second)]
    assert {link[0] for link in links(found)} == {"leaf1", "leaf2"}


@pytest.mark.parametrize(("text", "first", "second"), CASES.values(), ids=CASES)
def test_the_node_is_the_name_of_the_file(text: str, first: tuple[str, ...], second: tuple[str, ...]) -> None:
    bare = "".join(
        f"{line}\n"
        for line in text.splitlines()
        if not line.startswith(("leaf1", "<leaf1", "admin", "cumulus"))
    )
    found = read_discovered(bare.encode(), "leaf1.txt")
    assert links(found) == [("leaf1", *first), ("leaf1", *second)]
    assert any("leaf1 is assumed" in note.what for note in found.notes)


def test_several_switches_in_one_capture() -> None:
    other = CUMULUS.replace("leaf1", "leaf2").replace("swp3", "swp4").replace("n2", "n3")
    found = read_discovered((CUMULUS + other).encode(), "x")
    assert [link[0] for link in links(found)] == ["leaf1", "leaf1", "leaf2", "leaf2"]


def test_a_neighbour_without_a_name_is_stated() -> None:
    found = read_discovered(SONIC.encode(), "x")
    assert [note.what for note in found.notes] == [
        "leaf1 Ethernet8 has a neighbour without name or port: left out"
    ]


def test_a_name_that_is_cut_short_is_no_name() -> None:
    """Two neighbours whose names begin alike are two nodes, known by their chassis."""
    text = OS10.replace("spine1              ", "a-long-name-of-ro...")
    text = text.replace("n2                  ", "a-long-name-of-ro...")
    found = read_discovered(text.encode(), "x")
    assert [(node.name, node.key) for node in found.nodes] == [
        ("leaf1", "leaf1"),
        ("", "50:9a:4c:d5:00:01"),
        ("", "0c:42:a1:b2:c3:d4"),
    ]
    assert [note.what for note in found.notes] == [
        "leaf1 ethernet1/1/4 has a neighbour without name or port: left out"
    ]


def test_a_table_without_rows_is_an_error() -> None:
    with pytest.raises(InputError, match="holds no link"):
        read_discovered("\n".join(EOS.splitlines()[:7]).encode(), "x")


NETQ = """\
cumulus@oob:~$ netq show lldp

Matching lldp records:
Hostname          Interface                 Peer Hostname     Peer Interface          Last Changed
----------------- ------------------------- ----------------- ----------------------- --------------------
leaf1             swp49                     spine1            swp1                    Mon Oct 26 04:13:29 2020
spine1            swp1                      leaf1             swp49                   Mon Oct 26 04:13:29 2020
leaf2             swp1                      n1                mac:44:38:39:00:00:32   Mon Oct 26 04:13:57 2020
"""


def test_the_table_of_netq_names_the_switch_in_each_row() -> None:
    """Columns: github.com/CumulusNetworks/docs, content/cumulus-netq-46, Monitor-the-LLDP-Service.md."""
    found = read_discovered(NETQ.encode(), "netq.txt")
    assert links(found) == [
        ("leaf1", "swp49", "spine1", "swp1"),
        ("leaf2", "swp1", "n1", "44:38:39:00:00:32"),
    ]
    assert found.links[0].twice
    assert (found.form, found.notes) == ("NetQ show lldp", ())


OS9 = """\
leaf1# show lldp neighbors
 Loc PortID     Rem Host Name     Rem Port Id                        Rem Chassis Id
 --------------------------------------------------------------------------------

 Te 1/1         -                 0c:42:a1:b2:c3:d0                  0c:42:a1:b2:c3:d0
 Te 1/3         localhost.local...0c:42:a1:b2:c3:e0                  0c:42:a1:b2:c3:e0
 Fo 1/49        spine1            fortyGigE 0/60                     90:b1:1c:f4:27:78
"""


def test_os9_leaves_a_line_under_the_rule_and_no_space_behind_names() -> None:
    """Shape: github.com/dell-asm/dell-asm-util, spec of ASM::Util; nodes without names have addresses."""
    found = read_discovered(OS9.encode(), "x")
    assert links(found) == [
        ("leaf1", "Te 1/1", "0c:42:a1:b2:c3:d0", "0c:42:a1:b2:c3:d0"),
        ("leaf1", "Te 1/3", "", "0c:42:a1:b2:c3:e0"),
        ("leaf1", "Fo 1/49", "spine1", "fortyGigE 0/60"),
    ]
