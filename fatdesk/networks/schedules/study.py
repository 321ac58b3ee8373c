"""A schedule study: networks under the same messages; decided, not measured. Those of the papers."""

from typing import Annotated, NamedTuple

from msgspec import Meta

from fatdesk.core.schema import about
from fatdesk.core.struct import Text
from fatdesk.networks.schedules.traffic_result import MOST_MESSAGES
from fatdesk.networks.study import Seed, Study, StudyNetwork
from fatdesk.networks.traffic import PATTERNS

MESSAGE_BYTES = 4096
"""By default the largest payload of an InfiniBand packet."""


class ScheduleStudy(Study, frozen=True, kw_only=True):
    """Networks whose channels carry the same messages.

    Of each network the load of its channels is measured, of a tree the delivery cycles too, and of a placed
    fabric how its room divides.
    """

    traffic: Annotated[
        Text,
        about("Traffic", "The name of a pattern, or the path of a file of flows"),
    ] = "uniform"
    messages: Annotated[
        Annotated[int, Meta(ge=1, le=MOST_MESSAGES)],
        about(
            "Messages per host",
            "Messages that each host sends",
            more="A file of flows has its own numbers",
        ),
    ] = 1
    message_bytes: Annotated[
        Annotated[int, Meta(ge=1, le=1 << 30)],
        about(
            "Message",
            "Size of messages: a cycle is the time that a link needs for one",
            more="Loads and cycles do not depend on it; times need a fabric whose links have one rate",
            unit="B",
        ),
    ] = MESSAGE_BYTES
    seed: Annotated[
        Seed,
        about(
            "Seed",
            "Random seed of destinations and of the delivery without a schedule",
            more="No effect where nothing is random: on networks that are not trees, with fixed patterns",
        ),
    ] = 1

    @property
    def has_pattern(self) -> bool:
        """Whether the traffic is a pattern, and no file of flows."""
        return any(self.traffic == known.NAME for known in PATTERNS)

    @property
    def description(self) -> str:
        """The traffic in a few words.

        >>> ScheduleStudy(name="x", messages=2).description
        'uniform, 2 messages per host, seed 1'
        """
        if not self.has_pattern:
            return self.traffic.replace("\\", "/").rpartition("/")[2]
        each = "message" if self.messages == 1 else "messages"
        return f"{self.traffic}, {self.messages:,} {each} per host, seed {self.seed}"


PAPER = "C. E. Leiserson, Fat-Trees: Universal Networks for Hardware-Efficient Supercomputing (1985)"


class ReadyMadeSchedule(NamedTuple):
    """A study to begin with.

    Attributes
    ----------
    remark
        What it shows.
    """

    study: ScheduleStudy
    source: str
    remark: str


def _roots(leaves: int, *roots: int) -> tuple[StudyNetwork, ...]:
    return tuple(StudyNetwork(name=f"w = {w}", spec=f"universal:n={leaves},w={w}") for w in roots)


READY_MADE_SCHEDULES: tuple[ReadyMadeSchedule, ...] = (
    ReadyMadeSchedule(
        ScheduleStudy(
            name="Root capacities, complement", networks=_roots(64, 16, 32, 64), traffic="complement"
        ),
        f"{PAPER}, sections II and III",
        "64 hosts and three capacities of the root: every message crosses it, so that the channels below it "
        "decide the load factor; rounded up it is the lower bound on delivery cycles.",
    ),
    ReadyMadeSchedule(
        ScheduleStudy(name="Theorem 1, shuffle", networks=_roots(64, 16), traffic="shuffle", messages=6),
        f"{PAPER}, sections II and III",
        "64 hosts that send 6 messages each over a root of 16 wires: load factor 13.714 and 14 cycles, the "
        "fewest possible, far below the 96 that Theorem 1 guarantees; 17 cycles without a schedule.",
    ),
    ReadyMadeSchedule(
        ScheduleStudy(
            name="Trees and a lattice, uniform",
            networks=(
                StudyNetwork(name="Universal fat-tree", spec="universal:n=64,w=16"),
                StudyNetwork(name="4-ary 3-tree", spec="kary-tree:k=4,n=3"),
                StudyNetwork(name="Lattice", spec="hyperx:S=4-4,K=1-1,T=4"),
            ),
            messages=8,
        ),
        f"{PAPER}, section III",
        "64 hosts that send 8 messages each: cycles of a schedule, its lower bound, and cycles without a "
        "schedule. The lattice is not a tree, so that it has loads of links only.",
    ),
)
"""In the order in which menus offer them."""
