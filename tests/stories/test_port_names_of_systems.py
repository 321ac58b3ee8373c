"""A perfect installation is found perfect under whichever names its switches give to their ports."""

import csv
import json
import random
import shutil
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from fatdesk.cli import main
from tests.paper.readers import needs_poppler, page_texts
from tests.stories.lldp_reports import SYSTEMS, keyvalue, links_of

DESIGNS = {
    "legs and whole cages": """
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 36}]
fabrics: [{name: eth, families: [two-level], edge: [nvidia-sn2100], core: [nvidia-sn2100]}]
""",
    "two planes": """
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 24}]
fabrics: [{name: eth, planes: 2, families: [star], edge: [dell-s5232f-on]}]
""",
    "whole cages": """
hosts: [{name: web, part: dell-r760-e810-100, count: 60}]
fabrics: [{name: eth, families: [two-level], edge: [cisco-n9k-c9336c-fx2], core: [cisco-n9k-c9336c-fx2]}]
""",
}


@pytest.fixture(scope="module", params=DESIGNS)
def project(request, tmp_path_factory):
    """A project, and its links."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "r.yaml").write_text(DESIGNS[request.param])
    file = folder / "eth.fatdesk"
    assert main(["design", str(folder / "r.yaml"), "-o", str(file)]) == 0
    assert main(["export", str(file), str(folder), "--only", "wiring.json"]) == 0
    return file, links_of(folder / "wiring.json")


def test_the_wiring_list_has_the_names(project, tmp_path) -> None:
    """The first naming of each part: those that its maker's own system gives, against the generator's."""
    file, links = project
    assert main(["export", str(file), str(tmp_path), "--only", "wiring.csv,wiring.json"]) == 0
    with (tmp_path / "wiring.csv").open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    model = next(row["a_model"] for row in rows if row["a_device"].startswith("E"))
    names = SYSTEMS[{"nvidia-sn2100": "Cumulus", "dell-s5232f-on": "OS10"}.get(model, "NX-OS")]
    wanted = [tuple("" if end.host else names(*end[1:5]) for end in link) for link in links]
    assert [(row["os_port_a"], row["os_port_b"]) for row in rows] == wanted
    cables = json.loads((tmp_path / "wiring.json").read_text())["cables"]
    assert [name for cable in cables for name in cable["a"]["os_ports"]] == [a for a, _ in wanted]


@pytest.fixture
def asbuilt(capsys, tmp_path):
    def run(project: Path, text: str):
        report = tmp_path / "report.txt"
        report.write_text(text)
        capsys.readouterr()
        status = main(["asbuilt", str(project), str(report), "--json"])
        return status, json.loads(capsys.readouterr().out)

    return run


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system(project, asbuilt, system: str) -> None:
    file, links = project
    status, answer = asbuilt(file, keyvalue(links, SYSTEMS[system]))
    assert (answer["differences"], answer["unknown"], status) == ([], [], 0)
    assert answer["matched"] == answer["planned"] > 0


@pytest.mark.parametrize("alias", ["SONiC, alias", "SONiC, standard alias", "EOS"])
def test_ports_are_announced_by_their_alias(project, asbuilt, alias: str) -> None:
    """SONiC names its own ports by lanes, and announces them to neighbours by their alias."""
    file, links = project
    status, answer = asbuilt(file, keyvalue(links, SYSTEMS["SONiC"], SYSTEMS[alias]))
    assert (answer["differences"], answer["unknown"], status) == ([], [], 0)
    assert answer["matched"] == answer["planned"] > 0


def test_the_naming_is_stated(project, asbuilt) -> None:
    file, links = project
    _, answer = asbuilt(file, keyvalue(links, SYSTEMS["Junos"]))
    (names,) = answer["port_names"]
    assert (names["systems"], names["titles"]) == (["junos"], ["Junos"])
    assert set(names["switches"]) == {end.device for link in links for end in link if not end.host}
    assert all(one["by"] == "name" for one in answer["identified"])
    assert (answer["by_neighbours"], answer["warning"]) == ([], "")


def test_the_naming_is_printed(project, tmp_path, capsys) -> None:
    file, links = project
    report = tmp_path / "report.txt"
    report.write_text(keyvalue(links, SYSTEMS["SONiC"], SYSTEMS["SONiC, alias"]))
    capsys.readouterr()
    assert main(["asbuilt", str(file), str(report)]) == 0
    out = capsys.readouterr().out
    between = any(not end.host for _, end in links)
    assert f"names of ports read as SONiC{' and SONiC (alias etp)' if between else ''}: " in out


def far_exchanged(links, pairs):
    """The far ends of pairs of links exchanged, as at hosts."""
    found = list(links)
    for one, other in pairs:
        found[one], found[other] = (links[one][0], links[other][1]), (links[other][0], links[one][1])
    return found


def roots_at(links, places):
    """Plugs of splitters in other cages of their switch."""

    def at(port):
        return port._replace(cage=places.get((port.device, port.cage), port.cage))

    return [(at(near), far) for near, far in links]


@pytest.fixture
def splitters(project):
    """A project whose first switch has splitters in its first cages, and its links."""
    file, links = project
    if links[0][0].splits == 1:
        pytest.skip("a design without splitters")
    return file, links


@pytest.mark.parametrize("system", ["Cumulus", "SONiC", "EOS"])
@pytest.mark.parametrize(
    ("pairs", "kinds", "moves"),
    [
        ([(0, 1)], ["swap"], 2),  # two legs of one splitter
        ([(0, 4)], ["swap"], 2),  # legs of two splitters
        ([(0, 4), (1, 5)], ["swap", "swap"], 4),  # two of four legs each
        ([(0, 4), (1, 5), (2, 6), (3, 7)], ["swap"], 2),  # the whole plugs, rather than eight legs
    ],
)
def test_legs_are_exchanged_at_hosts_and_splitters_at_switches(
    splitters, asbuilt, system: str, pairs, kinds, moves
) -> None:
    file, links = splitters
    status, answer = asbuilt(file, keyvalue(far_exchanged(links, pairs), SYSTEMS[system]))
    assert [one["kind"] for one in answer["differences"]] == kinds
    assert (answer["fewest_moves"], status) == (moves, 1)
    whole = len(pairs) == 4
    devices = {step[at]["device"] for step in answer["moves"] for at in ("from", "to") if step[at]}
    assert all(device.startswith("E" if whole else "n") for device in devices)
    ports = {step["from"]["port"] for step in answer["moves"] if step["from"]}
    assert not any("leg" in port for port in ports)
    cables = {cable for one in answer["differences"] for cable in one["cables"]}
    assert len(cables) == (1 if pairs == [(0, 1)] else 2)
    assert answer["matched"] == answer["planned"] - len(cables)


@pytest.mark.parametrize("system", ["Cumulus", "Junos", "SONiC"])
def test_a_splitter_in_a_free_cage_is_one_plug(splitters, asbuilt, system: str) -> None:
    file, links = splitters
    used = {(port.device, port.cage) for pair in links for port in pair}
    split = sorted({(near.device, near.cage) for near, _ in links if near.splits > 1})
    switch, cage, free = next(
        (switch, cage, free) for switch, cage in split for free in range(1, 17) if (switch, free) not in used
    )
    _, answer = asbuilt(file, keyvalue(roots_at(links, {(switch, cage): free}), SYSTEMS[system]))
    (one,) = answer["differences"]
    assert (one["kind"], answer["fewest_moves"]) == ("wrong-port", 1)
    assert (one["plugs"][0]["found"]["port"], one["plugs"][0]["planned"]["port"]) == (str(free), str(cage))
    key = f"eth/edge/{int(switch[1:])}"
    assert one["exchanges"] == [{"a": f"{key}:{cage}", "b": f"{key}:{free}"}]


@pytest.mark.parametrize("system", ["Cumulus", "Junos", "SONiC", "EOS"])
@pytest.mark.parametrize("same", [True, False], ids=["same switch", "another switch"])
def test_a_splitter_exchanged_with_an_uncut_cable_is_one_exchange(
    splitters, asbuilt, system: str, same: bool
) -> None:
    """Its plug is in the cage of an uplink, whose plug is in that of the splitter."""
    file, links = splitters
    splitter = next(near for near, _ in links if near.splits > 1)
    uplink = next(
        (near for near, _ in links if near.splits == 1 and (near.device == splitter.device) == same), None
    )
    if uplink is None:
        pytest.skip("a design in which no other switch has a whole cage")
    places = {(splitter.device, splitter.cage): uplink, (uplink.device, uplink.cage): splitter}

    def at(port):
        there = places.get((port.device, port.cage))
        return port if there is None else port._replace(device=there.device, cage=there.cage)

    status, answer = asbuilt(file, keyvalue([(at(near), at(far)) for near, far in links], SYSTEMS[system]))
    (one,) = answer["differences"]
    assert (one["kind"], len(one["cables"]), answer["fewest_moves"], status) == ("swap", 2, 2, 1)
    assert [step["action"] for step in answer["moves"]] == ["loosen", "move", "plug"]
    ports = {
        (place["device"], place["port"]) for step in answer["moves"] if (place := step["from"]) is not None
    }
    assert ports == {(splitter.device, str(splitter.cage)), (uplink.device, str(uplink.cage))}
    keys = {f"{int(port.device[1:])}:{port.cage}" for port in (splitter, uplink)}
    (pair,) = one["exchanges"]
    assert {end.rpartition("/")[2] for end in pair.values()} == keys


@pytest.mark.parametrize("seed", range(8))
def test_plugs_of_splitters_and_uncut_cables_that_go_round(splitters, asbuilt, seed: int) -> None:
    """Whichever plugs at switches are in each other's cages: one difference, a move for each."""
    file, links = splitters
    choose = random.Random(seed)
    cages = sorted({(near.device, near.cage) for near, _ in links if near.device.startswith("E")})
    some = choose.sample(cages, choose.choice([2, 3, 3, 4, 6]))
    place = dict(zip(some, [*some[1:], some[0]], strict=True))

    def at(port):
        device, cage = place.get((port.device, port.cage), (port.device, port.cage))
        return port._replace(device=device, cage=cage)

    system = choose.choice(["Cumulus", "SONiC", "EOS", "Junos"])
    _, answer = asbuilt(file, keyvalue([(at(near), far) for near, far in links], SYSTEMS[system]))
    (one,) = answer["differences"]
    assert one["kind"] in {"swap", "ring"}
    assert (len(one["cables"]), answer["fewest_moves"]) == (len(some), len(some))


