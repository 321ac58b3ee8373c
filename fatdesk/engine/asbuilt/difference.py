"""Differences between plan and report, by name: the plugs that are elsewhere, and the steps of repair."""

from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """Kinds of differences, in the words of installers."""

    SWAP = "swap"
    """Two cables are exchanged at an end."""
    SHIFT = "shift"
    """Cables sit one port too high or too low, one after the other."""
    RING = "ring"
    """Three or more cables each sit in the next one's port, the last in the first one's."""
    CHAIN = "chain"
    """Cables each sit in the next one's port, and the last in one that is free."""
    DEVICES = "devices"
    """All cables of two devices are exchanged: the devices are in each other's place, or their names."""
    WRONG_PORT = "wrong-port"
    WRONG_DEVICE = "wrong-device"
    WRONG_RACK = "wrong-rack"
    MISSING = "missing"
    """Planned and not seen: not plugged in, or dead."""
    UNPLANNED = "unplanned"
    """Seen and not planned."""


class Place(NamedTuple):
    """A port of a device.

    Attributes
    ----------
    device
        Name; as reported where the plan does not know it.
    key
        Key of the device in the project; empty for what the plan does not know.
    port
        As printed, or as reported.
    rack, u
        Label of the rack and lowest unit; empty and 0 where it is not placed or not known.
    os_port
        What the operating system of the device calls the port; empty where that is not known.
    socket
        The port as ids of cables name it; empty where they do not.
    """

    device: str
    key: str
    port: str
    rack: str = ""
    u: int = 0
    os_port: str = ""
    socket: str = ""

    @property
    def in_rack(self) -> str:
        """Its rack, and the unit there where it has one."""
        return f"{self.rack} U{self.u}" if self.u else self.rack

    def __str__(self) -> str:
        known = [self.os_port] if self.os_port else []
        known += [self.in_rack] if self.rack else []
        where = f" ({', '.join(known)})" if known else ""
        return f"{self.device} port {self.port}{where}" if self.port else f"{self.device}{where}"


class Displaced(NamedTuple):
    """A cable of which one plug is elsewhere than planned.

    Attributes
    ----------
    cable
        Id; empty where there is none: inside of enclosures and directors.
    end
        Which end of the cable, ``a`` or ``b``.
    found, planned
        Where the plug is and where it belongs.
    stays
        Where the other plug is, rightly.
    """

    cable: str
    end: str
    found: Place
    planned: Place
    stays: Place


class Joined(NamedTuple):
    """Two ports that a cable joins, or shall join; ``cable`` is empty for one that is not planned."""

    cable: str
    a: Place
    b: Place


class Action(StrEnum):
    """Actions on a plug or a cable."""

    LOOSEN = "loosen"
    """Pull a plug out and let it hang."""
    MOVE = "move"
    """Pull a plug out and put it into a free port."""
    PLUG = "plug"
    """Put a plug that hangs into a free port."""
    CHECK = "check"
    """Look after a cable that should be there."""
    REMOVE = "remove"
    """Take a cable out at both ends."""


class Step(NamedTuple):
    """One step at one place; LOOSEN and PLUG of a plug together count as one move.

    Attributes
    ----------
    end
        Which end of the cable; empty where both are meant.
    origin, target
        Where the plug comes from and goes to; of CHECK and REMOVE both ends of the cable.
    """

    action: Action
    cable: str
    end: str
    origin: Place | None
    target: Place | None


class StageWork(NamedTuple):
    """A stage of a growth step, from 1, whose work explains a difference.

    Attributes
    ----------
    later
        Whether the stage is to come and its work was done early; else the work is due and not done.
    """

    stage: int
    later: bool

    @property
    def words(self) -> str:
        """As a clause.

        >>> StageWork(3, later=True).words, StageWork(2, later=False).words
        ('work of stage 3 that is done already', 'work of stage 2 that is not done')
        """
        return f"work of stage {self.stage} that is {'done already' if self.later else 'not done'}"


class Difference(NamedTuple):
    """One event, what it concerns, and how it is mended.

    Attributes
    ----------
    displaced
        Plugs that are elsewhere than planned.
    joined
        Of MISSING the cable that should be there, of UNPLANNED what is there.
    steps
        In the order in which each is possible.
    exchanges
        Ports, as ids of cables name them, whose plugs are to be exchanged in the plan, pair after pair, so
        that it is as built; empty where exchanging does not do it.
    work
        The growth stage that it belongs to; None: to none, or the plan is that of no stage.
    checked
        Whether a device at an end of the cable sent a report; else it may well be as planned.
    """

    kind: Kind
    displaced: tuple[Displaced, ...]
    joined: tuple[Joined, ...]
    steps: tuple[Step, ...]
    exchanges: tuple[tuple[str, str], ...] = ()
    work: StageWork | None = None
    checked: bool = True

    @property
    def moves(self) -> int:
        """Plugs that are pulled out of one port and put into another."""
        return sum(step.action in {Action.MOVE, Action.PLUG} for step in self.steps)

    def other_end(self, step: Step) -> Place | None:
        """Return where the other plug of the cable of a step is; None: the step names both ends."""
        if not step.end:
            return None
        ends = ((one.cable, one.end, one.stays) for one in self.displaced)
        return next((stays for cable, end, stays in ends if (cable, end) == (step.cable, step.end)), None)

    @property
    def cables(self) -> tuple[str, ...]:
        """Ids of the planned cables that it concerns, each once."""
        ids = [one.cable for one in self.displaced] + [one.cable for one in self.joined]
        return tuple(dict.fromkeys(cable for cable in ids if cable))

    @property
    def places(self) -> tuple[Place, ...]:
        """Every port that it concerns."""
        ends = [place for one in self.displaced for place in (one.found, one.planned, one.stays)]
        ends += [place for one in self.joined for place in (one.a, one.b)]
        return tuple(dict.fromkeys(ends))
