"""Devices and links of a report: which nodes are switches, which adapters are one host, what is left out."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.core.number_text import counted
from fatdesk.engine.asbuilt.discovered import Discovered, DiscoveredLink, Note, Reported, first_notes
from fatdesk.engine.asbuilt.matching.port_names import adapter, is_management
from fatdesk.engine.asbuilt.part_choice import rate_gbps
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import ModularSwitch, Server, Switch
from fatdesk.engine.fabric.fabric import NodePart

_MANAGED = re.compile(r"MF\d+;([^:;]+):([^/]*)(.*)$")
_MODEL = re.compile(r"[A-Z]{2,}[A-Z0-9-]*\d{3,}[A-Z0-9-]*\Z", re.IGNORECASE)


class End(NamedTuple):
    """An end of a link: a device, and the port as it is reported."""

    device: int
    port: str


@dataclass
class Device:
    """A switch or a host, with the nodes of the report that it is.

    Attributes
    ----------
    model, ports
        As reported; empty and 0: unknown.
    box
        GUID of the box that several chips share; empty: none.
    part, cards, card, splits
        Chosen part, of a modular switch its cards, and into how many ports each port is split.
    """

    switch: bool
    name: str
    nodes: list[int]
    model: str = ""
    ports: int = 0
    box: str = ""
    part: str = ""
    cards: int = 0
    card: str = ""
    splits: int = 1

    @property
    def node_part(self) -> NodePart:
        """Its part as fabrics have it."""
        return NodePart(part=self.part, cards=self.cards, card=self.card)


class Installed:
    """The devices and links of a report that a fabric is made of.

    Attributes
    ----------
    devices
        Switches and hosts, in the order of the report.
    links, rates
        The two ends of each link, and its rate in Gb/s; None: unknown.
    notes
        Everything that is left out, with its line.

    Parameters
    ----------
    hosts_each
        Hosts to add at every switch of a graph that has none.

    Raises
    ------
    FatdeskError
        When there are no hosts or no links, or hosts are to be added to a graph that has some.
    """

    def __init__(self, found: Discovered, catalog: Catalog, hosts_each: int = 0) -> None:
        self.found, self.catalog = found, catalog
        self.notes: list[Note] = list(found.notes)
        self.counts = found.counts_ports
        self.is_switch = self._switches()
        self.devices: list[Device] = []
        self.device_of = self._devices()
        self.rates: list[float | None] = []
        self.links = self._links()
        if hosts_each:
            self._add_hosts(hosts_each)
        self._leave_out_unlinked()
        if not any(not device.switch for device in self.devices):
            raise InputError(
                found.file,
                1,
                "hosts",
                "there are none: every node has several neighbours, state kind = host, or give the number of "
                "hosts at each switch (--hosts-each)",
            )

    def note(self, line: int, what: str) -> None:
        """Note something that was left out or chosen."""
        self.notes.append(Note(line, what))

    def key(self, number: int) -> str:
        """Key of a device in the report, for one without a name."""
        nodes = self.devices[number].nodes
        return self.found.nodes[nodes[0]].key if nodes else f"device {number + 1}"

    def guids(self, number: int) -> tuple[str, ...]:
        """The GUIDs of a device."""
        return tuple(guid for node in self.devices[number].nodes if (guid := self.found.nodes[node].guid))

    # Nodes

    def _switches(self) -> list[bool]:
        """Return for each node whether it is a switch: as reported, else those with several neighbours."""
        near: dict[int, set[int]] = defaultdict(set)
        for link in self.found.links:
            near[link.a].add(link.b)
            near[link.b].add(link.a)
        known = [node.reported or self._kind_of_model(node.model) for node in self.found.nodes]
        result = [
            one == Reported.SWITCH if one != Reported.UNKNOWN else len(near[number]) > 1
            for number, one in enumerate(known)
        ]
        if Reported.HOST in known or not all(result):
            return result
        unknown = {number for number, one in enumerate(known) if one == Reported.UNKNOWN}
        if Reported.SWITCH in known and unknown and all(near[one].isdisjoint(unknown) for one in unknown):
            return [number not in unknown for number in range(len(result))]
        least = min((len(near[number]) for number in range(len(result))), default=0)
        small = {number for number in range(len(result)) if len(near[number]) == least}
        apart = all(near[number].isdisjoint(small) for number in small)
        if apart and 2 * len(small) > len(result) and Reported.SWITCH not in known:
            return [number not in small for number in range(len(result))]
        return result

    def _kind_of_model(self, model: str) -> Reported:
        """The kind of a device by the part that it is."""
        part = self.catalog.find(model) if model else None
        if isinstance(part, Switch | ModularSwitch):
            return Reported.SWITCH
        return Reported.HOST if isinstance(part, Server) else Reported.UNKNOWN

    def _devices(self) -> list[int]:
        """The device of each node: adapters of one host are one."""
        of_node = [-1] * len(self.found.nodes)
        hosts = self._hosts_of_adapters()
        numbers: dict[str, int] = {}
        for number in range(len(self.found.nodes)):
            key = f"s{number}" if self.is_switch[number] else hosts[number]
            if key not in numbers:
                numbers[key] = len(self.devices)
                self.devices.append(Device(self.is_switch[number], "", []))
            of_node[number] = numbers[key]
            self.devices[numbers[key]].nodes.append(number)
        for device in self.devices:
            node = self.found.nodes[device.nodes[0]]
            device.name = _switch_name(node.name) if device.switch else _host_name(node.name)
            device.model = node.model or (_model(node.name) if device.switch else "")
            device.ports = node.ports if device.switch else 0
            device.box = node.chassis if device.switch and node.chassis.strip("0") else ""
        self._name_once()
        return of_node

    def _hosts_of_adapters(self) -> dict[int, str]:
        """For each node that is no switch what its host is known by."""
        named: dict[str, list[int]] = defaultdict(list)
        for number, node in enumerate(self.found.nodes):
            if not self.is_switch[number]:
                named[_host_name(node.name).casefold()].append(number)
        keys: dict[int, str] = {}
        for name, numbers in named.items():
            nodes = [self.found.nodes[number] for number in numbers]
            words = [adapter(node.name).word for node in nodes]
            distinct = name and (len(nodes) == 1 or (len(set(words)) == len(nodes) and all(words)))
            for number, node in zip(numbers, nodes, strict=True):
                own = node.chassis if node.chassis.strip("0") else node.key
                keys[number] = f"h{name}" if distinct else f"g{own}"
        return keys

    def _name_once(self) -> None:
        """Names that several devices have are no names: templates name them."""
        count = Counter(device.name.casefold() for device in self.devices if device.name)
        twice: dict[str, list[Device]] = defaultdict(list)
        for device in self.devices:
            if device.name and count[device.name.casefold()] > 1:
                twice[device.name].append(device)
        said: list[Note] = []
        for name, some in twice.items():
            line = self.found.nodes[some[0].nodes[0]].line
            said.append(
                Note(line, f"{name} is the name of {len(some):,} devices: they are named by templates")
            )
            for device in some:
                device.name = ""
        self.notes += first_notes(said, "names of several devices")

    # Links

    def _links(self) -> list[tuple[End, End]]:
        kept: list[tuple[End, End]] = []
        said: list[Note] = []
        plain: Counter[int] = Counter()
        for link in self.found.links:
            for node, port in ((link.a, link.port_a), (link.b, link.port_b)):
                plain[node] += port.casefold().startswith("eth")
        for link in self.found.links:
            why = self._why_not(link, plain)
            if why:
                said.append(Note(link.line, f"{self._link_text(link)}: {why}, left out"))
                continue
            ends = [
                End(self.device_of[node], port)
                for node, port in ((link.a, link.port_a), (link.b, link.port_b))
            ]
            ends = [
                End(end.device, f"{adapter(self.found.nodes[node].name).word} {end.port}".strip())
                if not self.devices[end.device].switch and len(self.devices[end.device].nodes) > 1
                else end
                for end, node in zip(ends, (link.a, link.b), strict=True)
            ]
            kept.append((ends[0], ends[1]))
            self.rates.append(rate_gbps(link.rate))
        self.notes += first_notes(said, "links left out for such reasons")
        if not kept:
            raise InputError(
                self.found.file,
                1,
                "file",
                "holds no link between two devices of a fabric, export the whole fabric",
            )
        return kept

    def _leave_out_unlinked(self) -> None:
        """Leave out devices that no link joins, and note them."""
        linked = {end.device for ends in self.links for end in ends}
        lost = [device for number, device in enumerate(self.devices) if number not in linked]
        if not lost:
            return
        nodes = [self.found.nodes[device.nodes[0]] for device in lost if device.nodes]
        names = ", ".join(node.name or node.key for node in nodes[:5])
        some = f"{names} and {len(lost) - 5:,} more" if len(lost) > 5 else names
        self.note(nodes[0].line if nodes else 0, f"no link joins {some}: left out")
        number = {old: new for new, old in enumerate(sorted(linked))}
        self.devices = [self.devices[old] for old in sorted(linked)]
        self.links = [(End(number[a.device], a.port), End(number[b.device], b.port)) for a, b in self.links]

    def _why_not(self, link: DiscoveredLink, plain: Counter[int]) -> str:
        a, b = self.device_of[link.a], self.device_of[link.b]
        if a == b:
            return "it joins a device with itself"
        if not self.devices[a].switch and not self.devices[b].switch:
            return "it joins two hosts without a switch"
        if self.counts:
            return ""
        for node, port in ((link.a, link.port_a), (link.b, link.port_b)):
            few = not port.casefold().startswith("eth") or plain[node] <= 2
            if self.is_switch[node] and is_management(port) and few:
                return f"{port} is a port of management"
        return ""

    def _link_text(self, link: DiscoveredLink) -> str:
        one, other = self.found.nodes[link.a], self.found.nodes[link.b]
        return f"{one.name or one.key} {link.port_a} to {other.name or other.key} {link.port_b}"

    def _add_hosts(self, each: int) -> None:
        """Hosts at every switch of a graph without hosts."""
        if any(not device.switch for device in self.devices):
            raise FatdeskError(f"{self.found.file} has hosts: leave --hosts-each out")
        for number, device in enumerate(list(self.devices)):
            for n in range(each):
                name = f"{device.name}-{n + 1}" if device.name else ""
                self.devices.append(Device(False, name, []))
                self.links.append((End(number, ""), End(len(self.devices) - 1, "")))
                self.rates.append(None)
        self.note(0, f"{counted(each, 'host')} added at each of {counted(number + 1, 'switch')}")


def _switch_name(name: str) -> str:
    """The name of a switch without what its system adds.

    >>> _switch_name("MF0;leaf-1:MQM8700/U1"), _switch_name("MF0;dir1:IS5300/L03/U1"), _switch_name("sw 1")
    ('leaf-1', 'dir1-L03-U1', 'sw 1')
    """
    plain = " ".join(name.split())
    if taken := _MANAGED.match(plain):
        more = taken[3].strip("/").replace("/", "-")
        return taken[1] + (f"-{more}" if more and more != "U1" else "")
    return plain[:200]


def _host_name(name: str) -> str:
    """The name of the host of an adapter, as it is written.

    >>> _host_name("Node-7 HCA-1"), _host_name("gpu1 mlx5_0"), _host_name("n1")
    ('Node-7', 'gpu1', 'n1')
    """
    plain = " ".join(name.split())
    return plain[: len(adapter(plain).host)].strip()[:200]


def _model(name: str) -> str:
    """The model in the name that a managed switch reports; empty: none.

    >>> _model("MF0;leaf-1:MQM8700/U1"), _model("SwitchX - Mellanox Technologies")
    ('MQM8700', '')
    """
    taken = _MANAGED.match(name)
    return taken[2] if taken and _MODEL.match(taken[2]) else ""