def test_a_splitter_in_place_of_an_uncut_cable_that_is_gone(splitters, asbuilt) -> None:
    file, links = splitters
    uplink = next((near for near, _ in links if near.splits == 1), None)
    if uplink is None:
        pytest.skip("a design without whole cages")
    splitter = next(near for near, _ in links if near.splits > 1 and near.device == uplink.device)
    there = roots_at(
        [link for link in links if link[0] != uplink], {(splitter.device, splitter.cage): uplink.cage}
    )
    _, answer = asbuilt(file, keyvalue(there, SYSTEMS["Cumulus"]))
    actions = [(step["action"], step["cable"] != "") for step in answer["moves"]]
    assert (answer["fewest_moves"], sorted(actions)) == (1, [("check", True), ("move", True)])


def test_a_leg_in_the_place_of_another_one(splitters, asbuilt) -> None:
    """Leg 2 in the host of leg 1: its plug goes to its own host, and leg 1 is to be looked for."""
    file, links = splitters
    there = [(links[1][0], links[0][1]), *links[2:]]
    _, answer = asbuilt(file, keyvalue(there, SYSTEMS["Cumulus"]))
    assert answer["fewest_moves"] == 1
    steps = [(step["action"], step["from"]["device"], step["to"]["device"]) for step in answer["moves"]]
    switch, (first, second) = links[0][0].device, (links[at][1].device for at in (0, 1))
    assert steps == [("move", first, second), ("check", switch, first)]


