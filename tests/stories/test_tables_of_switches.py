"""Tables that switches print of their neighbours, with names of ports cut short, against whole designs."""

import json

import pytest

from fatdesk.cli import main
from fatdesk.engine.asbuilt.readers import read_discovered
from tests.stories.lldp_reports import Link, links_of

DESIGNS = {
    "ports of one lane, uplinks that are not split": """
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 60}]
fabrics:
  - {name: eth, families: [two-level], edge: [arista-7050sx3-48yc8-f], core: [arista-7050cx3-32s-f]}
""",
    "the same on switches of another maker": """
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 60}]
fabrics: [{name: eth, families: [two-level], edge: [dell-s5248f-on], core: [dell-s5232f-on]}]
""",
    "legs and whole cages": """
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 36}]
fabrics: [{name: eth, families: [two-level], edge: [nvidia-sn2100], core: [nvidia-sn2100]}]
""",
}
WORDS = {25: ("TwentyFiveGigE", "Twe"), 100: ("HundredGigE", "Hu")}


@pytest.fixture(scope="module", params=DESIGNS)
def project(request, tmp_path_factory):
    """A project, its links, and how many cages of its edge switches have one lane."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "r.yaml").write_text(DESIGNS[request.param])
    file = folder / "eth.fatdesk"
    assert main(["design", str(folder / "r.yaml"), "-o", str(file)]) == 0
    assert main(["export", str(file), str(folder), "--only", "wiring.json"]) == 0
    return file, links_of(folder / "wiring.json"), 0 if "sn2100" in DESIGNS[request.param] else 48


def eos(port, single, word):
    if port.device.startswith("E") and port.cage <= single:
        return f"{word}{port.cage}"
    return f"{word}{port.cage}/{port.leg * 4 // port.splits + 1}"


def nx_os(port, single, word):
    return f"{word}1/{port.cage}" + (f"/{port.leg + 1}" if port.splits > 1 else "")


def ios(port, single, word):
    one = port.device.startswith("E") and port.cage <= single
    full, short = WORDS[25 if one or port.splits > 1 else 100]
    return f"{full if word else short}1/0/{port.cage}" + (f"/{port.leg + 1}" if port.splits > 1 else "")


def os10(port, single, word):
    return f"ethernet1/1/{port.cage}" + (f":{port.leg + 1}" if port.splits > 1 else "")


def comware(port, single, word):
    one = port.device.startswith("E") and port.cage <= single
    full, short = ("Twenty-FiveGigE", "WGE") if one or port.splits > 1 else ("HundredGigE", "HGE")
    return f"{full if word else short}1/0/{port.cage}" + (f":{port.leg + 1}" if port.splits > 1 else "")


TABLES = {
    "Dell OS10": (os10, "", "full", "Loc PortID  Rem Host Name  Rem Port Id  Rem Chassis Id"),
    "Comware": (comware, "", "full", "Local Interface  Chassis ID  Port ID  System Name"),
    "Arista EOS": (eos, "Et", "Ethernet", "Port          Neighbor Device ID       Neighbor Port ID    TTL"),
    "Cisco NX-OS": (nx_os, "Eth", "Ethernet", "Device ID      Local Intf   Hold-time  Capability  Port ID"),
    "Cisco IOS": (ios, "", "full", "Device ID      Local Intf   Hold-time  Capability  Port ID"),
}


def capture(links: list[Link], system: str, single: int, *, short_far: bool = False) -> str:
    """What all switches print: their own ports cut short, those of neighbours as these announce them."""
    name, short, full, head = TABLES[system]
    rows: dict[str, list[str]] = {}
    for near, far in [pair for link in links for pair in (link, link[::-1])]:
        if not near.host:
            here = name(near, single, short)
            there = "0c42.a1b2.c3d4" if far.host else name(far, single, short if short_far else full)
            row = f"{far.device:14} {here:14} 120  B,R  {there}"
            if system == "Arista EOS":
                row = f"{here:13} {far.device:24} {there:22} 120"
            elif system == "Dell OS10":
                row = f"{here:19} {far.device:20} {there:29} 44:38:39:00:00:01"
            elif system == "Comware":
                row = f"{here:15} 4438-3900-0001  {there:25} {far.device}"
            rows.setdefault(near.device, []).append(row)
    return "".join(
        f"{device}# show lldp neighbors\n{head}\n" + "".join(f"{row}\n" for row in some) + "\n"
        for device, some in rows.items()
    )


@pytest.mark.parametrize("short_far", [False, True], ids=["neighbours in full", "neighbours short"])
@pytest.mark.parametrize("system", TABLES)
def test_names_cut_short_are_the_same_ports(project, tmp_path, capsys, system: str, short_far: bool) -> None:
    file, links, single = project
    report = tmp_path / "all.txt"
    report.write_text(capture(links, system, single, short_far=short_far))
    capsys.readouterr()
    status = main(["asbuilt", str(file), str(report), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (answer["differences"], answer["unknown"], answer["notes"], status) == ([], [], [], 0)
    assert answer["matched"] == answer["planned"] > 0
    titles = {title for one in answer["port_names"] for title in one["titles"]}
    both = {"Comware", "Cisco IOS"}
    alike = both if system in both else set()  # both say HundredGigE1/0/1
    assert system in titles <= {system} | alike


def test_a_link_that_both_ends_print_counts_once() -> None:
    text = (
        "leaf1# show lldp neighbors\nPort  Neighbor Device ID  Neighbor Port ID  TTL\n"
        "Et49/1  spine1  Ethernet3/1  120\n\n"
        "spine1# show lldp neighbors\nPort  Neighbor Device ID  Neighbor Port ID  TTL\n"
        "Et3/1  leaf1  Ethernet49/1  120\n"
    )
    (link,) = read_discovered(text.encode(), "all.txt").links
    assert (link.port_a, link.port_b, link.twice) == ("Ethernet49/1", "Ethernet3/1", True)
