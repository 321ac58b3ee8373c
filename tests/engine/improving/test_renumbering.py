"""Numbers in order along the racks: the same cables between the same places, whatever the start."""

from collections import Counter
from itertools import permutations, product
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.improving.improve import in_order
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.improving import improve_project, task_of
from fatdesk.project.document.cable_records import CableRecord, CableRecords
from fatdesk.project.document.project import Project, Replugged
from tests.engine.improving.rooms import any_tree, tree
from tests.engine.improving.watching import Watcher

Place = tuple[int, int]


def places(floor: Floor) -> dict[str, Place]:
    return {device.id: (rack.number, device.u) for rack in floor.racks for device in rack.devices}


def physical(project: Project) -> Counter[tuple[str, frozenset[Place]]]:
    """What lies between which places, without any name."""
    where = places(project.floor)
    found: Counter[tuple[str, frozenset[Place]]] = Counter()
    for fabric in Derived(project).fabrics:
        for a, b in fabric.ends.tolist():
            found[fabric.name, frozenset((where[fabric.ids[a]], where[fabric.ids[b]]))] += 1
    return found


def parts_at(floor: Floor) -> dict[Place, str]:
    return {(rack.number, device.u): device.part for rack in floor.racks for device in rack.devices}


def shuffled(project: Project, random: Random) -> Project:
    """Devices of one part exchanged at random, with no regard to the network."""
    by_part: dict[str, list[str]] = {}
    devices = {d.id: d for rack in project.floor.racks for d in rack.devices}
    for device in devices.values():
        by_part.setdefault(device.part, []).append(device.id)
    new = {}
    for names in by_part.values():
        mixed = list(names)
        random.shuffle(mixed)
        new |= dict(zip(names, mixed, strict=True))
    racks = tuple(
        msgspec.structs.replace(
            rack, devices=tuple(msgspec.structs.replace(devices[new[d.id]], u=d.u) for d in rack.devices)
        )
        for rack in project.floor.racks
    )
    return with_floor(project, msgspec.structs.replace(project.floor, racks=racks))


def with_floor(project: Project, floor: Floor) -> Project:
    return msgspec.structs.replace(project, floor=floor)


def ordered(project: Project) -> Project:
    return with_floor(project, in_order(task_of(Derived(project))))


def numbers(floor: Floor) -> list[int]:
    """Numbers in the order of places: of edge switches, of core switches, of hosts."""

    def key(item: tuple[str, Place]) -> tuple[int, int, int]:
        name, (rack, u) = item
        return (1 if "/edge/" in name else 2 if "/core/" in name else 3, rack, -u)

    return [int(name.rsplit("/", 1)[1]) for name, _ in sorted(places(floor).items(), key=key)]


@given(st.integers(0, 10**6), st.booleans())
def test_any_room_keeps_every_cable_in_its_place(seed: int, mixed: bool) -> None:
    random = Random(seed)
    try:
        project = any_tree(random)
    except (AssertionError, FatdeskError):
        return  # the room is too small for what was drawn
    if mixed:
        project = shuffled(project, random)
    after = ordered(project)
    assert physical(after) == physical(project)
    assert parts_at(after.floor) == parts_at(project.floor)
    assert numbers(after.floor) <= numbers(project.floor)
    assert ordered(after).floor == after.floor
    before, now = Derived(project), Derived(after)
    assert now.bill.total == before.bill.total
    assert Counter((line.part, line.length_m, line.needed) for line in now.bill.lines) == Counter(
        (line.part, line.length_m, line.needed) for line in before.bill.lines
    )


@pytest.mark.parametrize("seed", range(12))
def test_lowest_of_all_symmetries(seed: int) -> None:
    """Against every permutation of numbers that leaves the cables where they are."""
    random = Random(seed)
    room = RoomRequirement(rack="rack", rows=1, racks_per_row=4, policy="prewired")
    project = shuffled(tree(4, room, down=2, rack_u=5), random)
    names = [device.id for rack in project.floor.racks for device in rack.devices]
    roles = [[n for n in names if word in n] for word in ("/edge/", "/core/", "n/")]
    devices = {d.id: d for rack in project.floor.racks for d in rack.devices}
    wanted = physical(project)
    best = []
    for new in product(*(permutations(some) for some in roles)):
        other = {
            old: now
            for some, mine in zip(roles, new, strict=True)
            for old, now in zip(some, mine, strict=True)
        }
        racks = tuple(
            msgspec.structs.replace(
                rack,
                devices=tuple(msgspec.structs.replace(devices[other[d.id]], u=d.u) for d in rack.devices),
            )
            for rack in project.floor.racks
        )
        floor = msgspec.structs.replace(project.floor, racks=racks)
        if physical(with_floor(project, floor)) == wanted:
            best.append(numbers(floor))
    assert len(best) > 1
    assert numbers(ordered(project).floor) == min(best)


def test_hosts_run_in_order_after_improving() -> None:
    """In each rack the hosts of a switch are numbered from the top down, the switches along the racks."""
    room = RoomRequirement(rack="rack", rows=2, racks_per_row=6, policy="prewired")
    project = shuffled(tree(24, room, down=3, rack_u=9), Random(1))
    found = improve_project(project, steps=4_000, progress=Watcher())
    assert found.better
    where = places(found.floor)
    for word in ("/edge/", "/core/"):
        devices = sorted((n for n in where if word in n), key=lambda n: (where[n][0], -where[n][1]))
        assert [int(name.rsplit("/", 1)[1]) for name in devices] == list(range(1, len(devices) + 1))
    edges = {number: [f"n/{3 * number - 2 + i}" for i in range(3)] for number in range(1, 9)}
    for hosts in edges.values():
        seats = [(where[host][0], -where[host][1]) for host in hosts]
        assert seats == sorted(seats)
    again = improve_project(with_floor(project, found.floor), steps=1, progress=Watcher())
    assert not again.better
    assert again.floor == found.floor


def test_what_has_a_name_by_hand_keeps_it() -> None:
    room = RoomRequirement(rack="rack", rows=1, racks_per_row=6, policy="prewired")
    project = shuffled(tree(12, room, down=2, rack_u=6), Random(3))
    row = next(iter(Derived(project).rows))
    noted = msgspec.structs.replace(
        project,
        cables=CableRecords([CableRecord(id=row.id, remark="labelled")]),
        replugged=(Replugged(a="net/edge/4:1", b="net/edge/4:2"),),
    )
    before, after = places(noted.floor), places(ordered(noted).floor)
    held = {part.rsplit(":", 1)[0] for part in row.id.split("--")} | {"net/edge/4"}
    assert held
    assert all(after[name] == before[name] for name in held)
    assert after != before
