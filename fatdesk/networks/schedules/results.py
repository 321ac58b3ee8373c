"""Results of schedule studies: loads and cycles with what they were measured on, as files and back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from fatdesk.core.arrays import Floats, Longs
from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.result_files import Digest, Number, array_of, digest_of, file_bytes, head_of, whole
from fatdesk.core.struct import Struct, Text
from fatdesk.networks.network import Network
from fatdesk.networks.schedules.capacitated_tree import NoTree, load, tree_of
from fatdesk.networks.schedules.link_loads import ChannelLoads
from fatdesk.networks.schedules.offline import Schedule
from fatdesk.networks.schedules.online import Delivery
from fatdesk.networks.schedules.room_figures import RoomFigures, Whole
from fatdesk.networks.schedules.traffic_result import MOST_MESSAGES, CycleFigures, TrafficResult
from fatdesk.networks.study import Seed
from fatdesk.networks.topologies.spec import LONGEST

MODEL = 1
"""Raised whenever the same input gives other figures: earlier results do not hold then."""
FORMAT = 1
KIND = "schedule"
KEY = 1.0
"""The key of the one point of a network."""


class ScheduleOn(Struct, frozen=True, kw_only=True):
    """Inputs that the figures of a network depend on.

    Attributes
    ----------
    network
        Digest of the network with its nodes, links and ports.
    spec
        Family and parameters, where it was made from these; empty for a fabric.
    scheme
        The routing algorithm, never ``usual``; empty for a tree, where paths are given.
    traffic, messages, seed
        As in the study; a file of flows has its own numbers, so that ``messages`` is 1.
    flows
        Digest of the flows, where the traffic came from a file.
    places
        Digest of the places of all devices, racks and trays; None of what is not placed.
    model
        The version of what makes schedules and divides rooms.
    """

    network: Digest
    spec: Annotated[str, Meta(max_length=LONGEST)] = ""
    hosts: Number
    channels: Annotated[int, Meta(ge=0, le=1 << 31)]
    scheme: Annotated[str, Meta(max_length=60)]
    traffic: Text
    messages: Annotated[int, Meta(ge=1, le=MOST_MESSAGES)]
    flows: Digest | None = None
    seed: Seed
    places: Digest | None = None
    model: Number = MODEL

    @property
    def digest(self) -> str:
        """Distinguishes one of these from another; defaults count as they are, said or not."""
        return digest_of(self)


class DeliveryFigures(Struct, frozen=True, kw_only=True):
    """The schedule of a tree, and the delivery without one, but for the cycle of each message."""

    cycles: Whole
    unpacked: Whole
    shared: bool
    lower_bound: Whole
    bound: Whole
    online_cycles: Whole
    online_sent: Whole


NO_MESSAGES = np.zeros(0, np.int32)
NO_LOAD = np.zeros(0, np.float64)


@dataclass(frozen=True, eq=False)
class MeasuredSchedule:
    """Results of one network.

    Attributes
    ----------
    messages
        How many there are; None: nothing is measured.
    figures
        Of a tree its delivery; None of another network.
    source, destination, cycle, online : (m,) int32
        Of a tree for each message its hosts, and its cycle with and without a schedule, from 0.
    of_cycles
        Of a tree the figures of each cycle of the schedule.
    load : (c,) float64
        Of another network the load of each channel.
    waiting
        Devices of a fabric that are in no rack; then there is no room.
    room
        The room of a placed fabric; None of others.
    program
        Version of the program that measured, for people.
    """

    on: ScheduleOn
    messages: float | None = None
    figures: DeliveryFigures | None = None
    source: NDArray[np.int32] = field(default_factory=lambda: NO_MESSAGES)
    destination: NDArray[np.int32] = field(default_factory=lambda: NO_MESSAGES)
    cycle: NDArray[np.int32] = field(default_factory=lambda: NO_MESSAGES)
    online: NDArray[np.int32] = field(default_factory=lambda: NO_MESSAGES)
    of_cycles: CycleFigures | None = None
    load: Floats = field(default_factory=lambda: NO_LOAD)
    waiting: int = 0
    room: RoomFigures | None = None
    program: str = ""

    @property
    def keys(self) -> tuple[float, ...]:
        """Keys of its points: one, once it is measured."""
        return () if self.nothing else (KEY,)

    @property
    def nothing(self) -> bool:
        """Whether nothing is measured at all."""
        return self.messages is None

    def result(self, net: Network) -> TrafficResult:
        """The loads, classes and cycles of the network, which must be the one that was measured.

        Raises
        ------
        FatdeskError
            When it is another, or the result does not fit it.
        """
        if net.digest != self.on.network or self.messages is None:
            raise FatdeskError("the result is of another network")
        none = np.zeros(0, np.int64)
        if self.figures is None:
            worst = int(self.load.argmax()) if self.load.any() else -1
            factor = float(self.load[worst]) if worst >= 0 else 0.0
            links = ChannelLoads(self.load, factor, worst)
            return TrafficResult(none, none, self.messages, None, _why_no_tree(net), None, None, links)
        tree, found = tree_of(net), self.figures
        source, destination = _longs(self.source), _longs(self.destination)
        if self.of_cycles is not None and self.of_cycles.channel.max(initial=-1) >= len(tree.node):
            raise FatdeskError("the result does not fit the network")
        loads = load(tree.tree, tree.leaf[source], tree.leaf[destination])
        made = Schedule(
            _longs(self.cycle),
            found.cycles,
            found.unpacked,
            found.shared,
            found.lower_bound,
            found.bound,
            loads,
        )
        online = Delivery(_longs(self.online), found.online_cycles, found.online_sent)
        return TrafficResult(source, destination, self.messages, tree, "", made, online, None)


def kept(
    on: ScheduleOn,
    about: TrafficResult,
    cycles: CycleFigures,
    waiting: int,
    room: RoomFigures | None,
    program: str,
) -> MeasuredSchedule:
    """Return the parts of a result that files keep."""
    if about.made is None or about.online is None:
        assert about.links is not None  # it is no tree
        return MeasuredSchedule(
            on, about.messages, load=about.links.load, waiting=waiting, room=room, program=program
        )
    made, online = about.made, about.online
    figures = DeliveryFigures(
        cycles=made.cycles,
        unpacked=made.unpacked,
        shared=bool(made.shared),
        lower_bound=made.lower_bound,
        bound=made.bound,
        online_cycles=online.cycles,
        online_sent=online.sent,
    )
    return MeasuredSchedule(
        on,
        about.messages,
        figures,
        about.source.astype(np.int32),
        about.destination.astype(np.int32),
        made.cycle.astype(np.int32),
        online.cycle.astype(np.int32),
        cycles,
        waiting=waiting,
        room=room,
        program=program,
    )


def _longs(values: NDArray[np.int32]) -> Longs:
    return values.astype(np.int64)


def _why_no_tree(net: Network) -> str:
    try:
        tree_of(net)
    except NoTree as error:
        return str(error)
    raise FatdeskError("the result is of a network that is not a tree")


class ScheduleHead(Struct, frozen=True, kw_only=True):
    """Head of a file, read before its arrays."""

    kind: Annotated[str, Meta(pattern=rf"\A{KIND}\Z")]
    format: Number
    program: Annotated[str, Meta(max_length=60)]
    on: ScheduleOn
    messages: Annotated[float, Meta(ge=0)]
    listed: Annotated[int, Meta(ge=0, le=MOST_MESSAGES)]
    figures: DeliveryFigures | None
    waiting: Whole
    room: RoomFigures | None


def schedule_bytes(found: MeasuredSchedule) -> bytes:
    """All of it as a file, the same for the same figures."""
    head = {
        "kind": KIND,
        "format": FORMAT,
        "program": found.program,
        "on": whole(found.on),
        "messages": found.messages,
        "listed": len(found.source),
        "figures": whole(found.figures),
        "waiting": found.waiting,
        "room": None if found.room is None else found.room.in_json,
    }
    if found.figures is None:
        return file_bytes(head, {"load": found.load})
    arrays: dict[str, NDArray[Any]] = {name: getattr(found, name) for name in _OF_MESSAGES}
    if found.of_cycles is not None:
        arrays |= {name: getattr(found.of_cycles, of).astype(kind) for name, (of, kind) in _OF_CYCLES.items()}
    return file_bytes(head, arrays)


_OF_MESSAGES = ("source", "destination", "cycle", "online")
_OF_CYCLES = {
    "cycle_messages": ("messages", "<i8"),
    "cycle_channel": ("channel", "<i8"),
    "cycle_up": ("up", "|u1"),
    "cycle_load": ("load", "<i8"),
    "cycle_factor": ("factor", "<f8"),
    "cycle_used": ("used", "<f8"),
}
"""Arrays of the figures of cycles: the field, and its type."""


def schedule_head(members: Mapping[str, bytes]) -> ScheduleHead:
    """The head of what is in a file; raises as :func:`schedule_of`."""
    return head_of(members, ScheduleHead, FORMAT)


def schedule_of(members: Mapping[str, bytes]) -> MeasuredSchedule:
    """Return the results in a file, by name of its members.

    Raises
    ------
    FatdeskError
        When it is no such file, of a newer program, damaged, or holds what cannot be.
    """
    head = schedule_head(members)
    on, figures = head.on, head.figures
    if figures is None:
        loads = array_of(members, "load", "<f8", (on.channels,))
        _check("load", np.isfinite(loads) & (loads >= 0))
        return MeasuredSchedule(
            on, head.messages, load=loads, waiting=head.waiting, room=head.room, program=head.program
        )
    source, destination, cycle, online = (
        array_of(members, name, "<i4", (head.listed,)) for name in _OF_MESSAGES
    )
    for name, values, end in (
        ("source", source, on.hosts),
        ("destination", destination, on.hosts),
        ("cycle", cycle, figures.cycles),
        ("online", online, figures.online_cycles),
    ):
        _check(name, (values >= 0) & (values < max(end, 1)))  # what stays in its host waits for no cycle
    fields = {of: array_of(members, name, kind, (figures.cycles,)) for name, (of, kind) in _OF_CYCLES.items()}
    for name, values in fields.items():
        _check(f"cycle_{name}", np.isfinite(values) & (values >= (-1 if name == "channel" else 0)))
    _check("cycle_up", fields["up"] <= 1)
    fields["up"] = fields["up"].astype(np.bool_)
    return MeasuredSchedule(
        on,
        head.messages,
        figures,
        source,
        destination,
        cycle,
        online,
        CycleFigures(**fields),
        waiting=head.waiting,
        room=head.room,
        program=head.program,
    )


def merged_schedules(found: Iterable[MeasuredSchedule]) -> MeasuredSchedule | None:
    """The first of results of one tag that holds anything: each is whole."""
    every = list(found)
    return next((one for one in every if not one.nothing), every[0] if every else None)


def _check(name: str, sound: NDArray[np.bool_]) -> None:
    if not sound.all():
        raise FatdeskError(f"{name} holds what no figure can be")