def test_switches_with_splitters_exchanged_are_one_difference(splitters, asbuilt) -> None:
    """Every plug of both counts once: a splitter with all of its legs."""
    file, links = splitters
    first, second = sorted({near.device for near, _ in links if near.device.startswith("E")})[:2]
    other = {first: second, second: first}

    def at(port):
        return port._replace(device=other.get(port.device, port.device))

    _, answer = asbuilt(file, keyvalue([(at(near), at(far)) for near, far in links], SYSTEMS["Cumulus"]))
    (one,) = answer["differences"]
    plugs = {(port.device, port.cage) for pair in links for port in pair if port.device in other}
    assert (one["kind"], answer["fewest_moves"]) == ("devices", len(plugs))


@needs_poppler
def test_packets_and_port_maps_have_the_names(project, tmp_path) -> None:
    """Each packet names every cabled port and its far end in full; port maps may leave out what is common."""
    file, links = project
    assert main(["export", str(file), str(tmp_path), "--only", "packets.pdf,port-maps.pdf,wiring.csv"]) == 0
    with (tmp_path / "wiring.csv").open(encoding="utf-8-sig", newline="") as lines:
        model = next(row["a_model"] for row in csv.DictReader(lines) if row["a_device"].startswith("E"))
    own = {"nvidia-sn2100": "Cumulus", "dell-s5232f-on": "OS10"}.get(model, "NX-OS")
    names = SYSTEMS[own]
    wanted = Counter()
    for near, far in links:
        ends = [names(*end[1:5]) for end in (near, far) if not end.host]
        wanted.update(ends * len(ends))
    found = Counter(
        word for page in page_texts((tmp_path / "packets.pdf").read_bytes()) for word in page.split()
    )
    short = {name: found[name] for name, count in wanted.items() if found[name] < count}
    assert not short
    maps = " ".join(page_texts((tmp_path / "port-maps.pdf").read_bytes()))
    title = {"Cumulus": "Cumulus Linux", "OS10": "Dell OS10", "NX-OS": "Cisco NX-OS"}[own]
    switches = {end.device for link in links for end in link if not end.host}
    assert maps.count(f"port name in {title}") == len(switches)


