"""Schedules that drawings show, and the cuts of rooms, with the state that they belong to."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo

if TYPE_CHECKING:
    from fatdesk.networks.study import StudyNetwork
    from fatdesk.project.derived.derived import Derived
    from fatdesk.project.studies.schedule import CutRoom, ScheduleResult


class Loads:
    """The schedule of each network that was on view last; nothing of it is decided, saved or undone.

    Networks are found by the name of a fabric, or by the spec of a network without parts.

    Attributes
    ----------
    cycle
        The delivery cycle of each network that is looked at, from 0; None: all messages.
    looked_at
        The network whose schedule Topology shall bring to the front; None: none was asked for.
    """

    looked_at: "StudyNetwork | None" = None

    def __init__(self, derived: Callable[[], "Derived"], fabric_state: Callable[[str], str | None]) -> None:
        self._derived, self._fabric_state = derived, fabric_state
        self._found: dict[str, ScheduleResult] = {}
        self._rooms: dict[str, CutRoom] = {}
        self._places = Memo[str]()
        self.cycle: dict[str, int | None] = {}
        self.last = ""
        """The fabric that was on view last."""

    def put(self, found: "ScheduleResult") -> None:
        """Store a result, instead of an earlier one of its network."""
        from fatdesk.project.studies.schedule import CutRoom

        key, measured = found.key, found.found
        self._found[key] = found
        self.cycle[key] = None
        if found.requested.placed:
            self.last = key
            if measured.on.places is not None:
                planes = () if measured.room is None else measured.room.planes
                self._rooms[key] = CutRoom(measured.on.places, planes, measured.waiting)

    def put_room(self, name: str, room: "CutRoom") -> None:
        """Store how a room is cut."""
        self._rooms[name] = room

    def of(self, key: str) -> "ScheduleResult | None":
        """The last result of a network."""
        return self._found.get(key)

    def room(self, name: str) -> "CutRoom | None":
        """Last cut of the room of a network."""
        return self._rooms.get(name)

    def places(self, name: str) -> str | None:
        """The digest of the present places of a fabric; None where there is none of that name."""
        from fatdesk.project.studies.schedule import places_of

        derived = self._derived()

        def present() -> str | None:
            try:
                return places_of(derived, name)
            except FatdeskError:
                return None

        return self._places.keep(name, (derived,), present)

    def network_holds(self, key: str) -> bool:
        """Whether the result is of the network as it is now."""
        found = self._found.get(key)
        if found is None:
            return False
        return not found.requested.placed or self._fabric_state(key) == found.found.on.network

    def room_holds(self, name: str) -> bool:
        """Whether the cuts belong to the present positions."""
        room = self._rooms.get(name)
        return room is not None and self.places(name) == room.places
