"""Adopt a report of an installed fabric: hosts by group, parts, and the record of switches and links.

    Discovered -> hosts, switches -> parts (part_choice) -> levels, family (recognising) -> AsBuiltFabric

Everything that is left out or chosen is noted, with the line of the report.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.asbuilt.devices import Device, End, Installed
from fatdesk.engine.asbuilt.directors import boxes_of, directors_of
from fatdesk.engine.asbuilt.discovered import Discovered, Note, first_notes
from fatdesk.engine.asbuilt.matching.numbering import NodePorts, numbering_of, plain_numbers
from fatdesk.engine.asbuilt.matching.port_names import adapter, natural, plain_number
from fatdesk.engine.asbuilt.part_choice import (
    AmbiguousPartsError,
    Choice,
    Need,
    chosen_for,
    fitting,
    made_part,
    plain_model,
    usable,
)
from fatdesk.engine.asbuilt.recognising import Family, Shape, levels_of, recognised
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, ModularSwitch, Server, Switch
from fatdesk.engine.catalog.plugs import PortTable, port_table
from fatdesk.engine.catalog.port_names import namings_of
from fatdesk.engine.fabric.as_built import AsBuiltFabric, AsBuiltLink, AsBuiltNode
from fatdesk.engine.fabric.device_kinds import kind_of
from fatdesk.engine.fabric.fabric import NodePart
from fatdesk.engine.fabric.name_templates import Naming, template_of
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.families.uniform import roles

MOST_GROUPS = 12
"""Of more groups of hosts by name those with equal parts become one."""
_WORD = re.compile(r"[A-Za-z][A-Za-z-]*")


@dataclass(frozen=True)
class Adopted:
    """A fabric that was adopted.

    Attributes
    ----------
    parts
        Those that were made, as the catalog has none like them.
    choices
        The part of each kind of devices.
    naming
        Templates that the names of switches follow; groups have those of their hosts.
    islands
        Hosts and a switch of each part that no link joins with the others; one: all is joined.
    """

    groups: tuple[HostGroup, ...]
    record: AsBuiltFabric
    parts: tuple[AnyPart, ...]
    choices: tuple[Choice, ...]
    notes: tuple[Note, ...]
    naming: Naming
    links: int
    islands: tuple[tuple[int, str], ...]
    sockets: Mapping[tuple[str, str], tuple[str, int]]
    """Id and port, from 0, by device and port as they are reported, in lower case."""


def adopt(
    found: Discovered,
    catalog: Catalog,
    wanted: Mapping[str, str] | None = None,
    *,
    name: str = "fabric",
    hosts_each: int = 0,
) -> Adopted:
    """Adopt the fabric of a report.

    Parameters
    ----------
    wanted
        Parts by the word for some devices (:attr:`Need.key`), names of devices (``leaf*``), ``switches`` or
        ``hosts``.
    name
        Of the fabric.
    hosts_each
        Hosts to add at every switch of a graph that has none.

    Raises
    ------
    AmbiguousPartsError
        When several parts fit some devices.
    FatdeskError
        When there are no hosts, a chosen part is unknown, or one has too few ports.
    """
    return _Adopting(found, catalog, wanted or {}, name, hosts_each).done()


class _Adopting:
    def __init__(
        self, found: Discovered, catalog: Catalog, wanted: Mapping[str, str], name: str, hosts_each: int
    ) -> None:
        self.found, self.catalog, self.wanted, self.name = found, catalog, wanted, name
        self.counts = found.counts_ports
        self.protocol = "infiniband" if found.counts_ports else ""
        self.boxes = boxes_of(found, catalog, wanted)
        self.installed = Installed(self.boxes.found, catalog, hosts_each)
        self.installed.notes += self.boxes.notes
        self.devices, self.links = self.installed.devices, self.installed.links
        self.rates = self.installed.rates
        self.made: dict[str, AnyPart] = {}

    # Parts

    def _choose(self) -> tuple[Choice, ...]:
        """A part for every device."""
        rate: dict[int, float] = {}
        count: Counter[int] = Counter()
        highest: dict[int, int] = defaultdict(int)
        for ends, own in zip(self.links, self.rates, strict=True):
            for end in ends:
                count[end.device] += 1
                rate[end.device] = max(rate.get(end.device, 0.0), own or 0.0)
                if self.counts and self.devices[end.device].switch:
                    highest[end.device] = max(highest[end.device], plain_number(end.port) or 0)
        needs: dict[tuple[Need, str], list[int]] = defaultdict(list)
        most: Counter[tuple[bool, str, int, float | None]] = Counter()
        for number, device in enumerate(self.devices):
            kind = (device.switch, device.model, device.ports, rate.get(number) or None)
            used = max(count[number], highest[number])
            most[kind] = max(most[kind], used if device.switch else count[number])
        boxes = {number for number, device in enumerate(self.devices) if self._is_box(device)}
        for number, device in enumerate(self.devices):
            if number in boxes:
                continue
            kind = (device.switch, device.model, device.ports, rate.get(number) or None)
            used = most[kind] if device.switch else count[number]
            need = Need(*kind[:3], used, kind[3], self.protocol)
            named = chosen_for(device.name, need.key, self.wanted, switch=device.switch)
            needs[need, named].append(number)
        choices = [*self.boxes.choices]
        choices += (self._choice(need, named, numbers) for (need, named), numbers in needs.items())
        open_ = tuple(one for one in choices if not one.part)
        if open_:
            raise AmbiguousPartsError(open_)
        self.installed.notes += [Note(0, what) for what in self._idle({one.key for one in choices})]
        return tuple(choices)

    def _idle(self, keys: Collection[str]) -> Iterator[str]:
        """Parts that were chosen for devices that the report does not have."""
        names = [device.name for device in self.devices]
        for director in directors_of(self.found):
            names += [director.name, plain_model(director.model)]
        for one, part in self.wanted.items():
            if one not in ("switches", "hosts", *keys) and not any(fnmatchcase(name, one) for name in names):
                yield f"{part} was chosen for {one}, which is the name of no device and no kind of devices"

    def _is_box(self, device: Device) -> bool:
        """Assign the part of a modular switch; whether the device is one."""
        own = self.boxes.parts.get(device.nodes[0]) if device.nodes else None
        if own is not None:
            device.part, device.cards, device.card = own.part, own.cards, own.card
        return own is not None

    def _choice(self, need: Need, named: str, numbers: list[int]) -> Choice:
        first = self.devices[numbers[0]]
        shown = first.name or self.installed.key(numbers[0])
        splits, made = 1, False
        candidates: tuple[str, ...] = ()
        if named:
            part = named
            splits = self._splits_of(need, named)
        else:
            candidates, splits = fitting(need, self.catalog)
            part = candidates[0] if len(candidates) == 1 else ""
            if not candidates:
                own = made_part(need)
                part, made = own.id, True
                before = self.made.setdefault(own.id, own)
                assert before.id == own.id
        modular = self.catalog.find(part)
        cards = modular.slots if isinstance(modular, ModularSwitch) else 0
        for number in numbers:
            device = self.devices[number]
            device.part, device.splits, device.cards = part, splits, cards
        return Choice(need.key, need.switch, len(numbers), shown, part, candidates, made, splits)

    def _splits_of(self, need: Need, part_id: str) -> int:
        """Into how many ports of a chosen part are split; that it has enough of them is checked."""
        part = self.catalog.find(part_id)
        kind = Switch | ModularSwitch if need.switch else Server
        if not isinstance(part, kind):
            word = "switch" if need.switch else "server"
            what = "is not in the catalog" if part is None else f"is not a {word}"
            raise FatdeskError(f"--part {need.key}={part_id}: {part_id} {what}, name another part")
        table = port_table(self.catalog, part_id, part.slots if isinstance(part, ModularSwitch) else 0)
        needed = max(need.ports - 1, need.used) if need.switch else need.used
        count = table.data if need.switch else len(table.cage)
        splits = 1
        while self.counts and need.switch and splits < 4 and count * splits < needed:
            splits *= 2
        if count * splits < need.used:
            raise FatdeskError(
                f"--part {need.key}={part_id}: it has {count} ports, {need.used} are in use: name another "
                "part"
            )
        return splits

    # Ports

    def _tables(self, catalog: Catalog) -> dict[NodePart, PortTable]:
        """The ports of each part; a modular switch that is one node of the report has all of its cards."""
        parts = dict.fromkeys(device.node_part for device in self.devices)
        return {own: port_table(catalog, own.part, own.cards, own.card) for own in parts}

    def _ports(self, catalog: Catalog) -> dict[int, dict[str, tuple[int, int]]]:
        """For each device the port, from 0, and the leg of every name of a port."""
        texts: dict[int, list[str]] = defaultdict(list)
        for ends in self.links:
            for end in ends:
                if end.port:
                    texts[end.device].append(end.port)
        found: dict[int, dict[str, tuple[int, int]]] = {}
        ports: dict[tuple[NodePart, int], NodePorts] = {}
        tables = self._tables(catalog)
        said: list[Note] = []
        for number, device in enumerate(self.devices):
            table, own = tables[device.node_part], list(dict.fromkeys(texts[number]))
            if not device.switch:
                found[number] = self._host_ports(own, table, number)
                continue
            key = (device.node_part, device.splits)
            if key not in ports:
                namings = namings_of(catalog, device.part)
                splits = (device.splits,) * len(table.cage)
                ports[key] = NodePorts(table, device.splits, splits, namings)
            most = table.data * device.splits
            if self.counts or all(map(str.isdecimal, own)):
                numbers = plain_numbers(own).numbers
            else:
                numbers = numbering_of(own, (), ports[key], most, frozenset(), lambda *_: False).numbers
            mapped: dict[str, tuple[int, int]] = {}
            taken: set[int] = set()
            for text, port in numbers.items():
                if 1 <= port <= most and port not in taken:
                    mapped[text] = divmod(port - 1, device.splits)
                    taken.add(port)
            lost = [text for text in own if text not in mapped]
            free = [port for port in range(1, most + 1) if port not in taken]
            if len(lost) > len(free):
                raise FatdeskError(
                    f"{device.name or device.part}: {len(own)} ports are in use, {device.part} has {most}: "
                    "choose another part with --part"
                )
            for text, port in zip(lost, free, strict=False):
                mapped[text] = divmod(port - 1, device.splits)
                what = f"{device.name}: no port of {device.part} is called {text}, it is taken as port {port}"
                said.append(
                    Note(self.installed.found.nodes[device.nodes[0]].line if device.nodes else 0, what)
                )
            found[number] = mapped
        self.installed.notes += first_notes(said, "names of ports that are not known")
        return found

    def _host_ports(self, texts: list[str], table: PortTable, number: int) -> dict[str, tuple[int, int]]:
        """The ports of a host in order of their names, or those that the names count."""
        rates = [
            rate
            for ends, rate in zip(self.links_of[number], self.rates_of[number], strict=True)
            if rate is not None and ends is not None
        ]
        able = usable(table, max(rates)) if rates else list(range(len(table.cage)))
        able = able if len(able) >= max(1, len(texts)) else list(range(len(table.cage)))
        device = self.devices[number]
        firsts = [adapter(self.installed.found.nodes[node].name).first for node in device.nodes]
        if len(texts) <= 1 and len(firsts) == 1 and firsts[0] and firsts[0] <= len(able):
            return dict.fromkeys(texts, (able[firsts[0] - 1], 0))
        counted_ = [int(found[0]) if (found := re.findall(r"\d{1,9}", text)) else 0 for text in texts]
        plain = [text for text in texts if re.fullmatch(r"(?:hca|port|p)?-?\d+(?: 1)?", text, re.IGNORECASE)]
        distinct = len(plain) == len(set(counted_)) == len(texts)
        if distinct and min(counted_, default=0) >= 1 and max(counted_, default=0) <= len(able):
            return {text: (able[one - 1], 0) for text, one in zip(texts, counted_, strict=True)}
        return {text: (port, 0) for text, port in zip(sorted(texts, key=natural), able, strict=False)}

    # The record

    def done(self) -> Adopted:
        """Everything together."""
        choices = self._choose()
        catalog = Catalog([*self.catalog, *self.made.values()]) if self.made else self.catalog
        self.links_of: dict[int, list[tuple[End, End]]] = defaultdict(list)
        self.rates_of: dict[int, list[float | None]] = defaultdict(list)
        for ends, rate in zip(self.links, self.rates, strict=True):
            for end in ends:
                self.links_of[end.device].append(ends)
                self.rates_of[end.device].append(rate)
        plugs = self._plugs(self._ports(catalog), catalog)
        switches = [n for n, device in enumerate(self.devices) if device.switch]
        hosts = [n for n, device in enumerate(self.devices) if not device.switch]
        place = {number: at for at, number in enumerate(switches)}
        place |= {number: at for at, number in enumerate(hosts)}
        between, to_hosts = [], []
        for (a, b), ((port_a, _), (port_b, _)) in zip(self.links, plugs, strict=True):
            one, other = self.devices[a.device], self.devices[b.device]
            if one.switch and other.switch:
                between.append((place[a.device], place[b.device]))
            elif one.switch:
                to_hosts.append((place[a.device], place[b.device], port_b))
            else:
                to_hosts.append((place[b.device], place[a.device], port_a))
        shape = Shape(len(hosts), len(switches), between, to_hosts)
        names = [self.devices[n].name or self.installed.key(n) for n in switches]
        level = levels_of(shape)
        family = recognised(shape, level, names)
        if len(family.islands) > 1:
            some = ", ".join(f"{count:,} ({names[one]})" for count, one in family.islands[:5])
            self.installed.note(0, f"{len(family.islands)} islands that no link joins: hosts of each: {some}")
        return self._adopted(choices, catalog, plugs, switches, hosts, level, family, to_hosts)

    def _plugs(
        self, ports: Mapping[int, Mapping[str, tuple[int, int]]], catalog: Catalog
    ) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Port and leg of both ends of each link; ports that are not reported are the first that are free."""
        taken: dict[int, set[tuple[int, int]]] = defaultdict(set)
        tables = self._tables(catalog)
        for ends in self.links:
            for end in ends:
                if end.port:
                    taken[end.device].add(ports[end.device].get(end.port, (0, 0)))
        free: dict[int, list[int]] = {}
        result = []
        for ends, rate in zip(self.links, self.rates, strict=True):
            found = []
            for end in ends:
                if end.port and end.port in ports[end.device]:
                    found.append(ports[end.device][end.port])
                    continue
                if end.device not in free:
                    device = self.devices[end.device]
                    table = tables[device.node_part]
                    able = list(range(table.data)) if device.switch else usable(table, rate)
                    used = {port for port, _ in taken[end.device]}
                    free[end.device] = [port for port in reversed(able) if port not in used]
                if not free[end.device]:
                    device = self.devices[end.device]
                    name = device.name or self.installed.key(end.device)
                    at = "" if device.switch or rate is None else f" of {rate:g} Gb/s"
                    raise FatdeskError(
                        f"{name}: {device.part} has no free port{at} for one of its links: choose another "
                        "part with --part"
                    )
                found.append((free[end.device].pop(), 0))
            result.append((found[0], found[1]))
        return result

    def _adopted(
        self,
        choices: tuple[Choice, ...],
        catalog: Catalog,
        plugs: list[tuple[tuple[int, int], tuple[int, int]]],
        switches: list[int],
        hosts: list[int],
        level: list[int],
        family: Family,
        to_hosts: list[tuple[int, int, int]],
    ) -> Adopted:
        groups, host_ids = self._groups(hosts)
        of_switch: dict[int, list[int]] = defaultdict(list)
        for switch, host, _ in to_hosts:
            of_switch[switch].append(host)
        words = roles(max(level, default=1))
        block = _blocks(level, of_switch, family)

        def order(at: int) -> tuple[object, ...]:
            rail = family.rail_of.get(at, 0)
            own = block.get(at, 0) if family.rails > 1 else 0
            return level[at], own, rail, natural(self.devices[switches[at]].name or "~"), at

        sorted_ = sorted(range(len(switches)), key=order)
        ids: dict[int, str] = dict(host_ids)
        number: Counter[str] = Counter()
        for at in sorted_:
            role = words[min(level[at], len(words)) - 1]
            number[role] += 1
            ids[switches[at]] = f"{self.name}/{role}/{number[role]}"
        rank = {switches[at]: place for place, at in enumerate(sorted_)}
        links = self._recorded(
            plugs, self._tables(catalog), ids, rank, dict(zip(switches, level, strict=True))
        )
        renumbered = {
            old: new for new, old in enumerate(dict.fromkeys(block[at] for at in sorted_ if at in block))
        }
        nodes = [
            AsBuiltNode(
                id=ids[switches[at]],
                part=self.devices[switches[at]].part,
                cards=self.devices[switches[at]].cards,
                card=self.devices[switches[at]].card,
                level=level[at],
                block=renumbered[block[at]] if at in block else None,
                name=self.devices[switches[at]].name,
                guids=self._guids(switches[at]),
                links=tuple(sorted(links[switches[at]], key=lambda link: (link.port, link.leg))),
            )
            for at in sorted_
        ]
        at_edge = {hosts[host] for switch, some in of_switch.items() if switch in block for host in some}
        for host in sorted(hosts, key=lambda one: host_ids[one]):
            device = self.devices[host]
            guids = self.installed.guids(host)
            apart = None if host in at_edge else len(renumbered)
            if device.name or guids or apart is not None:
                nodes.append(AsBuiltNode(id=ids[host], name=device.name, guids=guids, block=apart))
        regular = len(set(block.values())) * family.rails == level.count(1)
        record = AsBuiltFabric(
            source=self.found.file.replace("\\", "/").rpartition("/")[2],
            family=family.name,
            reason=family.reason,
            params=family.params,
            rails=family.rails if regular else 1,
            nodes=tuple(nodes),
        )
        islands = tuple((count, ids[switches[one]]) for count, one in family.islands)
        return Adopted(
            groups,
            record,
            tuple(self.made.values()),
            choices,
            self.installed.found.placed(self.installed.notes),
            _naming(nodes, groups),
            len(self.links),
            islands,
            self._sockets(plugs, ids),
        )

    def _sockets(
        self, plugs: list[tuple[tuple[int, int], tuple[int, int]]], ids: Mapping[int, str]
    ) -> dict[tuple[str, str], tuple[str, int]]:
        return {
            (self.devices[end.device].name.casefold(), end.port.casefold()): (ids[end.device], port)
            for ends, own in zip(self.links, plugs, strict=True)
            for end, (port, _) in zip(ends, own, strict=True)
        }

    def _guids(self, number: int) -> tuple[str, ...]:
        """The GUIDs of a switch; of a box of chips those of all of them."""
        nodes = self.devices[number].nodes
        return self.boxes.guids.get(nodes[0], ()) or self.installed.guids(number)

    def _recorded(
        self,
        plugs: list[tuple[tuple[int, int], tuple[int, int]]],
        tables: Mapping[NodePart, PortTable],
        ids: Mapping[int, str],
        rank: Mapping[int, int],
        level: Mapping[int, int],
    ) -> dict[int, list[AsBuiltLink]]:
        """The links at their lower switches; one without a rate has that of the slower of its ports."""
        found: dict[int, list[AsBuiltLink]] = defaultdict(list)
        legs: Counter[tuple[int, int]] = Counter()
        for (a, b), ((port_a, _), (port_b, _)) in zip(self.links, plugs, strict=True):
            legs[a.device, port_a] += 1
            legs[b.device, port_b] += 1
        for ends, ((port_a, leg_a), (port_b, leg_b)), rate in zip(self.links, plugs, self.rates, strict=True):
            sides = [(ends[0].device, port_a, leg_a), (ends[1].device, port_b, leg_b)]
            sides.sort(key=lambda side: (side[0] not in level, level.get(side[0], 0), rank.get(side[0], 0)))
            (near, port, leg), (far, far_port, _) = sides
            one, other = self.devices[near], self.devices[far]
            trace = bool(one.box) and one.box == other.box
            splits = one.splits if one.splits > 1 and not other.switch else 1
            slower = min(
                _rate(tables[one.node_part], port) / splits, _rate(tables[other.node_part], far_port)
            )
            own = slower if rate is None else rate
            found[near].append(
                AsBuiltLink(port + 1, ids[far], far_port + 1, own, leg if splits > 1 else 0, splits, trace)
            )
        return found

    def _groups(self, hosts: list[int]) -> tuple[tuple[HostGroup, ...], dict[int, str]]:
        """Groups of equal hosts by the words in their names, and the id of each host."""
        kinds: dict[tuple[str, str], list[int]] = defaultdict(list)
        for host in hosts:
            device = self.devices[host]
            found = _WORD.match(device.name)
            kinds[device.part, found[0].strip("-").lower() if found else ""].append(host)
        if len(kinds) > MOST_GROUPS:
            merged: dict[tuple[str, str], list[int]] = defaultdict(list)
            for (part, _), some in kinds.items():
                merged[part, ""] += some
            kinds = merged
        groups: list[HostGroup] = []
        ids: dict[int, str] = {}
        taken: set[str] = set()
        for (part, word), some in kinds.items():
            stem = word if len(word) > 1 else "nodes"
            name, again = stem, 1
            while name in taken or name == self.name:
                again += 1
                name = f"{stem}-{again}"
            taken.add(name)
            order = sorted(some, key=lambda one: (natural(self.devices[one].name or "~"), one))
            template = template_of([self.devices[one].name for one in order])
            groups.append(HostGroup(name=name, part=part, count=len(some), names=template))
            ids |= {host: f"{name}/{n}" for n, host in enumerate(order, 1)}
        twice = Counter(group.names for group in groups)
        apart = (group if twice[group.names] == 1 else replace(group, names="") for group in groups)
        return tuple(apart), ids


