"""What is planted in a fabric is named exactly, with its cables and steps."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.descriptions import as_json, remarks, unchecked_text
from fatdesk.engine.asbuilt.difference import Action, Kind
from fatdesk.engine.asbuilt.punch_list import punch_csv
from fatdesk.engine.asbuilt.punch_sheets import punch_leaves
from fatdesk.engine.asbuilt.readers import read_discovered, read_together
from fatdesk.engine.cabling.identity import link_ids
from fatdesk.engine.export import BY_NAME
from fatdesk.project.document.replugging import exchanged
from tests.engine import plan_samples as samples
from tests.engine.asbuilt.planting import (
    compared,
    end,
    planned_of,
    report,
    reported,
    rotated,
    with_ends,
    without,
)

PLAN = samples.nodes_60()
FABRIC = PLAN.fabrics[0]
IDS = link_ids(FABRIC, np.arange(len(FABRIC.ends)), PLAN.catalog)
HOSTS = [link for link in range(132) if FABRIC.kind[FABRIC.ends[link, 1]] == 0]
UP = [link for link in range(132) if FABRIC.kind[FABRIC.ends[link, 1]] == 1]
PLANNED = planned_of(PLAN)


def names_of(built):
    return sorted((one.kind, *sorted(one.cables)) for one in built.differences)


@pytest.mark.parametrize(
    "make",
    [samples.nodes_60, lambda: samples.gpu(31), samples.modular, samples.blades, samples.two_fabrics],
    ids=["60", "31x8", "modular", "blades", "two"],
)
def test_what_is_built_as_planned_has_no_differences(make) -> None:
    plan = make()
    built = compare(planned_of(plan), reported(plan))
    assert built.differences == ()
    assert built.matched == built.planned > 0
    assert built.unknown == () == built.absent == built.by_place


def test_swap() -> None:
    one, other = UP[0], UP[20]
    built = compared(PLAN, rotated(FABRIC, [one, other], 1))
    assert names_of(built) == [(Kind.SWAP, *sorted((IDS[one], IDS[other])))]
    assert built.moves == 2
    assert built.matched == 130
    assert [step.action for step in built.steps] == [Action.LOOSEN, Action.MOVE, Action.PLUG]


def test_ring_of_three() -> None:
    some = [UP[0], UP[20], UP[40]]
    built = compared(PLAN, rotated(FABRIC, some, 1))
    assert names_of(built) == [(Kind.RING, *sorted(IDS[link] for link in some))]
    assert built.moves == 3


def test_shift_by_one() -> None:
    E4 = [link for link in HOSTS if FABRIC.ends[link, 0] == FABRIC.ends[HOSTS[-1], 0]]
    shifted = with_ends(
        FABRIC, {(link, 0): (end(FABRIC, link, 0)[0], end(FABRIC, link, 0)[1] + 1) for link in E4}
    )
    built = compared(PLAN, shifted)
    assert names_of(built) == [(Kind.SHIFT, *sorted(IDS[link] for link in E4))]
    assert built.moves == len(E4) == 6
    first = built.steps[0]
    assert (first.action, first.origin.port, first.target.port) == (Action.MOVE, "2", "1")


def test_wrong_port_and_wrong_device() -> None:
    last = HOSTS[-1]
    node, _ = end(FABRIC, last, 0)
    built = compared(PLAN, with_ends(FABRIC, {(last, 0): (node, 17)}))
    assert names_of(built) == [(Kind.WRONG_PORT, IDS[last])]
    (one,) = built.differences
    assert (one.displaced[0].found.port, one.displaced[0].planned.port, one.displaced[0].end) == (
        "18",
        "6",
        "a",
    )
    assert one.displaced[0].found.rack
    assert one.displaced[0].found.u
    built = compared(PLAN, with_ends(FABRIC, {(HOSTS[0], 0): (node, 17)}))
    (one,) = built.differences
    assert one.kind in {Kind.WRONG_DEVICE, Kind.WRONG_RACK}
    same = one.displaced[0].found.rack == one.displaced[0].planned.rack
    assert (one.kind == Kind.WRONG_DEVICE) == same


def test_missing_and_unplanned() -> None:
    built = compared(PLAN, without(FABRIC, [UP[3]]))
    assert names_of(built) == [(Kind.MISSING, IDS[UP[3]])]
    assert built.moves == 0
    assert [step.action for step in built.steps] == [Action.CHECK]


def test_devices_exchanged() -> None:
    plan = samples.gpu(31)
    fabric = plan.fabrics[0]
    first, second = 0, 5
    swapped = {}
    for link in range(len(fabric.ends)):
        node, port = end(fabric, link, 1)
        if node in (first, second):
            swapped[link, 1] = (second if node == first else first, port)
    built = compared(plan, with_ends(fabric, swapped))
    (one,) = built.differences
    assert one.kind == Kind.DEVICES
    assert len(swapped) == 16
    assert built.moves == 16


def test_names_differ_in_case_and_repeat() -> None:
    text = report(PLAN, rotated(FABRIC, [UP[0], UP[20]], 1)).decode()
    for number in range(1, 61):
        text = text.replace(f'"n{number:02} HCA-1"', '"localhost HCA-1"')
    built = compare(PLANNED, read_discovered(text.replace('"E0', '"e0').encode(), "x"))
    assert names_of(built) == [(Kind.SWAP, *sorted((IDS[UP[0]], IDS[UP[20]])))]
    assert len(built.by_place) == 60


def test_switches_without_names_are_known_by_their_neighbours() -> None:
    text = report(PLAN, rotated(FABRIC, [UP[0], UP[20]], 1)).decode()
    for name in ("E01", "E02", "E03", "E04", "C01", "C02"):
        text = text.replace(f'"{name}"', '"SwitchX - Mellanox Technologies"')
    built = compare(PLANNED, read_discovered(text.encode(), "x"))
    assert names_of(built) == [(Kind.SWAP, *sorted((IDS[UP[0]], IDS[UP[20]])))]
    for number in range(1, 61):
        text = text.replace(f'"n{number:02} HCA-1"', '"localhost HCA-1"')
    built = compare(PLANNED, read_discovered(text.encode(), "x"))
    assert names_of(built) == [(Kind.SWAP, *sorted((IDS[UP[0]], IDS[UP[20]])))]


@given(st.data())
def test_whatever_is_planted_is_named_exactly(data: st.DataObject) -> None:
    """Swaps, rings, plugs in free ports and losses, each on cables of its own."""
    order = data.draw(st.permutations(UP))
    hosts = data.draw(st.permutations(HOSTS))
    wanted, moves, fabric = [], 0, FABRIC
    for size in data.draw(st.lists(st.integers(2, 4), max_size=6)):
        some, order = list(order[:size]), order[size:]
        fabric = rotated(fabric, some, data.draw(st.sampled_from((0, 1))))
        kind = Kind.SWAP if size == 2 else Kind.RING
        wanted.append((kind, *sorted(IDS[link] for link in some)))
        moves += size
    free = [(end(FABRIC, HOSTS[-1], 0)[0], port) for port in range(8, 18, 2)]
    for link, to in zip(hosts, free[: data.draw(st.integers(0, 5))], strict=False):
        node, _ = end(FABRIC, link, 0)
        fabric = with_ends(fabric, {(link, 0): to})
        racks = [
            PLANNED.nodes[_planned_node(name)].rack for name in (PLAN.names[0][node], PLAN.names[0][to[0]])
        ]
        other = Kind.WRONG_DEVICE if racks[0] == racks[1] else Kind.WRONG_RACK
        wanted.append((Kind.WRONG_PORT if node == to[0] else other, IDS[link]))
        moves += 1
    lost = list(order[: data.draw(st.integers(0, 4))])
    wanted += [(Kind.MISSING, IDS[link]) for link in lost]
    built = compare(PLANNED, reported(PLAN, without(fabric, lost)))
    assert names_of(built) == sorted(wanted)
    assert built.moves == moves
    changed = {cable for one in built.differences for cable in one.cables}
    assert built.matched == 132 - len(changed)


def _planned_node(name: str) -> int:
    return next(number for number, node in enumerate(PLANNED.nodes) if node.name == name)


def test_directors_are_compared_chip_by_chip() -> None:
    plan = samples.modular()
    (content,) = BY_NAME["fabric-inside.net"].make(plan).values()
    built = compare(planned_of(plan, chips=True), read_discovered(content, "fabric.net"))
    assert built.differences == ()
    assert built.matched == built.planned == 216 + 12 * 18
    text = content.decode()
    assert '"C01 card 1"' in text
    for kind, letter in (("card", "L"), ("board", "S")):
        for number in range(1, 7):
            text = text.replace(f'"C01 {kind} {number}"', f'"MF0;C01:MODEL/{letter}{number:02}/U1"')
    renamed = compare(planned_of(plan, chips=True), read_discovered(text.encode(), "fabric.net"))
    assert renamed.differences == ()
    assert renamed.unknown == ()


@pytest.mark.parametrize(
    ("switch", "host"),
    [
        (lambda port: f"swp{port}", "eth0"),
        (lambda port: f"Ethernet1/{port}", "ens1f0np0"),
        (lambda port: f"et-0/0/{port - 1}", "0"),
    ],
    ids=["swp", "Ethernet1/", "from zero"],
)
def test_tables_of_switches_that_call_their_ports_otherwise(switch, host: str) -> None:
    fabric = rotated(FABRIC, [UP[0], UP[20]], 1)
    names = PLAN.names[0]
    lines = ["node,port,remote node,remote port", "E01,mgmt0,office,12"]
    for (a, b), (p, q) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True):
        far = host if fabric.kind[b] == 0 else switch(q + 1)
        lines.append(f"{names[a]}.example.org,{switch(p + 1)},{names[b].upper()},{far}")
    lines[1] = "E01.example.org,mgmt0,office,12"
    built = compare(PLANNED, read_discovered("\n".join(lines).encode(), "lldp.csv"))
    assert names_of(built) == [(Kind.SWAP, *sorted((IDS[UP[0]], IDS[UP[20]])))]
    assert any("for management" in note.what for note in built.notes)


def without_names(text: str, *names: str) -> str:
    for name in names:
        text = text.replace(f'"{name}"', '"SwitchX - Mellanox Technologies"')
    return text


def test_how_nodes_were_identified_is_listed_and_a_warning_where_most_names_are_strange() -> None:
    text = report(PLAN).decode()
    built = compare(PLANNED, read_discovered(without_names(text, "E02", "C01").encode(), "x"))
    assert [(one.reported, one.device) for one in built.by_neighbours] == [
        ("SwitchX - Mellanox Technologies", "C01"),
        ("SwitchX - Mellanox Technologies", "E02"),
    ]
    assert built.doubt == ""
    hosts = [one for one in built.identified if not one.switch]
    assert len(hosts) == 60
    assert {one.how for one in hosts} == {"name"}
    names = ("E01", "E02", "E03", "E04", "C01")
    built = compare(PLANNED, read_discovered(without_names(text, *names).encode(), "x"))
    assert len(built.by_neighbours) == 5
    assert built.doubt.startswith("5 of 6 switches were identified by their neighbours alone")
    answer = as_json(built)
    assert answer["warning"] == built.doubt
    assert len(answer["by_neighbours"]) == 5
    assert any("may be another cluster" in text for text, _ in remarks(built))
    leaves = list(punch_leaves(built))
    assert [leaf.title for leaf in leaves] == ["Punch list, sheet 1", "Punch list, sheet 2"]
    assert "its neighbours alone" in str(leaves[1].draw())


def in_places_of(fabric, places):
    """Devices in the places of others: all of their cables come from the ports of these."""
    at = np.arange(fabric.node_count)
    for device, other in places.items():
        at[fabric.ids.index(device)] = fabric.ids.index(other)
    return replace(fabric, ends=at[fabric.ends].astype(fabric.ends.dtype))


@pytest.mark.parametrize(
    "rounds",
    [
        [("edge/1", "edge/3"), ("core/1", "core/2")],
        [("edge/1", "edge/3", "edge/2")],
        [("edge/1", "edge/2"), ("edge/3", "edge/4")],
        [("edge/1", "edge/2"), ("edge/3", "edge/4"), ("core/1", "core/2")],
        [("edge/2", "edge/4", "edge/1"), ("core/1", "core/2")],
        [("edge/3", "core/2")],
        [("edge/1", "core/1"), ("edge/2", "edge/3")],
    ],
)
def test_several_devices_exchanged_at_once_are_named_so(rounds) -> None:
    places = {
        f"compute/{device}": f"compute/{other}"
        for path in rounds
        for device, other in zip(path, [*path[1:], path[0]], strict=True)
    }
    built = compared(PLAN, in_places_of(FABRIC, places))
    assert [one.kind for one in built.differences] == [Kind.DEVICES] * len(rounds)
    found = [sorted({plug.found.key for plug in one.displaced}) for one in built.differences]
    assert sorted(found) == sorted(sorted(f"compute/{device}" for device in path) for path in rounds)
    back = in_places_of(FABRIC, places)
    ends = sum(FABRIC.ids[node] in places for pair in back.ends.tolist() for node in pair)
    assert built.moves == ends
    for difference in built.differences:
        one_level = len({plug.found.key.rpartition("/")[0] for plug in difference.displaced}) == 1
        assert bool(difference.exchanges) == one_level  # what is of two levels cannot be accepted as built


def test_devices_exchanged_and_two_cables_besides() -> None:
    places = {"compute/edge/1": "compute/edge/3", "compute/edge/3": "compute/edge/1"}
    some = [link for link in UP if FABRIC.ends[link, 0] == FABRIC.ids.index("compute/edge/2")][::9]
    built = compared(PLAN, in_places_of(rotated(FABRIC, some[:2], 1), places))
    assert [one.kind for one in built.differences] == [Kind.DEVICES, Kind.SWAP]
    assert sorted(built.differences[1].cables) == sorted(IDS[link] for link in some[:2])


def test_accepting_exchanged_devices_makes_the_plan_what_is_there() -> None:
    places = {f"compute/edge/{a}": f"compute/edge/{b}" for a, b in ((1, 2), (2, 3), (3, 1))}
    there = in_places_of(FABRIC, places)
    (one,) = compared(PLAN, there).differences
    node = {name: number for number, name in enumerate(FABRIC.ids)}
    pairs = []
    for pair in one.exchanges:
        ends = [text.rpartition(":") for text in pair]
        pairs.append(tuple((node[device], int(port) - 1) for device, _, port in ends))
    accepted = exchanged(FABRIC, pairs)

    def joined(fabric):
        rows = zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True)
        return {frozenset(zip(ends, ports, strict=True)) for ends, ports in rows}

    assert joined(accepted) == joined(there)


def test_a_link_that_one_end_alone_reports_is_stated() -> None:
    names, rows = PLAN.names[0], list(zip(FABRIC.ends.tolist(), FABRIC.ports.tolist(), strict=True))
    lines = ["node,port,remote node,remote port"]
    for (a, b), (p, q) in rows:
        lines.append(f"{names[a]},swp{p + 1},{names[b]},swp{q + 1}")
        if FABRIC.kind[b] == 1 and (a, p) != tuple(np.array(rows[UP[0]])[:, 0]):
            lines.append(f"{names[b]},swp{q + 1},{names[a]},swp{p + 1}")
    built = compare(PLANNED, read_discovered("\n".join(lines).encode(), "lldp.csv"))
    assert built.differences == ()
    notes = [note.what for note in built.notes if "one end only" in note.what]
    (a, b), (p, q) = rows[UP[0]]
    wanted = f"1 link is reported by one end only: {names[a]} port swp{p + 1} to {names[b]} port swp{q + 1}"
    assert notes == [wanted]


def lldp_of(name: str, left_out: int = 0) -> bytes:
    """``show lldp neighbors`` of one switch, without the last rows."""
    rows = [
        f"{near[1] + 1}  {PLAN.names[0][far[0]]}  {far[1] + 1}  120"
        for ends, ports in zip(FABRIC.ends.tolist(), FABRIC.ports.tolist(), strict=True)
        for near, far in zip(
            zip(ends, ports, strict=True), zip(ends[::-1], ports[::-1], strict=True), strict=True
        )
        if PLAN.names[0][near[0]] == name
    ]
    head = f"{name}# show lldp neighbors\nPort  Neighbor Device ID  Neighbor Port ID  TTL"
    return "\n".join([head, *rows[: len(rows) - left_out]]).encode()


def test_cables_of_switches_without_a_report_are_not_checked() -> None:
    """Of E01 alone 36 cables are known: a missing one is a difference, the other 96 are not checked."""
    built = compare(PLANNED, read_discovered(lldp_of("E01"), "E01.txt"))
    assert (built.matched, built.planned, built.checked) == (36, 132, ())
    assert built.unreported == ("E02", "E03", "E04", "C01", "C02")
    assert unchecked_text(built) == "5 switches not reported: 96 cables not checked"
    found = as_json(built)
    assert found["not_checked"] == {"switches": ["E02", "E03", "E04", "C01", "C02"], "cables": 96}
    assert {one["checked"] for one in found["differences"]} == {False}

    built = compare(PLANNED, read_discovered(lldp_of("E01", left_out=2), "E01.txt"))
    assert [one.kind for one in built.checked] == [Kind.MISSING] * 2
    assert built.differences[:2] == built.checked, "they come first, with the first numbers of steps"
    assert all("E01" in {place.device for place in one.places} for one in built.checked)
    assert built.unchecked_cables == 96
    assert len(list(punch_leaves(built))) == 1, "the sheets state the number of the others"
    lines = punch_csv(built).decode().splitlines()
    assert [",Missing," in line for line in lines[1:]] == [True] * 2 + [False] * 96
    assert all(",Not checked," in line for line in lines[3:])


def test_reports_of_two_switches_check_the_cables_of_both() -> None:
    built = compare(PLANNED, read_together([(lldp_of("E01"), "E01.txt"), (lldp_of("C01"), "C01.txt")]))
    assert (built.checked, built.unreported) == ((), ("E02", "E03", "E04", "C02"))
    assert built.matched + built.unchecked_cables == 132


def test_in_a_report_of_the_whole_fabric_what_is_missing_is_missing() -> None:
    gone = [link for link in range(132) if FABRIC.ends[link, 0] == FABRIC.ends[0, 0]]
    built = compared(PLAN, without(FABRIC, gone))
    assert built.checked == built.differences != ()
    assert unchecked_text(built) == ""
