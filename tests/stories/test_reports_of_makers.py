"""The fabric of a design checked with a report of each switch, of several makers, through the command line.

What switches print is written from their manuals and public captures (tests/engine/asbuilt), under the
names of ports of ``lldp_reports``.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fatdesk.cli import main
from tests.stories.lldp_reports import SYSTEMS, Port, links_of

DESIGN = """
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 36}]
fabrics: [{name: eth, families: [two-level], edge: [nvidia-sn2100], core: [nvidia-sn2100]}]
"""
Rows = list[tuple[str, str, str]]
"""Own port, neighbour, its port."""


def eos(switch: str, rows: Rows) -> str:
    blocks = [
        f"Interface {own} detected 1 LLDP neighbors:\n\n  Neighbor 4438.3900.001b/{far}, age 12 seconds\n"
        f'    Chassis ID     : 4438.3900.001b\n    Port ID     : "{far}"\n'
        f'  - System Name: "{name}.example.org"\n    Port ID                : 0\n'
        for own, name, far in rows
    ]
    return f"{switch}#show lldp neighbors detail\n" + " --More-- \r         \r".join(blocks)


def nx_os(switch: str, rows: Rows) -> str:
    found = [{"chassis_id": name, "l_port_id": own, "port_id": far} for own, name, far in rows]
    return f"{switch}# show lldp neighbors | json\n" + json.dumps(
        {"TABLE_nbor": {"ROW_nbor": found}}, indent=2
    )


def junos(switch: str, rows: Rows) -> str:
    return f"admin@{switch}> show lldp neighbors detail | no-more\n" + "\n".join(
        f"LLDP Neighbor Information:\nLocal Interface    : {own}\nLocal Port ID      : 528\n\n"
        f"Neighbor Information:\nChassis ID         : 44:38:39:00:00:1b\nPort ID            : 519\n"
        f"Port description   : {far}\nSystem name        : {name}\n"
        for own, name, far in rows
    )


def os10(switch: str, rows: Rows) -> str:
    rule = "-" * 75
    return f"{switch}# show lldp neighbors detail\n" + f"{rule}\n".join(
        f"Remote Chassis ID: 44:38:39:00:00:1b\nRemote Port ID: {far}\nLocal Port ID: {own}\n"
        f"Remote System Name: {name}\n"
        for own, name, far in rows
    )


def sonic(switch: str, rows: Rows) -> str:
    rule = "-" * 79
    return f"admin@{switch}:~$ show lldp neighbors\n{rule}\nLLDP neighbors:\n{rule}\n" + f"{rule}\n".join(
        f"Interface:    {own}, via: LLDP, RID: 1, Time: 0 day, 00:10:12\n  Chassis:\n"
        f"    ChassisID:    mac 44:38:39:00:00:1b\n    SysName:      {name}\n  Port:\n"
        f"    PortID:       local {far}\n    PortDescr:    {far}\n"
        for own, name, far in rows
    )


def netq(switch: str, rows: Rows) -> str:
    found = [
        {"hostname": switch, "ifname": own, "peerHostname": name, "peerIfname": far}
        for own, name, far in rows
    ]
    return json.dumps({"lldp": found})


MAKERS: dict[str, tuple[Callable[[str, Rows], str], str]] = {
    "EOS": (eos, "EOS"),
    "NX-OS": (nx_os, "NX-OS, short"),
    "Junos": (junos, "Junos"),
    "OS10": (os10, "OS10"),
    "SONiC": (sonic, "SONiC"),
    "NetQ": (netq, "Cumulus"),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("project")
    (folder / "r.yaml").write_text(DESIGN)
    file = folder / "eth.fatdesk"
    assert main(["design", str(folder / "r.yaml"), "-o", str(file)]) == 0
    assert main(["export", str(file), str(folder), "--only", "wiring.json"]) == 0
    return file, links_of(folder / "wiring.json")


def write(folder: Path, links: list[tuple[Port, Port]], edge: str, core: str) -> None:
    """A file of each switch: edge switches are of one maker, core switches of another."""
    folder.mkdir()

    def name(port: Port) -> str:
        if port.host:
            return "ens1f0np0"
        system = MAKERS[core if port.device.startswith("C") else edge][1]
        return SYSTEMS[system](port.cage, port.leg, port.splits, port.rate)

    rows: dict[str, Rows] = {}
    for near, far in [pair for link in links for pair in (link, link[::-1])]:
        if not near.host:
            rows.setdefault(near.device, []).append((name(near), far.device, name(far)))
    for number, (switch, some) in enumerate(rows.items()):
        make = MAKERS[core if switch.startswith("C") else edge][0]
        (folder / f"{number}.txt").write_bytes(make(switch, some).replace("\n", "\r\n").encode("utf-8-sig"))


@pytest.mark.parametrize(
    ("edge", "core"),
    [("EOS", "NX-OS"), ("NX-OS", "Junos"), ("OS10", "EOS"), ("SONiC", "SONiC"), ("NetQ", "NetQ")],
)
def test_a_folder_with_a_report_of_each_switch(project, tmp_path, capsys, edge: str, core: str) -> None:
    file, links = project
    write(tmp_path / "reports", links, edge, core)
    capsys.readouterr()
    status = main(["asbuilt", str(file), str(tmp_path / "reports"), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (answer["differences"], answer["unknown"], answer["notes"], status) == ([], [], [], 0)
    assert answer["matched"] == answer["planned"] > 0
    spoiled = [*links]
    hosts = [n for n, (_, b) in enumerate(links) if b.host]
    first, second = hosts[0], hosts[-1]
    spoiled[first] = (links[first][0], links[second][1])
    spoiled[second] = (links[second][0], links[first][1])
    write(tmp_path / "swapped", spoiled, edge, core)
    files = sorted(map(str, (tmp_path / "swapped").iterdir()))
    assert main(["asbuilt", str(file), *files, "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert [one["kind"] for one in answer["differences"]] == ["swap"]
