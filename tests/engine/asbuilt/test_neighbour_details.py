"""Neighbours in full, as switches print them with ``detail``; the samples are made up, their lines are facts.

Lines, their order and what is unusual about them: github.com/networktocode/ntc-templates, folders
``show_lldp_neighbors_detail`` of arista_eos, cisco_nxos (with and without a port id) and cisco_ios (with
and without the own port), ``show_lldp_neighbor-info_detail`` of aruba_aoscx and
``display_lldp_neighbor-information_verbose`` of hp_comware, all of which were read once; Dell OS10: the
OS10 guide and github.com/ansible-collections/dellemc.os10; Juniper: CLI reference, ``show lldp neighbors
interface``.
"""

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.engine.asbuilt.test_neighbour_tables import links

EOS = """\
leaf1#show lldp neighbors detail | no-more
Interface Ethernet49/1 detected 1 LLDP neighbors:

  Neighbor 4438.3900.001b/"Ethernet3/1", age 12 seconds
  Discovered 0:01:11 ago; Last changed 0:01:11 ago
  - Chassis ID type: MAC address (4)
    Chassis ID     : 4438.3900.001b
  - Port ID type: Interface name (5)
    Port ID     : "Ethernet3/1"
  - Time To Live: 120 seconds
  - Port Description: "to leaf1"
  - System Name: "spine1.example.org"
  - System Description: "Arista Networks EOS: a switch"
  - IEEE802.1/IEEE802.3 Link Aggregation
    Link Aggregation Status: Capable, Disabled (0x01)
    Port ID                : 0

Interface Ethernet50/1 detected 0 LLDP neighbors:

Interface Ethernet2 detected 1 LLDP neighbors:

  Neighbor 0c42.a1b2.c3d4/0c42.a1b2.c3d4, age 4 seconds
    - Chassis ID type: MAC address (4)
      Chassis ID     : 0c42.a1b2.c3d4
    - Port ID type: MAC address (3)
      Port ID     : 0c42.a1b2.c3d4
    - Port Description: "ens1f0np0"
    - System Name: "n2"
"""
NX_OS = """\
leaf1# show lldp neighbors detail
Capability codes:
  (R) Router, (B) Bridge, (T) Telephone, (C) DOCSIS Cable Device
Device ID            Local Intf      Hold-time  Capability  Port ID

Chassis id: 4438.3900.001b
Port id: Ethernet1/3
Local Port id: Eth1/49
Port Description: to leaf1
System Name: spine1
System Description: Cisco Nexus Operating System (NX-OS) Software 9.3(8)
TAC support: http://www.cisco.com/tac
Time remaining: 97 seconds
Management Address: 192.0.2.2
Vlan ID: not advertised

Chassis id: 0c42.a1b2.c3d4
Local Port id: Eth1/2
Port Description: ens1f0np0
System Name: n2
Time remaining: 3 seconds
Total entries displayed: 2
"""
IOS = """\
leaf1#show lldp neighbors detail
------------------------------------------------
Local Intf: Hu1/0/49
Chassis id: 4438.3900.001b
Port id: Hu1/0/3
Port Description: HundredGigE1/0/3
System Name: spine1

System Description:
Cisco IOS Software, 12.2: a switch

Management Addresses:
    IP: 192.0.2.2
Vlan ID: - not advertised

------------------------------------------------
Local Intf: Twe1/0/2
Chassis id: 0c42.a1b2.c3d4
Port id: 0c42.a1b2.c3d4
Port Description: ens1f0np0
System Name: n2

Total entries displayed: 2
"""
OS10 = """\
leaf1# show lldp neighbors detail

Remote Chassis ID Subtype: Mac address (4)
Remote Chassis ID: 44:38:39:00:00:1b
Remote Port Subtype: Interface name (5)
Remote Port ID: ethernet1/1/3
Remote Port Description: to leaf1
Local Port ID: ethernet1/1/49
Remote TTL: 120
Remote System Name: spine1
Remote System Desc: Dell OS10
---------------------------------------------------------------------------

Remote Chassis ID Subtype: Mac address (4)
Remote Chassis ID: 0c:42:a1:b2:c3:d4
Remote Port Subtype: Mac address (3)
Remote Port ID: 0c:42:a1:b2:c3:d4
Remote Port Description: ens1f0np0
Local Port ID: ethernet1/1/2:1
Remote System Name: n2
---------------------------------------------------------------------------
"""
JUNOS = """\
{master:0}
admin@leaf1> show lldp neighbors interface all
LLDP Neighbor Information:
Local Information:
Index: 10 Time to live: 120 Time mark: Mon Nov  2 14:27:02 2026 Age: 26 secs
Local Interface    : et-0/0/48
Parent Interface   : ae0
Local Port ID      : 528
Ageout Count       : 0

Neighbor Information:
Chassis type       : Mac address
Chassis ID         : 44:38:39:00:00:1b
Port type          : Locally assigned
Port ID            : 519
Port description   : et-0/0/2
System name        : spine1
System Description : Juniper Networks, Inc. qfx5220

LLDP Neighbor Information:
Local Information:
Local Interface    : et-0/0/1:0
Local Port ID      : 530

Neighbor Information:
Chassis ID         : 0c:42:a1:b2:c3:d4
Port ID            : 0c:42:a1:b2:c3:d4
Port description   : ens1f0np0
System name        : n2
"""
AOS_CX = """\
leaf1# show lldp neighbor-info detail
--------------------------------------------------------------------------------
Port                           : 1/1/49
Neighbor Entries               : 1
Neighbor Chassis-Name          : spine1
Neighbor Chassis-ID            : 44:38:39:00:00:1b
Neighbor Port-ID               : 1/1/3
Neighbor Port-Desc             : 1/1/3
--------------------------------------------------------------------------------
Port                           : 1/1/2
Neighbor Chassis-Name          : n2
Neighbor Chassis-ID            : 0c:42:a1:b2:c3:d4
Neighbor Port-ID               : 0c:42:a1:b2:c3:d4
Neighbor Port-Desc             : ens1f0np0
"""
COMWARE = """\
<leaf1>display lldp neighbor-information verbose
LLDP neighbor-information of port 49[HundredGigE1/0/49]:
LLDP agent nearest-bridge:
 LLDP neighbor index : 1
 Chassis ID          : 4438-3900-001b
 Port ID type        : Interface name
 Port ID             : HundredGigE1/0/3
 Port description    : to leaf1
 System name         : spine1

LLDP neighbor-information of port 2[Twenty-FiveGigE1/0/2]:
 Chassis ID          : 0c42-a1b2-c3d4
 Port ID             : 0c42-a1b2-c3d4
 Port description    : ens1f0np0
 System name         : n2
"""
CASES = {
    "EOS": (EOS, ("Ethernet49/1", "spine1.example.org", "Ethernet3/1"), "Ethernet2"),
    "NX-OS": (NX_OS, ("Ethernet1/49", "spine1", "Ethernet1/3"), "Ethernet1/2"),
    "IOS": (IOS, ("HundredGigE1/0/49", "spine1", "HundredGigE1/0/3"), "TwentyFiveGigE1/0/2"),
    "OS10": (OS10, ("ethernet1/1/49", "spine1", "ethernet1/1/3"), "ethernet1/1/2:1"),
    "Junos": (JUNOS, ("et-0/0/48", "spine1", "et-0/0/2"), "et-0/0/1:0"),
    "AOS-CX": (AOS_CX, ("1/1/49", "spine1", "1/1/3"), "1/1/2"),
    "Comware": (COMWARE, ("HundredGigE1/0/49", "spine1", "HundredGigE1/0/3"), "Twenty-FiveGigE1/0/2"),
}
each = pytest.mark.parametrize(("text", "first", "port"), CASES.values(), ids=CASES)