def _naming(nodes: Sequence[AsBuiltNode], groups: Sequence[HostGroup]) -> Naming:
    """The templates that names of switches follow, where no two kinds follow the same."""
    names: dict[str, list[str]] = defaultdict(list)
    for node in nodes:
        if node.part is not None:
            names[kind_of(node.id)].append(node.name)
    templates = {kind: template_of(some) for kind, some in names.items()}
    count = Counter([*templates.values(), *(group.names for group in groups)])
    own: dict[str, Any] = {kind: one for kind, one in templates.items() if count[one] == 1}
    return Naming(**own)


def _rate(table: PortTable, port: int) -> float:
    return float(table.plugs[table.plug[port]].rate_gbps)


def _blocks(level: list[int], of_switch: Mapping[int, list[int]], family: Family) -> dict[int, int]:
    """The building block of each edge switch: with rails those of the same first host, else one for each."""
    blocks: dict[int, int] = {}
    known: dict[tuple[str, int], int] = {}
    count = Counter(host for hosts in of_switch.values() for host in hosts)
    for at, one in enumerate(level):
        if one == 1:
            hosts = [host for host in of_switch.get(at, ()) if count[host] >= family.rails > 1]
            key = ("host", min(hosts)) if hosts else ("switch", at)
            blocks[at] = known.setdefault(key, len(known))
    return blocks
