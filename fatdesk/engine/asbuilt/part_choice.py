"""Parts for devices of a report: chosen from a catalog by model, number of ports and rate, or made."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import AnyPart, Ports, Server, Switch, in_enclosure
from fatdesk.engine.catalog.plugs import PortTable, groups_of, port_table

MOST_CANDIDATES = 8
MANAGEMENT_GBPS = 10.0
"""Switches for management are proposed for devices whose links are at most this fast."""
_PLAIN = re.compile(r"[^a-z0-9]+")
LANES = {"SDR": 2.5, "DDR": 5.0, "QDR": 10.0, "FDR10": 10.0, "FDR": 14.0, "EDR": 25.0, "HDR": 50.0}
LANES |= {"NDR": 100.0, "XDR": 200.0}
"""Gb/s of a lane by the speeds of InfiniBand."""
_WIDTH = re.compile(r"(\d{1,2})x\s*([A-Z]+\d*)\Z", re.IGNORECASE)
_GIGABITS = re.compile(r"([0-9.]+)\s*(?:g|gb|gbps|gb/s|gbit/s|gige?)?\Z", re.IGNORECASE)
MEGABITS = 5000.0
"""Rates from this number on are in Mb/s, which some programs write without a unit."""
_MEGABITS = re.compile(r"([0-9.]+)\s*(?:m|mb|mbps|mb/s)\Z", re.IGNORECASE)


def rate_gbps(text: str) -> float | None:
    """A rate as a report states it; None where it is not understood.

    >>> [rate_gbps(text) for text in ("4xHDR", "4xFDR", "100G", "400", "10000M", "40000", "fast")]
    [200.0, 56.0, 100.0, 400.0, 10.0, 40.0, None]
    """
    plain = text.strip()
    if taken := _WIDTH.match(plain):
        lane = LANES.get(taken[2].upper())
        return None if lane is None else lane * int(taken[1])
    for pattern, unit in ((_GIGABITS, 1.0), (_MEGABITS, 1000.0)):
        if taken := pattern.match(plain):
            try:
                value = float(taken[1]) / unit
            except ValueError:
                return None
            value = value / 1000 if value >= MEGABITS else value
            return value if value > 0 else None
    return None


class Need(NamedTuple):
    """Requirement of equal devices of a report.

    Attributes
    ----------
    switch
        Whether they are switches; else hosts.
    model
        As reported; empty: unknown.
    ports
        Number of ports that they state; 0: unknown.
    used
        The most ports that one of them uses, or its highest port number.
    rate
        The fastest of their links in Gb/s; None: unknown.
    protocol
        ``infiniband``, or empty where either may be.
    """

    switch: bool
    model: str
    ports: int
    used: int
    rate: float | None
    protocol: str = ""

    @property
    def key(self) -> str:
        """A word for them, by which a part is chosen: ``MQM8700``, ``switch-40x200G``, ``host-2x100G``."""
        if self.model:
            return plain_model(self.model) or "model"
        rate = "" if self.rate is None else f"x{self.rate:g}G"
        return f"{'switch' if self.switch else 'host'}-{self.ports or self.used}{rate}"


def plain_model(model: str) -> str:
    """A model as a word.

    >>> plain_model("Voltaire ISR 2012")
    'voltaire-isr-2012'
    """
    return _PLAIN.sub("-", model.lower()).strip("-")


class Choice(NamedTuple):
    """A part that was chosen for some devices.

    Attributes
    ----------
    key
        Of their :class:`Need`.
    devices
        How many there are, and the name of the first.
    part
        Its id; empty: several fit and one has to be chosen.
    candidates
        All parts that fit alike.
    made
        Whether the part was made, as none of the catalog fits.
    splits
        Into how many each of its ports is split, by the number of ports that the report counts.
    """

    key: str
    switch: bool
    devices: int
    first: str
    part: str
    candidates: tuple[str, ...] = ()
    made: bool = False
    splits: int = 1

    @property
    def what(self) -> str:
        """The devices in words."""
        word = "switch" if self.switch else "host"
        count = counted(self.devices, word)
        return f"{count} {self.key} ({self.first}{', ...' if self.devices > 1 else ''})"

    @property
    def stated(self) -> str:
        """The devices with their part and its origin in words."""
        how = "made, no part of the catalog fits" if self.made else "of the catalog"
        return f"{self.what}: {self.part}, {how}"

    def to_json(self) -> dict[str, object]:
        """For programs."""
        return {
            "devices": self.key,
            "kind": "switch" if self.switch else "host",
            "count": self.devices,
            "first": self.first,
            "part": self.part or None,
            "candidates": list(self.candidates),
            "made": self.made,
        }


class AmbiguousPartsError(FatdeskError):
    """Several parts fit some devices, and one has to be chosen for each.

    Attributes
    ----------
    choices
        Those that are open.
    """

    def __init__(self, choices: tuple[Choice, ...]) -> None:
        self.choices = choices
        lines = [
            f"{one.what}: {len(one.candidates)} parts fit ({_few(one.candidates)}), choose with "
            f"--part {one.key}=PART"
            for one in choices
        ]
        super().__init__("; ".join(lines))


def _few(candidates: tuple[str, ...]) -> str:
    more = len(candidates) - MOST_CANDIDATES
    return ", ".join(candidates[:MOST_CANDIDATES]) + (f" and {more} more" if more > 0 else "")


def chosen_for(name: str, key: str, wanted: Mapping[str, str], *, switch: bool) -> str:
    """The part that somebody chose for a device: by its name, the word for its kind, or for all.

    >>> [chosen_for("leaf1", "switch-36x40G", {one: "p"}, switch=True) for one in ("leaf*", "switches", "x")]
    ['p', 'p', '']
    """
    for one, part in wanted.items():
        if one == key or fnmatchcase(name, one):
            return part
    return wanted.get("switches" if switch else "hosts", "")


def fitting(need: Need, catalog: Catalog) -> tuple[tuple[str, ...], int]:
    """The parts that fit best, and into how many the report counts each of their ports as split."""
    found = [(score, splits, part.id) for part in catalog for score, splits in _scores(need, part, catalog)]
    if not found:
        return (), 1
    best = min(score for score, _, _ in found)
    alike = [(part, splits) for score, splits, part in found if score == best]
    return tuple(sorted(part for part, _ in alike)), alike[0][1]


def _scores(need: Need, part: AnyPart, catalog: Catalog) -> Iterator[tuple[tuple[float, ...], int]]:
    """Score of a part, the best fit least, and its splits; nothing where it does not fit."""
    if not isinstance(part, Switch if need.switch else Server):
        return
    if isinstance(part, Server) and in_enclosure(part) and part.id != need.model:
        return
    if (
        isinstance(part, Switch)
        and "management" in part.roles
        and (need.rate is None or need.rate > MANAGEMENT_GBPS)
    ):
        return
    kind = model_fits(part, need.model)
    named = kind < NO_MODEL
    groups: Sequence[Ports] = part.ports if isinstance(part, Switch) else groups_of(catalog, part.id)
    if need.protocol and any(some.protocol not in (None, need.protocol) for some in groups):
        return
    rates = {some.rate_gbps for some in groups}
    if need.rate is not None and not named and need.rate not in rates:
        return
    table = port_table(catalog, part.id)
    count = table.data if need.switch else len(usable(table, need.rate))
    for splits in (1, 2, 4):
        if splits > 1 and not (need.switch and all(splits in some.breakout for some in groups)):
            continue
        spare = count * splits - need.used
        stated = abs(count * splits - need.ports) if need.ports and need.switch else 0
        if spare < 0 or (stated > 1 and not named):  # one more: a port inside, for management
            continue
        yield (
            (
                kind,
                stated,
                splits,
                spare if not need.ports or not need.switch else 0,
            ),
            splits,
        )


def usable(table: PortTable, rate: float | None) -> list[int]:
    """The ports of a host that may have links of a rate."""
    ports = range(len(table.cage))
    if rate is None:
        return list(ports)
    return [port for port in ports if table.plugs[table.plug[port]].rate_gbps == rate]


NO_MODEL = 2


def model_fits(part: AnyPart, model: str) -> int:
    """0: a part has that id; 1: its number or name contains the model; NO_MODEL: neither."""
    if part.id == model:
        return 0
    wanted = _PLAIN.sub("", model.lower())
    if len(wanted) < 4:
        return NO_MODEL
    texts = (part.id, part.name, part.part_number)
    return 1 if any(wanted in _PLAIN.sub("", text.lower()) for text in texts) else NO_MODEL


_CONNECTORS = ((1.0, "rj45"), (10.0, "sfp"), (56.0, "qsfp"), (100.0, "qsfp28"), (200.0, "qsfp56"))
_LARGEST = ((400.0, "osfp"), (1e9, "osfp224"))


def made_part(need: Need) -> Switch | Server:
    """A part of which only ports and rate are known.

    Raises
    ------
    FatdeskError
        When the rate is unknown.
    """
    word = "switch" if need.switch else "host"
    if need.rate is None:
        raise FatdeskError(
            f"no part of the catalog has {need.ports or need.used} ports for {need.key}, and the report "
            f"states no rate: choose a part with --part {need.key}=PART"
        )
    wide = [(most, name) for most, name in (*_CONNECTORS, *_LARGEST) if name.startswith(("qsfp", "osfp"))]
    known = wide if need.protocol == "infiniband" else [*_CONNECTORS, *_LARGEST]
    connector = "sfp28" if need.rate == 25.0 and known is not wide else ""
    connector = connector or next(name for most, name in known if need.rate <= most)
    count = need.ports or need.used if need.switch else need.used
    lanes = 1 if need.rate <= 25.0 and connector.startswith(("rj", "sfp")) else 4
    ports = (Ports(count=max(1, count), connector=connector, rate_gbps=need.rate, lanes=lanes),)
    part_id = f"found-{word}-{count}x{need.rate:g}g"
    name = need.model or f"{word} as found, {count} x {need.rate:g} Gb/s"
    return Switch(id=part_id, name=name, ports=ports) if need.switch else Server(id=part_id, ports=ports)
