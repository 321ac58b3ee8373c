"""How switches and links work: switching, buffers, and the cycles of each stage."""

from fatdesk.core.errors import UnsoundError
from fatdesk.core.struct import Struct
from fatdesk.networks.network import Network

VCT, WORMHOLE = "vct", "wormhole"
PACKET, FLIT = "packet", "flit"
ARRIVAL, HEAD = "arrival", "head"
LATE, EARLY = "late", "early"
MOST_FLITS = 1 << 16
MOST_CYCLES = 1 << 12


class Switching(Struct, frozen=True, kw_only=True):
    """What all switches of a simulation have in common (spec 3); the defaults are the paper's.

    A packet at the head of an input buffer whose forwarding is known asks for an output. What it is granted
    takes it over the crossbar and the link into the next buffer, a flit a cycle. Buffers are at the inputs
    of switches only; hosts take what comes.

    Attributes
    ----------
    switching
        ``vct``: a packet moves as a whole. ``wormhole``: flit by flit, so it may rest in several buffers.
    credits
        Of ``vct``: ``packet`` grants when the next buffer has room for the whole packet; ``flit`` as soon as
        it has room for a flit and gives up one each cycle.
    route_at
        Forwarding of a packet begins when it arrives, or only when it is at the ``head`` of its buffer.
    binding
        ``late``: of several outputs the choice is made when one can be used, for the one with most room.
        ``early``: the one with most room is chosen when forwarding ends, and kept.
    packet_bytes, flit_bytes
        Size of a packet, headers included, and of a flit, what a link carries in a cycle.
    buffer_packets
        Room of an input buffer.
    buffer_flits
        The same in flits, for ``wormhole``; None: ``buffer_packets``.
    routing, crossbar, link, fly
        Cycles of the stages of a switch and of the link after it.
    long_fly
        In place of ``fly`` from the last stage of a one-way network to its hosts; None: stages + 1.
    """

    switching: str = VCT
    credits: str = PACKET
    route_at: str = ARRIVAL
    binding: str = LATE
    packet_bytes: int = 128
    flit_bytes: int = 1
    buffer_packets: int = 2
    buffer_flits: int | None = None
    routing: int = 4
    crossbar: int = 1
    link: int = 1
    fly: int = 1
    long_fly: int | None = None

    def __post_init__(self) -> None:
        for name, known in (
            ("switching", (VCT, WORMHOLE)),
            ("credits", (PACKET, FLIT)),
            ("route_at", (ARRIVAL, HEAD)),
            ("binding", (LATE, EARLY)),
        ):
            word = getattr(self, name)
            if word not in known:
                raise UnsoundError(f"{name}: {word[:40]!r} is unknown, use {' or '.join(known)}")
        _within("packet_bytes", self.packet_bytes, 1, MOST_FLITS)
        _within("flit_bytes", self.flit_bytes, 1, MOST_FLITS)
        _within("buffer_packets", self.buffer_packets, 1, 64)
        if self.buffer_flits is not None:
            _within("buffer_flits", self.buffer_flits, 1, MOST_FLITS)
            if self.switching == VCT:
                raise UnsoundError("buffer_flits: buffers of vct hold whole packets, use buffer_packets")
        for name in ("routing", "crossbar", "link", "fly"):
            _within(name, getattr(self, name), 0, MOST_CYCLES)
        if self.link + self.fly < 1:
            raise UnsoundError(
                "link, fly: a flit takes at least one cycle to the next switch, give one of them 1"
            )
        if self.long_fly is not None:
            _within("long_fly", self.long_fly, 0, MOST_CYCLES)

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


def _within(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise UnsoundError(f"{name}: {value} is out of range, use {least} to {most}")


def flight_cycles(network: Network, switching: Switching) -> tuple[int, int]:
    """Cycles from a grant to the head's arrival, without the crossbar: to switches, and to hosts."""
    last_fly = switching.fly
    if network.one_way:
        stages = int(network.level.max(initial=0))
        last_fly = stages + 1 if switching.long_fly is None else switching.long_fly
    return switching.link + switching.fly, switching.link + last_fly
