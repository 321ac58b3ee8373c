"""Small rooms, every placement tried: the bound is below the optimum, and the search finds it."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations, product
from random import Random

import msgspec
import pytest

from fatdesk.engine.cabling.laying import lay_formed
from fatdesk.engine.cabling.positions import find_positions
from fatdesk.engine.floor.floor import Device, Floor
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.improving.task import worth_of
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.improving import improve_project, task_of
from fatdesk.project.document.project import Project
from tests.engine.improving.rooms import tree
from tests.engine.improving.watching import Watcher

Blocks = list[tuple[list[Device], list[Device]]]


def small(random: Random) -> Project:
    """Three blocks of two or three hosts, and as many core switches, in four racks."""
    down = random.choice([2, 2, 3])
    rack_u = random.randint(down + 2, 3 * down + 5)
    rows = random.choice([1, 2, 4])
    hosts = random.randint(2 * down + 1, 3 * down)
    core_at = random.choice(["centre", "centre", tuple(random.sample(range(1, 5), 2))])
    room = RoomRequirement(
        rack="rack",
        rows=rows,
        racks_per_row=4 // rows,
        aisle_m=random.choice([0.5, 1.2, 3.0]),
        cross_tray_every=random.choice([1, 2, 4]),
        policy=random.choice(["prewired", "scalable-unit"]),
        core_at=core_at,
        core_groups=None if core_at == "centre" else 2,
    )
    return tree(hosts, room, down=down, rack_u=rack_u)


def placements(project: Project) -> Iterator[Floor]:
    """Every floor that the rules allow: whole blocks and core switches in any racks, in any order."""
    floor, room = project.floor, project.wishes.room
    assert room is not None
    count = len(floor.racks)
    devices = {device.id: device for rack in floor.racks for device in rack.devices}
    fabric = Derived(project).fabrics[0]
    blocks: Blocks = []
    for block in range(int(fabric.block.max()) + 1):
        ids = [fabric.ids[node] for node in range(fabric.node_count) if fabric.block[node] == block]
        blocks.append(
            ([devices[i] for i in ids if "/edge/" in i], [devices[i] for i in ids if "/edge/" not in i])
        )
    cores = [devices[i] for i in fabric.ids if "/core/" in i]
    core_racks = sorted(
        number for number, rack in enumerate(floor.racks) for d in rack.devices if "/core/" in d.id
    )
    if room.core_at == "centre":
        # core switches are joined to the same edge switches, so only how many stand where matters
        where_cores = [c for c in product(range(count), repeat=len(cores)) if list(c) == sorted(c)]
        if len(set(core_racks)) > 1:
            where_cores = [c for c in where_cores if len(set(c)) > 1]
    else:
        where_cores = [tuple(core_racks)]
    most = sum(bool(rack.devices) for rack in floor.racks)
    units = next(part.height_u for part in project.parts if part.id == "rack")
    for at in product(range(count), repeat=len(blocks)):
        if room.policy == "scalable-unit" and len(set(at)) < len(at):
            continue
        for core_at in where_cores:
            if len({*at, *core_at}) > most:
                continue
            yield from _stacked(floor, units, blocks, at, cores, core_at)


def _stacked(
    floor: Floor,
    units: int,
    blocks: Blocks,
    at: tuple[int, ...],
    cores: list[Device],
    core_at: tuple[int, ...],
) -> Iterator[Floor]:
    mine = [[b for b, rack in enumerate(at) if rack == number] for number in range(len(floor.racks))]
    for orders in product(*(permutations(some) for some in mine)):
        racks = []
        for number, (rack, order) in enumerate(zip(floor.racks, orders, strict=True)):
            stack = [core for core, where in zip(cores, core_at, strict=True) if where == number]
            stack += [edge for block in order for edge in blocks[block][0]]
            hosts = [host for block in order for host in blocks[block][1]]
            if len(stack) + len(hosts) > units:
                break
            # switches from the top down, hosts (10 kg a unit) from the bottom up
            placed = [msgspec.structs.replace(d, u=units - i) for i, d in enumerate(stack)]
            placed += [msgspec.structs.replace(d, u=len(hosts) - i) for i, d in enumerate(hosts)]
            racks.append(msgspec.structs.replace(rack, devices=tuple(placed)))
        else:
            yield msgspec.structs.replace(floor, racks=tuple(racks))


def optimum(project: Project) -> tuple[Decimal, int, int]:
    """The least cost, the least metres at that cost, and how many placements there are."""
    task = task_of(Derived(project))
    found = []
    for floor in placements(project):
        cabling = lay_formed(task.formed, find_positions(task.fabrics, floor, task.catalog), task.rules)
        worth = worth_of(task, cabling)
        assert (worth.unlaid, worth.unpriced) == (0, 0)
        found.append((worth.cost, worth.ordered_um))
    return *min(found), len(found)


def compare(seed: int) -> tuple[bool, Decimal]:
    """Whether the search finds the optimum, and how much of it the bound is."""
    project = small(Random(seed))
    cost, metres, _ = optimum(project)
    result = improve_project(project, seed=seed, steps=4_000, progress=Watcher())
    assert result.lower_bound is not None
    assert result.lower_bound <= cost <= result.end.cost
    same = (result.end.cost, result.end.ordered_um) == (cost, metres)
    return same, result.lower_bound / cost


def test_bound_optimum_and_what_is_found() -> None:
    results = [compare(seed) for seed in range(4)]
    assert sum(same for same, _ in results) >= 3
    assert min(share for _, share in results) > Decimal("0.4")


@pytest.mark.slow
def test_many_rooms() -> None:
    results = [compare(seed) for seed in range(100, 160)]
    found = sum(same for same, _ in results)
    shares = sorted(share for _, share in results)
    print(
        f"optimum found in {found} of {len(results)} rooms; the bound is {shares[0]:.0%} to {shares[-1]:.0%}"
    )
    assert found >= len(results) * 9 // 10
