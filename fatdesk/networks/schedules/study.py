"""A schedule study: networks under the same messages; decided, not measured."""

from typing import Annotated

from msgspec import Meta

from fatdesk.core.schema import about
from fatdesk.core.struct import Text
from fatdesk.networks.schedules.traffic_result import MOST_MESSAGES
from fatdesk.networks.study import Seed, Study
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
            more="Without effect where nothing is random: on networks that are no trees, with fixed patterns",
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