@pytest.mark.parametrize("system", ["Cumulus", "NX-OS", "SONiC", "Junos", "EOS"])
def test_the_punch_list_names_ports_as_the_report_does(project, tmp_path, asbuilt, system: str) -> None:
    """The table, its PDF and the answer name ports of switches as these reported them."""
    file, links = project
    names = SYSTEMS[system]
    near = [
        next(at for at, (one, _) in enumerate(links) if one.device == device) for device in ("E01", "E02")
    ]
    there = list(links)
    there[near[0]] = (links[near[1]][0], links[near[0]][1])
    there[near[1]] = (links[near[0]][0], links[near[1]][1])
    _, answer = asbuilt(file, keyvalue(there, names))
    assert answer["moves"]
    wanted = {
        (end.device, f"{end.cage} leg {end.leg + 1}" if end.splits > 1 else str(end.cage)): names(*end[1:5])
        for link in links
        for end in link
        if not end.host
    }
    places = [step[at] for step in answer["moves"] for at in ("from", "to") if step[at]]
    for place in places:
        assert place["os_port"] == wanted.get((place["device"], place["port"]), ""), place
    table, paper = tmp_path / "punch.csv", tmp_path / "punch.pdf"
    for target in (table, paper):
        assert main(["asbuilt", str(file), str(tmp_path / "report.txt"), "--punch", str(target)]) == 1
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert {"from_os_port", "to_os_port"} <= set(rows[0])
    for row, step in zip(rows, answer["moves"], strict=True):
        for side in ("from", "to"):
            assert row[f"{side}_os_port"] == (step[side]["os_port"] if step[side] else "")
    if shutil.which("pdftotext"):
        printed = " ".join(page_texts(paper.read_bytes()))
        assert all(place["os_port"] in printed for place in places)


def test_a_plug_of_a_splitter_is_named_by_all_of_its_legs(splitters, asbuilt) -> None:
    file, links = splitters
    _, answer = asbuilt(
        file, keyvalue(far_exchanged(links, [(0, 4), (1, 5), (2, 6), (3, 7)]), SYSTEMS["Cumulus"])
    )
    named = {(place["port"], place["os_port"]) for step in answer["moves"] if (place := step["from"])}
    assert named == {("1", "swp1s0–3"), ("2", "swp2s0–3")}


def test_a_network_chooses_the_operating_system(tmp_path, capsys) -> None:
    """The choice of the requirements reaches lists, drawings' data and NetBox; other parts keep their own."""
    wish = tmp_path / "r.yaml"
    wish.write_text(DESIGNS["legs and whole cages"].replace("name: eth,", "name: eth, port_names: [sonic],"))
    file = tmp_path / "eth.fatdesk"
    assert main(["design", str(wish), "-o", str(file)]) == 0
    assert main(["export", str(file), str(tmp_path), "--only", "wiring.csv,wiring.json,netbox.zip"]) == 0
    with (tmp_path / "wiring.csv").open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    names = SYSTEMS["SONiC"]
    links = links_of(tmp_path / "wiring.json")
    wanted = [tuple("" if end.host else names(*end[1:5]) for end in link) for link in links]
    assert [(row["os_port_a"], row["os_port_b"]) for row in rows] == wanted
    with zipfile.ZipFile(tmp_path / "netbox.zip") as bundle:
        types = bundle.read("06-device-types.yaml").decode()
    assert "name: Ethernet4" in types
    assert "swp" not in types
    wish.write_text(DESIGNS["whole cages"].replace("name: eth,", "name: eth, port_names: [sonik],"))
    capsys.readouterr()
    assert main(["design", str(wish)]) == 2
    assert (
        'fabrics[0].port_names[0]: no part of the catalog names its ports by "sonik"'
        in capsys.readouterr().err
    )
