"""Names of ports by network operating system: made from templates, and parsed.

A template has fields in braces, each counted from 1; with a 0 behind its name it counts from 0, with ``_a``
it is a letter: ``{cage}``, ``{cage0}``, ``{piece_a}``.

- ``slot``: line card; 1 where the switch has none. ``{slot/}`` is the card and a slash, or nothing.
- ``cage``: cage on the device, or on its line card.
- ``link``: link of a cage that carries several.
- ``leg``: leg of a split port.
- ``piece``: link and leg counted through the cage.
- ``lane``: first lane of the port in its cage.
- ``lanes``: the same, counted through all cages of the device.
- ``port``: port through all cages of the device, split or not.
- ``type``: the word of the system for the rate of the port, such as ``HundredGigE``.

In the name of a management port ``port`` counts management ports.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Adapter, ModularSwitch, PortNaming, Server, Switch
from fatdesk.engine.catalog.plugs import PortTable, port_table

FIELDS = ("slot", "cage", "link", "leg", "piece", "lane", "lanes", "port", "type")
_FIELD = re.compile(r"\{([^{}]*)\}")
_KNOWN = re.compile(rf"({'|'.join(sorted(FIELDS, key=len, reverse=True))})(0|_a|/)?\Z")
_SPELLINGS = {
    "eth": ("ethernet", "et"),
    "ge": ("gigabitethernet", "gigabite", "gi", "gig"),
    "xge": ("ten-gigabitethernet", "tengigabitethernet", "tengige", "te", "ten"),
    "wge": ("twenty-fivegige", "twentyfivegige", "twe"),
    "fge": ("fortygige", "fortygigabitethernet", "fo"),
    "50ge": ("fiftygige", "fi"),
    "hge": ("hundredgige", "hundredgigabitethernet", "hu"),
    "200ge": ("twohundredgige", "two"),
    "400ge": ("fourhundredgige", "fou", "fh"),
}
"""Spellings of the word before the numbers of a port, in full and abbreviated."""
_FOLDED = {spelling: word for word, some in _SPELLINGS.items() for spelling in some}
_WORD = re.compile(r"([a-z][a-z-]*)(?=\d)")


@dataclass(frozen=True)
class System:
    """An operating system and how it names ports.

    Attributes
    ----------
    title
        As people call it.
    port, split, twin, twin_split, one_lane
        Templates as in :class:`PortNaming`; in place of an empty one that of ``split`` holds, of an empty
        ``one_lane`` that of ``port``.
    types
        The word for ``{type}`` by rate in Gb/s; ``other`` for rates that are not among them.
    management
        Template of management ports; without a field only the first has a name. Empty: it depends on the
        product, so parts state it.
    """

    title: str
    port: str
    split: str
    twin: str = ""
    twin_split: str = ""
    one_lane: str = ""
    types: Mapping[float, str] = field(default_factory=dict)
    other: str = ""
    short: tuple[str, ...] = ()
    """Abbreviations of the words in its tables."""
    management: str = ""

    @cached_property
    def words(self) -> frozenset[str]:
        """The words before the numbers of its ports in full and cut short, in lower case."""
        starts = {
            re.split(r"[\d{]", template, maxsplit=1)[0] for template in (self.port, self.twin) if template
        }
        every = {*starts, *self.types.values(), self.other, *self.short}
        return frozenset(word.casefold().rstrip("-") for word in every if word)


SYSTEMS: Mapping[str, System] = {
    "cumulus": System("Cumulus Linux", "swp{cage}", "swp{cage}s{piece0}", management="eth{port0}"),
    "sonic": System("SONiC", "Ethernet{lanes0}", "Ethernet{lanes0}", management="eth{port0}"),
    "sonic-etp": System("SONiC (alias etp)", "etp{cage}", "etp{cage}{piece_a}", management="eth{port0}"),
    "sonic-eth": System("SONiC (alias Eth)", "Eth{cage}", "Eth{cage}/{piece}", management="eth{port0}"),
    "nx-os": System(
        "Cisco NX-OS",
        "Ethernet{slot}/{cage}",
        "Ethernet{slot}/{cage}/{piece}",
        short=("Eth",),
        management="mgmt0",
    ),
    "eos": System(
        "Arista EOS",
        "Ethernet{slot/}{cage}/{lane}",
        "Ethernet{slot/}{cage}/{lane}",
        one_lane="Ethernet{slot/}{cage}",
        short=("Et",),
        management="Management{slot/}{port}",
    ),
    "junos": System(
        "Junos",
        "{type}-{slot0}/0/{cage0}",
        "{type}-{slot0}/0/{cage0}:{piece0}",
        types={1.0: "ge", 10.0: "xe"},
        other="et",
    ),
    "os10": System(
        "Dell OS10",
        "ethernet1/{slot}/{cage}",
        "ethernet1/{slot}/{cage}:{piece}",
        management="mgmt1/1/{port}",
    ),
    "onyx": System("Onyx", "Eth1/{cage}", "Eth1/{cage}/{piece}", management="mgmt{port0}"),
    "aos-cx": System("AOS-CX", "1/{slot}/{cage}", "1/{slot}/{cage}:{piece}", management="mgmt"),
    "comware": System(
        "Comware",
        "{type}1/0/{cage}",
        "{type}1/0/{cage}:{piece}",
        types={
            1.0: "GigabitEthernet",
            10.0: "Ten-GigabitEthernet",
            25.0: "Twenty-FiveGigE",
            40.0: "FortyGigE",
            50.0: "FiftyGigE",
            100.0: "HundredGigE",
            200.0: "TwoHundredGigE",
            400.0: "FourHundredGigE",
        },
        short=("GE", "XGE", "WGE", "FGE", "HGE"),
        management="M-GigabitEthernet0/0/{port0}",
    ),
    "ios": System(
        "Cisco IOS",
        "{type}1/0/{cage}",
        "{type}1/0/{cage}/{piece}",
        types={
            1.0: "GigabitEthernet",
            10.0: "TenGigabitEthernet",
            25.0: "TwentyFiveGigE",
            40.0: "FortyGigabitEthernet",
            50.0: "FiftyGigE",
            100.0: "HundredGigE",
            400.0: "FourHundredGigE",
        },
        short=("Gi", "Te", "Twe", "Fo", "Fi", "Hu", "Fou"),
        management="GigabitEthernet0/0",
    ),
    "mlnx-os": System(
        "MLNX-OS (InfiniBand)",
        "IB1/{cage}",
        "IB1/{cage}/{leg}",
        "IB1/{cage}/{link}",
        "IB1/{cage}/{link}/{leg}",
        management="mgmt{port0}",
    ),
    "nvos": System(
        "NVOS (InfiniBand)",
        "sw{cage}p{link}",
        "sw{cage}p{link}s{leg}",
        "sw{cage}p{link}",
        "sw{cage}p{link}s{leg}",
        management="eth{port0}",
    ),
    "rdma": System("Linux, RDMA devices", "mlx5_{port0}", "mlx5_{port0}"),
}
"""The systems that are known, by the key that ``system`` of a part names."""


def system_title(key: str) -> str:
    """Return the common name of a system; an unknown key is its own name.

    >>> system_title("nx-os"), system_title("our-linux")
    ('Cisco NX-OS', 'our-linux')
    """
    return SYSTEMS[key].title if key in SYSTEMS else key


def wrong_fields(template: str) -> tuple[str, ...]:
    """The fields of a template that mean nothing.

    >>> wrong_fields("swp{cage}s{piece0}"), wrong_fields("p{number}")
    ((), ('number',))
    """
    found = _FIELD.findall(template)
    return tuple(name for name in found if not _KNOWN.match(name) or (name[-1:] == "/" and name != "slot/"))


def folded(name: str) -> str:
    """A name of a port so that other spellings of it are the same text.

    Letters of one case, no spaces, no logical unit ``.0``; words such as ``Ethernet`` and ``HundredGigE`` are
    the same in full and cut short, as ``Et`` and ``Hu`` in tables of neighbours.

    >>> folded("Ethernet 1/12"), folded("Et1/12"), folded("et-0/0/0:1.0"), folded("HundredGigE1/0/1")
    ('eth1/12', 'eth1/12', 'et-0/0/0:1', 'hge1/0/1')
    >>> folded("Hu1/0/1"), folded("Twe1/0/2") == folded("TwentyFiveGigE1/0/2")
    ('hge1/0/1', True)
    """
    plain = "".join(name.casefold().split()).removesuffix(".0")
    word = _WORD.match(plain)
    return plain if word is None else _FOLDED.get(word[1], word[1]) + plain[word.end() :]


def shortened(names: Sequence[str]) -> str:
    """Names of ports in one cage as one short text: what they have in common once, then what differs.

    >>> shortened(["swp12"]), shortened(["swp1s0", "swp1s1", "swp1s2", "swp1s3"])
    ('swp12', 'swp1s0–3')
    >>> shortened(["Ethernet8", "Ethernet10"]), shortened(["Ethernet8", "Ethernet10", "Ethernet12"])
    ('Ethernet8,10', 'Ethernet8,10,12')
    >>> shortened(["etp1a", "etp1b", "etp1c"]), shortened([])
    ('etp1a–c', '')
    """
    distinct = list(dict.fromkeys(names))
    if len(distinct) < 2:
        return "".join(distinct)
    head = common_head(distinct)
    rests = [name[len(head) :] for name in distinct]
    numbers = [
        int(rest) if rest.isdecimal() else ord(rest) if len(rest) == 1 and rest.isalpha() else None
        for rest in rests
    ]
    runs = all(one is not None and other is not None and other - one == 1 for one, other in pairwise(numbers))
    return head + (f"{rests[0]}–{rests[-1]}" if runs and len(rests) > 2 else ",".join(rests))


def common_head(names: Sequence[str]) -> str:
    """Return the common beginning of all names, up to a number that differs.

    >>> common_head(["Ethernet1/1", "Ethernet1/12"]), common_head(["swp1", "swp1s0"]), common_head(["a", "b"])
    ('Ethernet1/', 'swp', '')
    """
    first, last = min(names, default=""), max(names, default="")
    same = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    number = any(name[same : same + 1].isdecimal() or len(name) == same for name in names)
    return first[:same].rstrip("0123456789") if number else first[:same]


class PortNames:
    """The names of a device's ports under one system, its ports being split in a certain way.

    >>> from fatdesk.engine.catalog.parts import Ports
    >>> from fatdesk.engine.catalog.plugs import table_of
    >>> table = table_of((Ports(count=2, connector="qsfp28", rate_gbps=100.0, lanes=4),))
    >>> names = PortNames(table, PortNaming(system="cumulus"), [1, 4])
    >>> names.name(0), names.name(1, 2), names.find("swp2s3"), names.find("swp3")
    ('swp1', 'swp2s2', (1, 3), None)
    """

    def __init__(self, table: PortTable, naming: PortNaming, splits: Sequence[int] | None = None) -> None:
        """Prepare the names.

        Parameters
        ----------
        splits
            For each port of the table into how many legs it is split; None: no port is.
        """
        self.table, self.naming = table, naming
        self._names: dict[tuple[int, int], str] = {}
        self._system = SYSTEMS.get(naming.system)
        self._splits = [1] * len(table.cage) if splits is None else [max(1, int(one)) for one in splits]
        cages = int(table.cage.max(initial=-1)) + 1
        self._mode = np.ones(cages, np.int64)
        """Into how many legs the ports of each cage are split at most."""
        np.maximum.at(self._mode, table.cage, self._splits)
        lanes = np.zeros(cages, np.int64)
        lanes[table.cage] = [
            table.plugs[plug].lanes * table.plugs[plug].links for plug in table.plug.tolist()
        ]
        steps = lanes if naming.step is None else np.maximum(lanes, naming.step)
        self._lanes_before = np.concatenate([[0], np.cumsum(steps)])

    def name(self, port: int, leg: int = 0) -> str:
        """The name of a port, or of its leg from 0; empty where the system has no name for it."""
        key = (port, leg)
        if key not in self._names:
            self._names[key] = self._name(port, leg)
        return self._names[key]

    def _name(self, port: int, leg: int) -> str:
        if self.table.manages(port):
            return self._management(port - self.table.data)
        splits = self._splits[port]
        if self.naming.names and splits == 1:
            return self.naming.names[port] if port < len(self.naming.names) else ""
        template = self._template(port)
        missing = False

        def value(match: re.Match[str]) -> str:
            nonlocal missing
            text = self._value(match[1], port, leg)
            missing = missing or text is None
            return text or ""

        name = _FIELD.sub(value, template)
        return "" if missing else name

    def _management(self, number: int) -> str:
        """The name of a management port, counted from 0."""
        if self.naming.management:
            return self.naming.management[number] if number < len(self.naming.management) else ""
        template = "" if self._system is None else self._system.management
        if number and not _FIELD.search(template):
            return ""
        modular = self.table.cages_per_card > 0
        fields = {"{slot/}": f"{number + 1}/" if modular else "", "{port0}": str(number)}
        fields["{port}"] = "1" if modular and "{slot/}" in template else str(number + 1)
        for place, text in fields.items():
            template = template.replace(place, text)
        return template

    def find(self, name: str) -> tuple[int, int] | None:
        """The port and its leg from 0 that are called so; None where none is."""
        return self._index.get(folded(name))

    @property
    def title(self) -> str:
        """Common name of the system."""
        return system_title(self.naming.system)

    def all(self) -> Iterator[tuple[str, int, int]]:
        """Name, port and leg of all ports in order; those that have no name are left out."""
        for port, splits in enumerate(self._splits):
            for leg in range(splits):
                name = self.name(port, leg)
                if name:
                    yield name, port, leg

    @cached_property
    def _index(self) -> dict[str, tuple[int, int]]:
        index: dict[str, tuple[int, int]] = {}
        for name, port, leg in self.all():
            index.setdefault(folded(name), (port, leg))
        return index

    def _template(self, port: int) -> str:
        """The template of a port: the part's own, else that of the system."""
        plug = self.table.plugs[self.table.plug[port]]
        split = self._splits[port] > 1
        keys: tuple[str, ...]
        if plug.links > 1:
            keys = ("twin_split", "split") if split else ("twin", "split")
        elif split:
            keys = ("split",)
        else:
            keys = ("one_lane", "port") if plug.lanes == 1 else ("port",)
        for source in (self.naming, self._system):
            for key in keys:
                template: str = getattr(source, key, "")
                if template:
                    return template
        return ""

    def _value(self, name: str, port: int, leg: int) -> str | None:
        """The text of a field for a port; None where the system has no word for its rate."""
        table = self.table
        plug, cage, link = table.plugs[table.plug[port]], int(table.cage[port]), int(table.link[port])
        splits, cards = self._splits[port], table.cages_per_card
        slot = cage // cards if cards else 0
        lane = link * plug.lanes + leg * plug.lanes // splits
        if name == "slot/":
            return f"{slot + 1}/" if cards else ""
        if name == "type":
            types = self._system.types if self._system is not None else {}
            rate = plug.rate_gbps / splits
            return types.get(rate) or (self._system.other if self._system is not None else "") or None
        known = _KNOWN.match(name)
        if known is None:
            return None
        number = {
            "slot": slot,
            "cage": cage % cards if cards else cage,
            "link": link,
            "leg": leg,
            "piece": link * int(self._mode[cage]) + leg,
            "lane": lane,
            "lanes": int(self._lanes_before[cage]) + lane,
            "port": port,
        }[known[1]]
        if known[2] == "_a":
            return chr(ord("a") + number) if number < 26 else None
        return str(number if known[2] == "0" else number + 1)


