"""Output of iblinkinfo, by node and by line; written after iblinkinfo(8) of rdma-core.

Captures that were read once, of which these samples have the peculiarities, are listed in docs/as-built.md.
"""

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.discovered import Discovered, Reported
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.planting import planned_of, reported

BY_NODE = """\
CA: n01 HCA-1:
      0x000a001 7 1[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 4 1[ ] "MF0;E01:Q/U1" ( )
Switch: 0x0001001 MF0;E01:Q/U1:
      4 1[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 7 1[ ] "n01 HCA-1" ( )
      4 2[ ] ==( Down/ Polling)==> [ ] "" ( )
      4 33[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 5 2[ ] "MF0;C01:Q/U1" ( Could be 8X )
      4 65[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 9 1[ ] "Aggregation Node" ( )
CA: Aggregation Node:
      0x0001009 9 1[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 4 65[ ] "MF0;E01:Q/U1" ( )
Switch: 0x0002001 MF0;C01:Q/U1:
      5 2[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 4 33[ ] "MF0;E01:Q/U1" ( )
"""
BY_LINE = """\
0x000a001 " n01 HCA-1" 7 1[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 0x0001001 4 1[ ] "MF0;E01:Q/U1" ( )
0x0001001 " MF0;E01:Q/U1" 4 1[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 0x000a001 7 1[ ] "n01 HCA-1" ( )
0x0001001 " MF0;E01:Q/U1" 4 2[ ] ==( Down/ Polling)==> [ ] "" ( )
0x0001001 " MF0;E01:Q/U1" 4 33[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 0x0002001 5 2[ ] "MF0;C01:Q/U1" ( )
0x0002001 " MF0;C01:Q/U1" 5 2[ ] ==( 4X 106.25 Gbps Active/ LinkUp)==> 0x0001001 4 33[ ] "MF0;E01:Q/U1" ( )
"""
LINKS = [
    ("n01 HCA-1", "1", "MF0;E01:Q/U1", "1"),
    ("MF0;E01:Q/U1", "33", "MF0;C01:Q/U1", "2"),
]


def links(found: Discovered) -> list[tuple[str, ...]]:
    return [
        (found.nodes[link.a].name, link.port_a, found.nodes[link.b].name, link.port_b) for link in found.links
    ]


@pytest.mark.parametrize("text", [BY_NODE, BY_LINE], ids=["by node", "by line"])
def test_each_link_once(text: str) -> None:
    found = read_discovered(text.encode(), "fabric.txt")
    assert (found.form, found.counts_ports) == ("iblinkinfo", True)
    assert links(found) == LINKS
    assert all(link.twice and link.rate == "4X 106.25 Gbps" for link in found.links)


def test_roles_and_what_is_inside_switches() -> None:
    found = read_discovered(BY_NODE.encode(), "fabric.txt")
    assert [node.reported for node in found.nodes] == [
        Reported.HOST,
        Reported.SWITCH,
        Reported.SWITCH,
    ]
    assert "aggregation node" in found.notes[0].what


def test_switches_alone_know_hosts_by_name() -> None:
    switches = BY_NODE[BY_NODE.index("Switch:") : BY_NODE.index("CA: Aggregation")]
    found = read_discovered(switches.encode(), "fabric.txt")
    assert {(link[1], link[2]) for link in links(found)} == {("1", "n01 HCA-1"), ("33", "MF0;C01:Q/U1")}


def test_no_link_is_an_error() -> None:
    with pytest.raises(InputError, match="holds no link"):
        read_discovered(b'Switch: 0x1 E01:\n  4 2[  ] ==( Down/ Polling)==>  [  ] "" ( )\n', "fabric.txt")


def test_a_fabric_built_as_planned_has_no_differences() -> None:
    plan = samples.nodes_60()
    found = reported(plan)
    lines = []
    for link in found.links:
        near, far = (found.nodes[node].name for node in (link.a, link.b))
        lines.append(
            f'0x{link.a + 1:016x} "{near}" {link.a + 1} {link.port_a}[  ] '
            "==( 4X 25.78 Gbps Active/ LinkUp)==> "
            f'0x{link.b + 1:016x} {link.b + 1} {link.port_b}[  ] "{far}" ( )'
        )
    built = compare(planned_of(plan), read_discovered("\n".join(lines).encode(), "fabric.txt"))
    assert (built.differences, built.matched) == ((), built.planned)


OLD = """\
n01 ~ # iblinkinfo -P 1
Switch 0x0001001 E01 of 2010:
           4    1[  ] ==( 4X 5.0 Gbps Active/  LinkUp)==>       1    1[  ] "n01 HCA-1" ( )
           4    3[  ] ==( 4X 2.5 Gbps   Down/Disabled)==>             [  ] "" ( )
n01 ~ # iblinkinfo -P 2
Switch 0x0002001 E02:
          10    1[  ] ==( 4X 2.5 Gbps Active/  LinkUp)==>       4    2[  ] "n01 HCA-1" ( )
          10   24[  ] ==( 4X 2.5 Gbps   Down/ Polling)==>             [  ] "" ( )
"""


def test_before_2010_no_colon_is_behind_the_kind_and_two_subnets_number_lids_separately() -> None:
    """Shape: github.com/open-mpi/ompi-www, community/lists/users/2010/07, a message of two subnets."""
    found = read_discovered(OLD.encode(), "fabric.txt")
    assert links(found) == [("E01 of 2010", "1", "n01 HCA-1", "1"), ("E02", "1", "n01 HCA-1", "2")]
    assert [node.reported for node in found.nodes[:2]] == [Reported.SWITCH, Reported.SWITCH]


GREPPED = """\
[root@n01 ~]# iblinkinfo | grep Up
      0x000a001      4    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       2   17[  ] "E01" ( )
           2   17[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       4    1[  ] "n02 HCA-1" ( )
           2   18[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       1    1[  ] "n01 HCA-1" ( )
      0x000a002      1    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>       2   18[  ] "E01" ( )
"""


def test_lines_without_their_nodes_have_the_names_that_neighbours_state() -> None:
    """Shape: a public description of a benchmark run, ``iblinkinfo | grep Up`` of one switch."""
    found = read_discovered(GREPPED.encode(), "fabric.txt")
    assert links(found) == [("n02 HCA-1", "1", "E01", "17"), ("E01", "18", "n01 HCA-1", "1")]
    assert all(link.twice for link in found.links)
