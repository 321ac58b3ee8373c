"""What the tests with a real NetBox and a real Nautobot have in common."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TypeVar

import pytest
from msgspec.structs import replace
from private_services import Missing, Product

from fatdesk.engine.dcim.comparing import compare
from fatdesk.engine.dcim.dialect import Dialect
from fatdesk.engine.dcim.hall import read_hall
from fatdesk.engine.dcim.plan_rows import Content
from fatdesk.engine.dcim.pushing import push
from fatdesk.engine.dcim.records import OF_DEVICES, OF_TYPES, Record, Ref, Row, Wanted
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.floor.feeds import PowerFeeds
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.hall import hall_project
from tests.engine.structured.samples import four_units

Server = TypeVar("Server", bound=Dialect)
Ends = frozenset[tuple[str, str]]
"""The devices and ports at both ends of a link."""


@contextmanager
def empty_server(product: Product, connect: Callable[..., Server]) -> Iterator[Server]:
    """An empty server, or that which runs at FATDESK_NETBOX_TRIED or FATDESK_NAUTOBOT_TRIED already."""
    name = product.name.upper()
    tried = os.environ.get(f"FATDESK_{name}_TRIED")
    if tried:
        with closing(connect(tried, os.environ[f"FATDESK_{name}_TOKEN"], timeout_s=600)) as server:
            yield server
        return
    try:
        product.check()
    except Missing as missing:
        pytest.skip(str(missing))  # what this machine lacks, and how to install it
    with (
        product.running() as running,
        closing(connect(running.address, running.token, timeout_s=600)) as server,
    ):
        yield server


def planned_pairs(plan: Plan) -> set[Ends]:
    """The ports of each link of a plan, of a split port by the name of its leg."""
    return {frozenset((one.a[0][1::2], one.b[0][1::2])) for one in Content(plan, four_x=True).cables()}


def of_others(server: Dialect, paths: Sequence[str]) -> list[Row]:
    """All objects without tags as they are, but for counts of what refers to them."""
    found = []
    for path in paths:
        rows = [row for row in server.read(path) if not row.get("tags")]
        found += [{name: row[name] for name in row if not name.endswith("_count")} for row in rows]
    return found


def push_twice(server: Dialect, needed: Wanted, name: str) -> None:
    """Push a plan, and once more, when nothing changes; print how long both took."""
    started = time.monotonic()
    written = push(server, compare(server, needed))
    first = time.monotonic() - started
    started = time.monotonic()
    again = compare(server, needed)
    assert again.changes == []
    assert str(push(server, again)) == "nothing"
    print(
        f"\n{name}: {written}; {first:.0f} s, again {time.monotonic() - started:.0f} s, {again.same} the same"
    )


def plan_with_feeds() -> Plan:
    """Four units of DGX H100 over panels, with the feeds of their racks."""
    project = four_units()
    power = PowerFeeds(breaker_a=32.0)
    racks = tuple(replace(rack, power=power) for rack in project.floor.racks)
    return Derived(replace(project, floor=replace(project.floor, racks=racks))).plan


def only_some(needed: Wanted) -> None:
    """Leave all but some cables of panels out, and all that these do not need."""
    records = needed.records

    def ends(one: Record) -> list[Ref]:
        return [*one.initial["a_terminations"], *one.initial["b_terminations"]]

    trunks = [one for one in records["cables"] if ends(one)[0].kind == "rear-ports"][:3]
    panels = {end.key[0] for one in trunks for end in ends(one)}
    cords = [
        one
        for one in records["cables"]
        if any(end.kind == "front-ports" and end.key[0] in panels for end in ends(one))
    ][:12]
    records["cables"] = trunks + cords
    kept = panels | {end.key[0] for one in cords for end in ends(one)}
    for name in ("devices", *OF_DEVICES):
        records[name] = [one for one in records.get(name, []) if one.key[0] in kept]
    racks = {one.fields["rack"].key for one in records["devices"]}
    records["racks"] = [one for one in records["racks"] if one.key in racks]
    feeds = [one for one in records["power-feeds"] if one.fields["rack"].key in racks]
    assert len(feeds) == 2 * len(racks)
    records["power-feeds"] = feeds


def only_first_enclosure(needed: Wanted) -> None:
    """Leave out all but the first enclosure with its blades, and all that these do not need."""
    records = needed.records
    box = records["device-bays"][0].key[0]
    bays = [one for one in records["device-bays"] if one.key[0] == box]
    kept = {box, *(one.fields["installed_device"].key[0] for one in bays)}
    for name in ("devices", *OF_DEVICES):
        records[name] = [one for one in records.get(name, []) if one.key[0] in kept]
    types = {one.fields["device_type"].key for one in records["devices"]}
    racks = {one.fields["rack"].key for one in records["devices"] if "rack" in one.fields}
    records["racks"] = [one for one in records["racks"] if one.key in racks]
    records["device-types"] = [one for one in records["device-types"] if one.key in types]
    for name in OF_TYPES:
        some = records.get(name, [])
        records[name] = [one for one in some if one.initial["device_type"].key in types]
    records["cables"] = []


def check_old_hall(server: Dialect) -> None:
    """A hall with racks counted from the top and from the bottom, with and without an outer size, is read."""
    made = hall_project(read_hall(server, "old hall"), "hall")
    first, second = made.project.floor.racks
    assert [(some.u, some.height_u, some.note) for some in first.reserved] == [(46, 2, "E01 (Old)")]
    assert [(some.u, some.height_u) for some in second.reserved] == [(3, 2)]
    assert (first.label or "A01", second.label or "A03") == ("A01", "A03")
    assert (second.row, second.position) == (0, 2)
    (part,) = (part for part in made.project.parts if part.id == first.part)
    assert [round(getattr(part, name)) for name in ("width_mm", "depth_mm", "height_u")] == [610, 1219, 47]
    assert made.free_u == 47 + 42 - 4
