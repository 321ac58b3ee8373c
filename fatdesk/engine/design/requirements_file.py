"""Read requirements files, with the place of each error, and write what differs from the defaults."""

import difflib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.typed_records import Problem, convert, find_problems, input_errors
from fatdesk.core.formats.yaml_events import Place, Tree, parse, read_bytes
from fatdesk.core.formats.yaml_text import number_text, yaml_text
from fatdesk.core.typed_values import ip_network
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.matching import Approved
from fatdesk.engine.catalog.parts import (
    Cable,
    ModularSwitch,
    Part,
    PowerUnit,
    RackPart,
    Server,
    Switch,
    Transceiver,
)
from fatdesk.engine.catalog.port_names import namings_of
from fatdesk.engine.design.contradicting import of_blades, of_members, of_places
from fatdesk.engine.design.currency import USUAL, named_currencies
from fatdesk.engine.design.members import named_ports
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families import FAMILIES
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.profiles import profile_named
from fatdesk.engine.rules.rule_problems import profile_problems

EXPLORED = ["egft", "hyperx"]
"""Families that only ``explore`` knows."""

MOST_RACKS = 20_000
"""Racks of a room."""


def read_requirements(path: Path, catalog: Catalog | None = None) -> Requirements:
    """The requirements in a file.

    Parameters
    ----------
    path
        A YAML file.
    catalog
        The parts that it may name; None: names of parts are not looked up.

    Raises
    ------
    InputError, InputErrors
        When it cannot be read, or contradicts itself or the catalog.
    """
    return parse_requirements(read_bytes(path), str(path), catalog)


def parse_requirements(data: bytes, file: str, catalog: Catalog | None = None) -> Requirements:
    """The requirements in a file's bytes; as ``read_requirements``."""
    wanted: Requirements = convert(parse(data, file), Requirements, data, file)
    problems = contradictions(wanted, catalog)
    if problems:
        raise input_errors(problems, data, file)
    return wanted


def understand(tree: Tree, catalog: Catalog) -> Requirements | list[Problem]:
    """The requirements in a plain tree, or everything that is wrong with it and where.

    For forms: the tree holds what was typed so far, as text, with the keys of the file.
    """
    problems = find_problems(tree, Requirements)
    if problems:
        return problems
    wanted: Requirements = msgspec.convert(tree, Requirements, strict=False)
    return contradictions(wanted, catalog) or wanted


def contradictions(wanted: Requirements, catalog: Catalog | None = None) -> list[Problem]:
    """Names that are not there or there twice, and with a catalog parts that it does not have."""
    problems = [
        *_names(wanted),
        *of_places(wanted.hosts, wanted.fabrics),
        *of_members(wanted.hosts, wanted.fabrics),
        *(_room(wanted.room) if wanted.room else ()),
        *(one for n, fabric in enumerate(wanted.fabrics) for one in _bmc_network(fabric, n)),
        *_profile(wanted.cabling.profile),
        *profile_problems(wanted.rules, FIGURES),
    ]
    return (
        problems
        if catalog is None
        else [
            *problems,
            *_parts(wanted, catalog),
            *of_blades(wanted.hosts, wanted.fabrics, catalog),
            *_ports(wanted, catalog),
            *_too_tall(wanted, catalog),
            *_prices(wanted, catalog),
        ]
    )


def _ports(wanted: Requirements, catalog: Catalog) -> Iterator[Problem]:
    """Ports of members that their hosts do not have, or that are named twice."""
    part_of = {group.name: group.part for group in wanted.hosts}
    named: dict[tuple[str, int], str] = {}
    for n, fabric in enumerate(wanted.fabrics):
        for k, member in enumerate(fabric.members):
            part = part_of.get(member.hosts, "")
            for j, port in enumerate(member.ports if part in catalog else ()):
                place: Place = ("fabrics", n, "members", k, "ports", j)
                try:
                    numbers = named_ports(catalog, part, [port])
                except FatdeskError as error:
                    yield Problem(place, f"the part {error}")
                    continue
                twice = [named[key] for number in numbers if (key := (member.hosts, number)) in named]
                if twice:
                    where = "here" if twice[0] == fabric.name else f'by fabric "{twice[0]}"'
                    what = f"port {port} of hosts {member.hosts} is named {where} already: name another"
                    yield Problem(place, what)
                named |= {(member.hosts, number): fabric.name for number in numbers}


