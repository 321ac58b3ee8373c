"""A simulation study: networks, traffic, offered loads, switches and duration; decided, not measured."""

from typing import Annotated, ClassVar, Literal

import numpy as np
from msgspec import Meta

from fatdesk.core.errors import FatdeskError, UnsoundError
from fatdesk.core.number_text import NoNumberError
from fatdesk.core.schema import ReadNumber, about, check_ranges
from fatdesk.core.struct import Struct, Text
from fatdesk.core.typed_values import SHARE, typed_quantity
from fatdesk.networks.network import Network
from fatdesk.networks.study import Study
from fatdesk.networks.traffic.traffic import Draws

VCT: Literal["vct"] = "vct"
WORMHOLE: Literal["wormhole"] = "wormhole"
PACKET: Literal["packet"] = "packet"
FLIT: Literal["flit"] = "flit"
ARRIVAL: Literal["arrival"] = "arrival"
HEAD: Literal["head"] = "head"
LATE: Literal["late"] = "late"
EARLY: Literal["early"] = "early"
TWO: Literal["two"] = "two"
MOST_FLITS = 1 << 16
MOST_STAGE_CYCLES = 1 << 12
Size = Annotated[int, Meta(ge=1, le=MOST_FLITS)]
StageCycles = Annotated[int, Meta(ge=0, le=MOST_STAGE_CYCLES)]