def wanted(owner: str, first: tuple[str, ...], port: str) -> list[tuple[str, ...]]:
    return [(owner, *first), (owner, port, "n2", "ens1f0np0")]


@each
def test_the_switch_is_in_the_prompt(text: str, first: tuple[str, ...], port: str) -> None:
    found = read_discovered(text.replace("\n", "\r\n").encode("utf-8-sig"), "all.txt")
    assert links(found) == wanted("leaf1", first, port)
    assert not found.notes


@each
def test_the_switch_is_before_each_line_or_the_name_of_the_file(
    text: str, first: tuple[str, ...], port: str
) -> None:
    bare = "\n".join(line for line in text.splitlines() if "leaf1#" not in line and "leaf1>" not in line)
    found = read_discovered(bare.encode(), "leaf7.txt")
    assert links(found) == wanted("leaf7", first, port)
    assert "leaf7 is assumed" in found.notes[0].what
    both = "".join(f"leaf{n}: {line}\n" for n in (8, 9) for line in bare.replace("n2", f"n{n}").splitlines())
    found = read_discovered(both.replace("spine1", "spine2", 1).encode(), "all.txt")
    assert [link[0] for link in links(found)] == ["leaf8", "leaf8", "leaf9", "leaf9"]


@each
def test_pagers_and_half_blocks_leave_the_rest(text: str, first: tuple[str, ...], port: str) -> None:
    """A pager in the middle, alone in its line and before a line; a block that is cut off is noted."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if "spine1" in line)
    paged = [*lines[:at], " --More-- ", f"--More--\r        \r{lines[at]}", *lines[at + 1 :]]
    assert links(read_discovered("\n".join(paged).encode(), "all.txt")) == wanted("leaf1", first, port)
    last = max(
        i for i, line in enumerate(lines) if "c3:d4" in line or "c3d4" in line or "Local Interface" in line
    )
    found = read_discovered("\n".join(lines[:last]).encode(), "all.txt")
    assert links(found)[0] == ("leaf1", *first)
    assert len(links(found)) == 1 or links(found)[1][1] == port


def test_blocks_without_the_own_port_are_refused_with_what_to_do() -> None:
    text = IOS.replace("Local Intf: Hu1/0/49\n", "").replace("Local Intf: Twe1/0/2\n", "")
    with pytest.raises(InputError) as caught:
        read_discovered(text.encode(), "leaf1.txt")
    assert str(caught.value) == (
        "leaf1.txt:3: line: block names no port of leaf1, use the table of show lldp neighbors; "
        "no other line is a link"
    )
    found = read_discovered(IOS.replace("Local Intf: Twe1/0/2\n", "").encode(), "leaf1.txt")
    assert [note.line for note in found.notes] == [17]
    assert len(found.links) == 1
