"""The record of a trunk in place, whose links keep their ports of panels while a network grows."""

from typing import Annotated

from msgspec import Meta

from fatdesk.core.struct import Id, Natural, Struct, Text

TrunkId = Annotated[
    str,
    Meta(
        pattern=r"\A.+/trunk/[0-9]{1,6}-[0-9]{1,6}/[0-9]{1,6}\Z",
        max_length=2000,
        description="a trunk such as compute/trunk/3-7/1 (network, both racks, number)",
    ),
]
"""``NETWORK/trunk/RACK-RACK/NUMBER``."""


class LaidTrunk(Struct, frozen=True, kw_only=True):
    """A trunk in place; ``id`` names its fabric, both racks, and its number there.

    Attributes
    ----------
    cassette
        Part of the cassettes at both ends.
    first
        For both ends the number of its first rear plug among those of these cassettes in its rack, from 0.
    links
        Ids of the cables that it carries in the order of its fibres; empty: the place is free.
    """

    id: TrunkId
    part: Id
    cassette: Id
    first: tuple[Natural, Natural]
    links: tuple[Text, ...]

    @property
    def place(self) -> tuple[str, tuple[int, int], int]:
        """Name of the fabric, numbers of both racks, and the number of the trunk there.

        >>> LaidTrunk(id="net/trunk/3-7/2", part="t", cassette="c", first=(0, 0), links=()).place
        ('net', (3, 7), 2)
        """
        head, racks, number = self.id.rsplit("/", 2)
        low, high = racks.split("-")
        return head.rpartition("/")[0], (int(low), int(high)), int(number)