class Switching(Struct, frozen=True, kw_only=True):
    """Parameters of all switches of a simulation (spec 3); the defaults are the paper's.

    A packet at the head of an input buffer whose route is known asks for an output. What it is granted
    moves it over the crossbar and the link into the next buffer, a flit a cycle. Buffers are at the inputs
    of switches only; hosts take what comes.
    """

    LATER: ClassVar = ("allocation",)
    """Fields that earlier results do not have, see :func:`.result_files.whole`."""

    switching: Annotated[
        Literal["vct", "wormhole"],
        about(
            "Switching",
            "Virtual cut-through or wormhole",
            more="`vct`: a packet moves as a whole. `wormhole`: flit by flit, so it may rest in"
            " several buffers",
            choices={VCT: "Cut-through", WORMHOLE: "Wormhole"},
        ),
    ] = VCT
    credits: Annotated[
        Literal["packet", "flit"],
        about(
            "Credits",
            "Room that cut-through switching needs before a packet moves: of a packet or of a flit",
            more="`packet` grants when the next buffer has room for the whole packet; `flit` as soon as"
            " it has room for a flit, and gives up one each cycle",
            choices={PACKET: "Per packet", FLIT: "Per flit"},
        ),
    ] = PACKET
    route_at: Annotated[
        Literal["arrival", "head"],
        about(
            "Routing starts",
            "When a packet is routed: on arrival or at the head of its buffer",
            choices={ARRIVAL: "On arrival", HEAD: "At the head"},
        ),
    ] = ARRIVAL
    binding: Annotated[
        Literal["late", "early", "two"],
        about(
            "Output choice",
            "When one of several outputs is chosen",
            more="`late`: when one can be used, the one with most room. `early`: the one with most room when"
            " routing ends, and it is kept. `two`: like early, but of two that are drawn at random",
            choices={LATE: "Late", EARLY: "Early", TWO: "Better of two"},
        ),
    ] = LATE
    packet_bytes: Annotated[Size, about("Packet", "Size of packets, headers included", unit="B")] = 128
    flit_bytes: Annotated[Size, about("Flit", "Size of flits: what a link carries in a cycle", unit="B")] = 1
    buffer_packets: Annotated[
        Annotated[int, Meta(ge=1, le=64)],
        about("Input buffer", "Size of input buffers in packets", unit="pkts"),
    ] = 2
    buffer_flits: Annotated[
        Size | None,
        about(
            "Buffer in flits",
            "Size of input buffers in flits, for wormhole",
            unit="flits",
            empty="as packets",
        ),
    ] = None
    routing: Annotated[StageCycles, about("Routing", "Cycles to route a packet", unit="cyc")] = 4
    allocation: Annotated[
        StageCycles,
        about(
            "Allocation",
            "Cycles from the grant of an output to the first flit, for wormhole",
            more="Above 0 an output is granted before there is room in the next buffer, as by routers with"
            " virtual channels",
            unit="cyc",
        ),
    ] = 0
    crossbar: Annotated[StageCycles, about("Crossbar", "Cycles through the crossbar", unit="cyc")] = 1
    link: Annotated[StageCycles, about("Link", "Cycles to send a flit on the link", unit="cyc")] = 1
    fly: Annotated[StageCycles, about("Wire delay", "Cycles of a flit on the wire", unit="cyc")] = 1
    long_fly: Annotated[
        StageCycles | None,
        about(
            "Ejection delay",
            "For one-way networks: wire delay of links from the last stage to hosts",
            unit="cyc",
            empty="stages + 1",
        ),
    ] = None

    def __post_init__(self) -> None:
        check_ranges(self)
        if self.buffer_flits is not None and self.switching == VCT:
            raise UnsoundError("buffer_flits: buffers of vct hold whole packets, use buffer_packets")
        if self.allocation and self.switching == VCT:
            raise UnsoundError("allocation: vct grants an output together with room, use 0")
        if self.link + self.fly < 1:
            raise UnsoundError(
                "link, fly: a flit takes at least one cycle to the next switch, give one of them 1"
            )

    @property
    def flits(self) -> int:
        """Flits of a packet.

        >>> Switching(packet_bytes=128, flit_bytes=4).flits
        32
        """
        return -(-self.packet_bytes // self.flit_bytes)

    @property
    def room_flits(self) -> int:
        """Flits that an input buffer has room for."""
        return self.buffer_packets * self.flits if self.buffer_flits is None else self.buffer_flits


def flight_cycles(network: Network, switching: Switching) -> tuple[int, int]:
    """Cycles from a grant to the head's arrival, without the crossbar: to switches, and to hosts."""
    last_fly = switching.fly
    if network.one_way:
        stages = int(network.level.max(initial=0))
        last_fly = stages + 1 if switching.long_fly is None else switching.long_fly
    return switching.link + switching.fly, switching.link + last_fly


BERNOULLI: Literal["bernoulli"] = "bernoulli"
BURSTY: Literal["bursty"] = "bursty"
MOST_CYCLES = 1_000_000_000
"""Longer runs than this are refused; times are kept in 32 bits."""
Cycles = Annotated[int, Meta(ge=1, le=MOST_CYCLES)]


class Arrivals(Struct, frozen=True, kw_only=True):
    """Arrival process of packets at hosts."""

    kind: Annotated[
        Literal["bernoulli", "bursty"],
        about(
            "Arrivals",
            "Arrival process of packets",
            more="`bernoulli`: each cycle with the same probability. `bursty`: bursts of packets as fast as"
            " the host can inject, with pauses between that bring the mean down to the load",
            choices={BERNOULLI: "Bernoulli", BURSTY: "Bursty"},
        ),
    ] = BERNOULLI
    burst_packets: Annotated[
        Annotated[int, Meta(ge=1, le=1 << 16)],
        about("Burst", "Mean number of packets in a burst", unit="pkts"),
    ] = 8

    def __post_init__(self) -> None:
        check_ranges(self)


class Duration(Struct, frozen=True, kw_only=True):
    """Duration of a point: the first limit that is reached ends the run."""

    warmup: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_CYCLES)] | None,
        about(
            "Warm-up",
            "Cycles before counting begins",
            more="Left out: until the network has settled",
            unit="cyc",
            empty="auto",
        ),
    ] = None
    cycles: Annotated[Cycles, about("Measured", "Cycles that are counted at most", unit="cyc")] = 100_000
    precision: Annotated[
        Annotated[float, Meta(ge=0.0001, le=1)] | None,
        about(
            "Precision",
            "Ends a run when the 95 % intervals are within this share of the mean",
            more="Of the mean latency and of the accepted traffic; past saturation of the network latency",
            percent=True,
            empty="none",
        ),
    ] = None
    packets_per_source: Annotated[
        Cycles | None,
        about(
            "Packets per host",
            "Ends a run when this number of packets of every sending host has been delivered",
            empty="any number",
        ),
    ] = None

    def __post_init__(self) -> None:
        check_ranges(self)


def highest_load(network: Network, draws: Draws, flits: int, arrivals: Arrivals) -> float:
    """The load at which the first host makes the most its channels take, flits per cycle and sending host.

    Bernoulli sources make one packet a cycle at most. 0.0: no host sends.
    """
    capacity = np.diff(network.outgoing[0])[: draws.hosts].astype(np.float64)
    if arrivals.kind == BERNOULLI:
        capacity = np.minimum(capacity, flits)
    sending = draws.rate > 0
    return float((capacity[sending] / draws.rate[sending]).min()) if sending.any() else 0.0


