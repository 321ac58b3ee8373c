"""Parameters of switches and links: switching, buffers, and the cycles of each stage."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core.errors import UnsoundError
from fatdesk.core.schema import about, check_ranges
from fatdesk.core.struct import Struct
from fatdesk.networks.network import Network

VCT: Literal["vct"] = "vct"
WORMHOLE: Literal["wormhole"] = "wormhole"
PACKET: Literal["packet"] = "packet"
FLIT: Literal["flit"] = "flit"
ARRIVAL: Literal["arrival"] = "arrival"
HEAD: Literal["head"] = "head"
LATE: Literal["late"] = "late"
EARLY: Literal["early"] = "early"
MOST_FLITS = 1 << 16
MOST_CYCLES = 1 << 12
Size = Annotated[int, Meta(ge=1, le=MOST_FLITS)]
StageCycles = Annotated[int, Meta(ge=0, le=MOST_CYCLES)]


class Switching(Struct, frozen=True, kw_only=True):
    """Parameters of all switches of a simulation (spec 3); the defaults are the paper's.

    A packet at the head of an input buffer whose route is known asks for an output. What it is granted
    moves it over the crossbar and the link into the next buffer, a flit a cycle. Buffers are at the inputs
    of switches only; hosts take what comes.
    """

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
            "Room that vct needs before a packet moves: of a packet or of a flit",
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
        Literal["late", "early"],
        about(
            "Output allocation",
            "When one of several outputs is chosen",
            more="`late`: when one can be used, the one with most room. `early`: the one with most room when"
            " routing ends, and it is kept",
            choices={LATE: "Late", EARLY: "Early"},
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
    crossbar: Annotated[StageCycles, about("Crossbar", "Cycles through the crossbar", unit="cyc")] = 1
    link: Annotated[StageCycles, about("Link", "Cycles to send a flit on the link", unit="cyc")] = 1
    fly: Annotated[StageCycles, about("Wire delay", "Cycles of a flit on the wire", unit="cyc")] = 1
    long_fly: Annotated[
        StageCycles | None,
        about(
            "Ejection delay",
            "For one-way networks: fly of links from the last stage to hosts",
            unit="cyc",
            empty="stages + 1",
        ),
    ] = None

    def __post_init__(self) -> None:
        check_ranges(self)
        if self.buffer_flits is not None and self.switching == VCT:
            raise UnsoundError("buffer_flits: buffers of vct hold whole packets, use buffer_packets")
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