def namings_of(catalog: Catalog, part_id: str) -> tuple[PortNaming, ...]:
    """Return the port namings of a part by operating system, the default first; empty where unknown."""
    part = catalog.find(part_id)
    return part.port_names if isinstance(part, Switch | ModularSwitch | Server | Adapter) else ()


def naming_of(catalog: Catalog, part_id: str, systems: Sequence[str] = ()) -> PortNaming | None:
    """The naming of a part under the first of some systems that it knows, else its own first naming.

    None where the part has no naming.
    """
    namings = namings_of(catalog, part_id)
    wanted = (one for system in systems for one in namings if one.system == system)
    return next(wanted, next(iter(namings), None))


def port_names(
    catalog: Catalog,
    part_id: str,
    cards: int = 0,
    card: str = "",
    *,
    systems: Sequence[str] = (),
    splits: Sequence[int] | None = None,
) -> PortNames | None:
    """The names of a part's ports, see :func:`naming_of`; None where they are not known."""
    naming = naming_of(catalog, part_id, systems)
    return None if naming is None else PortNames(port_table(catalog, part_id, cards, card), naming, splits)


def recognised(table: PortTable, names: Sequence[str], management: Sequence[str] = ()) -> PortNaming | None:
    """The naming that gives the unsplit ports of a device these names, as device-type files list them.

    A system that is known where all of its names are the same, before others one that spells them alike; else
    a list of names. None where there are not as many names as ports, or names repeat. Names of management
    ports are listed where the system has others.

    >>> from fatdesk.engine.catalog.parts import Ports
    >>> from fatdesk.engine.catalog.plugs import table_of
    >>> table = table_of((Ports(count=3, connector="qsfp28", rate_gbps=100.0, lanes=4),))
    >>> recognised(table, ["swp1", "swp2", "swp3"]).system, recognised(table, ["a", "b", "c"]).names
    ('cumulus', ('a', 'b', 'c'))
    """
    wanted = [folded(name) for name in names]
    if len(wanted) != table.data or len(set(wanted)) != len(wanted) or not all(wanted):
        return None
    listed = tuple(management) if len(management) == table.management else ()
    fitting: list[tuple[bool, PortNaming]] = []
    for key in SYSTEMS:
        naming = PortNaming(system=key)
        known = PortNames(table, naming)
        made = [known.name(port) for port in range(table.data)]
        if list(map(folded, made)) == wanted:
            own = tuple(known.name(port) for port in range(table.data, len(table.cage)))
            naming = naming if own == listed else PortNaming(system=key, management=listed)
            fitting.append((made != list(names), naming))
    if fitting:
        return min(fitting, key=lambda one: one[0])[1]
    return PortNaming(system="listed", names=tuple(names), management=listed)
