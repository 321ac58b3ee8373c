"""A part in the making: what a file says, and the edits that mend it one by one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from fatdesk.core.errors import InputError
from fatdesk.engine.catalog.parts import AnyPart, Card, Equipment, PortNaming, Ports, Protocol
from fatdesk.engine.catalog.plugs import table_of
from fatdesk.engine.catalog.port_names import recognised
from fatdesk.engine.devicetypes.kinds import Kind
from fatdesk.engine.devicetypes.sockets import Socket, groups_of_cages, names_of_ports

_TAGS = {
    Kind.SWITCH: "switch",
    Kind.CHASSIS: "modular-switch",
    Kind.SERVER: "server",
    Kind.ADAPTER: "adapter",
    Kind.POWER: "power",
    Kind.RACK: "rack",
}
"""Kinds that become parts."""


@dataclass(frozen=True)
class Draft:
    """What a file says, before it is a part.

    Attributes
    ----------
    figures
        Fields of the part by name, but for its ports.
    sources
        Where single figures come from, by field.
    """

    kind: Kind
    figures: Mapping[str, Any]
    sockets: tuple[Socket, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)

    def with_figure(self, name: str, value: Any, source: str = "") -> "Draft":
        """The draft with another figure."""
        sources = {**self.sources, name: source} if source else self.sources
        return replace(self, figures={**self.figures, name: value}, sources=sources)

    def lacking(self) -> tuple[str, ...]:
        """What it needs to be a part of its kind and does not have."""
        if self.kind in (Kind.SWITCH, Kind.SERVER, Kind.ADAPTER):
            return () if self.sockets or self.figures.get("ports") else ("ports",)
        if self.kind is Kind.CHASSIS:
            return () if self.figures.get("cards") else ("cards",)
        if self.kind is Kind.RACK:
            return () if (self.figures.get("height_u") or 0) >= 1 else ("height_u",)
        return ("switch",) if self.kind is Kind.ENCLOSURE else ()

    @property
    def is_equipment(self) -> bool:
        """Whether no more is known of it than that it stands in racks."""
        return self.kind not in _TAGS or bool(self.lacking())

    def part(self, file: str) -> AnyPart | None:
        """The part: equipment where it lacks what a part of its kind needs; None of a card in its chassis.

        Raises
        ------
        InputError
            When a figure cannot be that of a part.
        """
        if self.figures.get("lodged"):
            return None
        told: dict[str, Any] = {"kind": _TAGS.get(self.kind), **self.figures}
        if self.is_equipment:
            told = {name: value for name, value in told.items() if name in Equipment.__struct_fields__}
            told |= {"kind": "equipment", "what": str(self.kind)}
        elif self.kind in (Kind.SWITCH, Kind.SERVER, Kind.ADAPTER):
            told.setdefault("ports", groups_of_cages(self.sockets))
            naming = self._naming(told["ports"])
            told |= {"port_names": (naming,)} if naming is not None else {}
        told["sources"] = {name: source for name, source in self.sources.items() if name in told}
        try:
            plain = msgspec.to_builtins({name: value for name, value in told.items() if value is not None})
            part: AnyPart = msgspec.convert(plain, AnyPart)
        except msgspec.ValidationError as error:
            what = f"makes no part ({error}), mend the file"
            raise InputError(file, 1, str(self.figures.get("id", "file")), what) from None
        return part

    def _naming(self, ports: Any) -> PortNaming | None:
        """The names of its interfaces as those of the part's ports, where each port has one."""
        try:
            groups = msgspec.convert(msgspec.to_builtins(ports), tuple[Ports, ...])
        except msgspec.ValidationError:
            return None  # the part says what is wrong with them
        return recognised(table_of(groups), names_of_ports(self.sockets)) if self.sockets and groups else None

    def card(self) -> Card | None:
        """A line card as a card of a chassis."""
        if self.kind is not Kind.CARD or not self.sockets:
            return None
        return Card(
            name=self.figures["card"],
            ports=groups_of_cages(self.sockets),
            mass_kg=self.figures.get("mass_kg"),
            power_w=self.figures.get("power_w"),
        )


def plain_id(*words: str) -> str:
    """An id of words.

    >>> plain_id("Cisco", "Nexus 9504 (front)")
    'cisco-nexus-9504-front'
    """
    text = re.sub(r"[^a-z0-9._+-]+", "-", "-".join(words).lower())
    return re.sub(r"^[^a-z0-9]+", "", text)[:80].rstrip("-") or "part"


@dataclass(frozen=True)
class Give:
    """Give a figure."""

    name: str
    value: Any

    def __call__(self, draft: Draft) -> Draft:
        """The draft with it."""
        return draft.with_figure(self.name, self.value)


@dataclass(frozen=True)
class LeaveOut:
    """Leave ports out."""

    names: frozenset[str]

    def __call__(self, draft: Draft) -> Draft:
        """The draft without them."""
        return replace(draft, sockets=tuple(s for s in draft.sockets if s.name not in self.names))


@dataclass(frozen=True)
class Speak:
    """Make ports speak another protocol, at the rates that they have."""

    names: frozenset[str]
    protocol: Protocol

    def __call__(self, draft: Draft) -> Draft:
        """The draft with it."""
        return _changed(draft, self.names, protocol=self.protocol)


@dataclass(frozen=True)
class Add:
    """Add ports that the numbering leaves out, each like the one that it comes after."""

    after: tuple[tuple[str, str], ...]

    def __call__(self, draft: Draft) -> Draft:
        """The draft with them."""
        sockets = list(draft.sockets)
        for like, name in self.after:
            place = next((n for n, socket in enumerate(sockets) if socket.name == like), None)
            if place is not None:
                sockets.insert(place + 1, replace(sockets[place], name=name))
        return replace(draft, sockets=tuple(sockets))


@dataclass(frozen=True)
class Halve:
    """Take each of these ports as a cage of two links of half its rate."""

    names: frozenset[str]

    def __call__(self, draft: Draft) -> Draft:
        """The draft with it."""
        sockets = tuple(
            replace(socket, links=2, rate_gbps=socket.rate_gbps / 2, lanes=socket.lanes // 2)
            if socket.name in self.names and socket.links == 1
            else socket
            for socket in draft.sockets
        )
        return replace(draft, sockets=sockets)


@dataclass(frozen=True)
class Split:
    """Allow links to be split."""

    names: frozenset[str]
    breakout: tuple[int, ...]

    def __call__(self, draft: Draft) -> Draft:
        """The draft with it."""
        return _changed(draft, self.names, breakout=self.breakout)


def _changed(draft: Draft, names: frozenset[str], **changes: Any) -> Draft:
    sockets = tuple(replace(s, **changes) if s.name in names else s for s in draft.sockets)
    return replace(draft, sockets=sockets)


Edit = Give | LeaveOut | Speak | Add | Halve | Split