def check_load(load: float, highest: float, traffic: str = "") -> None:
    """Refuse what cannot be offered.

    Parameters
    ----------
    traffic
        Name of the pattern, or path of the file of flows, for the message.

    Raises
    ------
    FatdeskError
        When no host sends, or some host could not inject its share of the load.
    """
    if highest == 0.0:
        raise FatdeskError(
            f"traffic{f' {traffic}' if traffic else ''}: no host sends anything to another host: "
            "choose another pattern, or let hosts send to themselves"
        )
    if not 0 < load <= highest * (1 + 1e-9):
        raise FatdeskError(
            f"load {load:g}: hosts cannot inject that, use more than 0 and at most {highest:g} "
            "flits per cycle and host"
        )


MOST_LOADS = 1000
MOST_LOAD = 64
LEAST_STEP = 0.001
Load = Annotated[float, Meta(gt=0, le=MOST_LOAD)]


class Loads(Struct, frozen=True, kw_only=True):
    """Offered loads, flits per cycle and host: from the first in steps while not beyond the last."""

    first: Load = 0.02
    last: Load = 1.0
    step: Annotated[float, Meta(ge=LEAST_STEP, le=64)] = 0.07

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise UnsoundError(f"last: {self.last} is below the first load, use {self.first} or more")
        if (self.last - self.first) / self.step >= MOST_LOADS:
            raise UnsoundError(f"step: {self.step} makes more than {MOST_LOADS:,} loads, use a larger one")


def loads_text(loads: Loads) -> str:
    """Return loads as they are typed: first, last and step.

    >>> loads_text(Loads(first=0.02, last=1.3, step=0.05))
    '0.02 : 1.3 : 0.05'
    """
    return f"{loads.first:.6g} : {loads.last:.6g} : {loads.step:.6g}"


def read_loads(text: str, number: ReadNumber = typed_quantity) -> Loads:
    """Return the loads that were typed as first, last and step, also in percent; one load alone is itself.

    Raises
    ------
    FatdeskError, ValueError
        With what to type instead.

    >>> read_loads("0.1:0.5:0.2"), read_loads("40 %")
    (Loads(first=0.1, last=0.5, step=0.2), Loads(first=0.4, last=0.4, step=0.1))
    """
    parts = text.split(":")
    try:
        numbers = [float(number(part.strip(), SHARE)) for part in parts]
    except NoNumberError:
        numbers = []
    if len(numbers) not in (1, 3):
        raise FatdeskError("type first : last : step, as 0.02 : 1.3 : 0.05, or one load")
    first, last, step = (*numbers, numbers[0], 0.1)[:3] if len(numbers) == 1 else numbers
    if not 0 < first <= MOST_LOAD or not 0 < last <= MOST_LOAD:
        raise FatdeskError(f"loads are above 0 and at most {MOST_LOAD} flits per cycle")
    if last < first:
        raise FatdeskError(f"the last load is below the first: type {first:.6g} or more")
    if step < LEAST_STEP:
        raise FatdeskError(f"the step is too small: type {LEAST_STEP} or more")
    return Loads(first=first, last=last, step=step)


class TrafficParameters(Struct, frozen=True, kw_only=True):
    """Traffic of a study: pattern, self-traffic and arrivals."""

    pattern: Annotated[Text, about("Pattern", "The name of a pattern, or the path of a file of flows")] = (
        "uniform"
    )
    itself: Annotated[
        bool,
        about("Self-traffic", "Whether hosts send to themselves too", choices={False: "No", True: "Yes"}),
    ] = False
    arrivals: Arrivals = Arrivals()


class SimulationStudy(Study, frozen=True, kw_only=True):
    """Networks under the same traffic, over the same loads."""

    traffic: TrafficParameters = TrafficParameters()
    switching: Switching = Switching()
    loads: Annotated[
        Loads,
        about(
            "Loads",
            "Offered loads in flits per cycle and host: first : last : step",
            read=read_loads,
            write=loads_text,
        ),
    ] = Loads()
    duration: Duration = Duration()
    seeds: Annotated[Annotated[int, Meta(ge=1, le=1000)], about("Seeds", "Independent runs per point")] = 1
    first_seed: Annotated[
        Annotated[int, Meta(ge=0, le=1 << 31)],
        about("First seed", "Random seed of the first run; the others follow"),
    ] = 1


def loads_of(requested: Loads) -> tuple[float, ...]:
    """All loads that are requested, rounded to what can be typed.

    >>> loads_of(Loads(first=0.1, last=0.5, step=0.2))
    (0.1, 0.3, 0.5)
    """
    count = int((requested.last - requested.first) / requested.step + 1e-9) + 1
    return tuple(round(requested.first + number * requested.step, 6) for number in range(max(count, 0)))