def _too_tall(wanted: Requirements, catalog: Catalog) -> Iterator[Problem]:
    """Hosts of a rack that are taller than any rack of the room."""
    rack = (wanted.room or RoomRequirement()).rack
    ids = [rack] if isinstance(rack, str) else [some.part for some in rack]
    racks = [part for one in ids if isinstance(part := catalog.find(one), RackPart)]
    tallest = max(racks, key=lambda part: part.height_u, default=None)
    for n, group in enumerate(wanted.hosts):
        server = catalog.find(group.part)
        if group.per_rack is None or tallest is None or not isinstance(server, Server):
            continue
        box = catalog.chassis_of(server)
        count = min(group.per_rack, group.count)
        each, boxes = (server.height_u, count) if box is None else (box.height_u, -(-count // box.blades))
        if each is not None and each * boxes > tallest.height_u:
            what = f"{count} {group.part} are {each * boxes} U, {tallest.id} has {tallest.height_u} U"
            yield Problem(
                ("hosts", n, "per_rack"), f"{what}: have fewer in a rack, or a taller rack (room.rack)"
            )


def _prices(wanted: Requirements, catalog: Catalog) -> Iterator[Problem]:
    """Prices of which it cannot be said in what currency they are to be added."""
    found = named_currencies(wanted, catalog)
    if wanted.currency is None and len(found) > 1 and USUAL not in found:
        what = f"the parts named have prices in {' and '.join(found)}, add currency: {found[0]} or another"
        yield Problem(("fabrics",), what)


def _growth(wanted: Requirements) -> Iterator[Problem]:
    """A next step that names a group twice, or has fewer hosts than today, or no more."""
    targets = () if wanted.growth is None else wanted.growth.hosts
    today = {group.name: group.count for group in wanted.hosts}
    names = [target.name for target in targets]
    for n, target in enumerate(targets):
        now = today.get(target.name, 0)
        if target.name in names[:n]:
            yield Problem(("growth", "hosts", n, "name"), f'"{target.name}" is there twice, leave one out')
        elif target.count < now:
            what = f"{target.count:,} are fewer than the {now:,} of today: growth adds hosts"
            yield Problem(("growth", "hosts", n, "count"), f"{what}, give a larger number")
    if targets and all(today.get(target.name) == target.count for target in targets):
        what = "the step adds no hosts: give a group more hosts than today"
        yield Problem(("growth", "hosts"), what)


def _names(wanted: Requirements) -> Iterator[Problem]:
    """Names that are there twice, and groups of hosts that are not there."""
    groups = [group.name for group in wanted.hosts]
    for section, names in (("hosts", groups), ("fabrics", [fabric.name for fabric in wanted.fabrics])):
        for n, name in enumerate(names):
            if name in names[:n]:
                yield Problem((section, n, "name"), f'"{name}" is there twice, rename one')
    for n, target in enumerate(wanted.growth.hosts if wanted.growth is not None else ()):
        if target.name not in groups:
            what = f'there is no group of hosts "{target.name}", there {_are(groups)}'
            yield Problem(("growth", "hosts", n, "name"), what)
    yield from _growth(wanted)
    families = [family.NAME for family in FAMILIES] + (EXPLORED if wanted.explore else [])
    for n, fabric in enumerate(wanted.fabrics):
        for k, name in enumerate(fabric.families):
            if name not in families:
                yield Problem(
                    ("fabrics", n, "families", k), f'there is no family "{name}", there {_are(families)}'
                )
        for k, name in enumerate(fabric.named_hosts):
            if name not in groups:
                what = f'there is no group of hosts "{name}", there {_are(groups)}'
                yield Problem(("fabrics", n, "hosts", k), what)
            elif name in fabric.named_hosts[:k]:
                yield Problem(("fabrics", n, "hosts", k), f'"{name}" is there twice, remove one')


def _are(names: list[str]) -> str:
    return f"{'is' if len(names) == 1 else 'are'} {', '.join(names)}"


def _profile(name: str | None) -> Iterator[Problem]:
    """A rule profile that the program does not have."""
    try:
        profile_named(name)
    except FatdeskError as error:
        yield Problem(("cabling", "profile"), str(error))


def _room(room: RoomRequirement) -> Iterator[Problem]:
    """Racks and aisles that a room of that size does not have, and rooms that are too large to be drawn."""
    listed = sum(some.count for some in room.rack) if isinstance(room.rack, tuple) else 0
    if listed > MOST_RACKS:
        yield Problem(("room", "rack"), f"expected at most {MOST_RACKS:,} racks, got {listed:,}")
    if room.rows is not None and isinstance(room.aisle_m, tuple) and len(room.aisle_m) != room.rows - 1:
        what = f"expected {room.rows - 1}, one between each two of {room.rows} rows, got {len(room.aisle_m)}"
        yield Problem(("room", "aisle_m"), what)
    if room.rows is None or room.racks_per_row is None:
        return
    racks = room.rows * room.racks_per_row
    if racks > MOST_RACKS:
        what = f"{room.rows:,} rows of {room.racks_per_row:,} racks are {racks:,}, at most {MOST_RACKS:,}"
        yield Problem(("room", "racks_per_row"), f"{what}: describe one hall at a time")
    if listed > racks:
        what = f"lists {listed:,} racks, {room.rows:,} rows of {room.racks_per_row:,} have {racks:,} places"
        yield Problem(("room", "rack"), f"{what}: add rows or places, or list fewer")
    named: list[tuple[Place, int]] = [
        (("room", "reserve", n, "rack"), reserve.rack)
        for n, reserve in enumerate(room.reserve)
        if isinstance(reserve.rack, int)
    ]
    if isinstance(room.core_at, tuple):
        named += [(("room", "core_at", n), rack) for n, rack in enumerate(room.core_at)]
    for place, rack in named:
        if rack > racks:
            yield Problem(place, f"there is no rack {rack}, the room has {racks}")


def _parts(wanted: Requirements, catalog: Catalog) -> Iterator[Problem]:
    """Parts that the catalog does not have, or that are of another kind."""
    switch = (Switch, ModularSwitch)
    named: list[tuple[Place, str, tuple[type[Part], ...]]] = [
        (("hosts", n, "part"), group.part, (Server, PowerUnit)) for n, group in enumerate(wanted.hosts)
    ]
    for n, fabric in enumerate(wanted.fabrics):
        named += [(("fabrics", n, "edge", k), part, switch) for k, part in enumerate(fabric.edge)]
        named += [(("fabrics", n, "core", k), part, switch) for k, part in enumerate(fabric.core)]
        for keys, some in fabric.cables.lists if fabric.cables is not None else ():
            listed: Place = ("fabrics", n, "cables", *keys)
            parts = enumerate(some.parts or ())
            named += [((*listed, "parts", k), part, (Cable, Transceiver)) for k, part in parts]
            yield from _vendors(some, listed, catalog)
        yield from _port_names(fabric, n, catalog)
    if wanted.cabling.bundle_cable is not None:
        named.append((("cabling", "bundle_cable"), wanted.cabling.bundle_cable, (Cable,)))
    bundle = catalog.find(wanted.cabling.bundle_cable or "")
    if isinstance(bundle, Cable) and bundle.links < 2:
        what = f'the cable "{bundle.id}" carries one link, name one with links of 2 or more'
        yield Problem(("cabling", "bundle_cable"), what)
    if wanted.room and isinstance(wanted.room.rack, str):
        named.append((("room", "rack"), wanted.room.rack, (RackPart,)))
    elif wanted.room and isinstance(wanted.room.rack, tuple):
        named += [
            (("room", "rack", n, "part"), some.part, (RackPart,)) for n, some in enumerate(wanted.room.rack)
        ]
    if wanted.room:
        yield from _made_racks(wanted, catalog)
    for place, part_id, kinds in named:
        wrong = _wrong_part(part_id, kinds, catalog)
        if wrong:
            yield Problem(place, wrong)


def _made_racks(wanted: Requirements, catalog: Catalog) -> Iterator[Problem]:
    """Racks made for certain hosts where the room has no others, so switches have no place."""
    room = wanted.room or RoomRequirement()
    ids = [room.rack] if isinstance(room.rack, str) else [some.part for some in room.rack]
    parts = [part for some in ids if isinstance(part := catalog.find(some), RackPart)]
    if not parts or not all(part.holds for part in parts):
        return
    held = [group for group in wanted.hosts if group.part in parts[0].holds]
    racks = sum(-(-group.count // group.per_rack) for group in held if group.per_rack) or "N"
    what = (
        f"the racks {parts[0].id} are made for certain hosts (holds) and take no switches, state how many"
        f" there are and others: rack: [{{part: {parts[0].id}, count: {racks}}}, {{part: ..., count: ...}}]"
    )
    yield Problem(("room", "rack"), what)


def _port_names(fabric: FabricRequirement, number: int, catalog: Catalog) -> Iterator[Problem]:
    """Operating systems by which no part of the catalog names its ports."""
    if not fabric.port_names:
        return
    known = sorted({one.system for part in catalog for one in namings_of(catalog, part.id)})
    for place, system in enumerate(fabric.port_names):
        if system not in known:
            text = f'no part of the catalog names its ports by "{system}", known are {", ".join(known)}'
            yield Problem(("fabrics", number, "port_names", place), text)


def _bmc_network(fabric: FabricRequirement, number: int) -> Iterator[Problem]:
    """A network of management controllers that is none."""
    if fabric.bmc_network.strip():
        try:
            ip_network(fabric.bmc_network)
        except FatdeskError as error:
            yield Problem(("fabrics", number, "bmc_network"), str(error))


def _vendors(approved: Approved, place: Place, catalog: Catalog) -> Iterator[Problem]:
    """Vendors of whom the catalog has neither a cable nor a transceiver."""
    known = sorted({part.vendor for part in (*catalog.cables(), *catalog.transceivers()) if part.vendor})
    folded = {vendor.casefold(): vendor for vendor in known}
    for number, vendor in enumerate(approved.vendors or ()):
        if vendor.casefold() not in folded:
            close = difflib.get_close_matches(vendor.casefold(), list(folded), 3)
            hint = (
                f"did you mean {' or '.join(folded[some] for some in close)}?"
                if close
                else (f"known are {', '.join(known)}")
            )
            text = f'the catalog has no cable or transceiver of the vendor "{vendor}", {hint}'
            yield Problem((*place, "vendors", number), text)


def _wrong_part(part_id: str, kinds: tuple[type[Part], ...], catalog: Catalog) -> str:
    if part_id in catalog and isinstance(catalog[part_id], kinds):
        return ""
    if part_id in catalog.left_out:
        return f'the part "{part_id}" contradicts itself: {catalog.left_out[part_id]}'
    fitting = [part.id for kind in kinds for part in catalog.of(kind)]
    close = difflib.get_close_matches(part_id, fitting, 3)
    hint = f"did you mean {' or '.join(close)}?" if close else "see `fatdesk catalog list`"
    if part_id in catalog:
        return f'the part "{part_id}" is not a {_KIND_WORDS[kinds[0]]}, {hint}'
    return f'there is no part "{part_id}" in the catalog, {hint}'


_KIND_WORDS: dict[type[Part], str] = {Server: "server", Switch: "switch", Cable: "cable", RackPart: "rack"}


def requirements_yaml(wanted: Requirements) -> bytes:
    """A requirements file: only what differs from the defaults, each record on a line where it fits.

    ``parse_requirements`` gives the same requirements back.
    """
    return yaml_text(requirements_tree(wanted))


def requirements_tree(wanted: Requirements) -> dict[str, Any]:
    """The keys of the file, with texts, numbers and lists; what is a default is left out."""
    tree: dict[str, Any] = msgspec.to_builtins(wanted, builtin_types=(Decimal,))
    return tree


def plain_tree(value: Any) -> Any:
    """Return ``requirements_tree`` with all values as text for a file.

    >>> plain_tree({"count": 3, "spread_hosts": True, "edge": ["a"]})
    {'count': '3', 'spread_hosts': 'true', 'edge': ['a']}
    """
    if isinstance(value, dict):
        return {key: plain_tree(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_tree(item) for item in value]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number_text(value)
    return None if value is None else str(value)
