"""Link loads measured in the open project, with the state that they belong to."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from fatdesk.core.errors import FatdeskError
from fatdesk.core.memo import Memo

if TYPE_CHECKING:
    from fatdesk.project.derived.derived import Derived
    from fatdesk.project.studies.schedule import CutRoom, Measured, State


class Loads:
    """The last result of each network; nothing of it is decided, so nothing of it is saved or undone.

    Attributes
    ----------
    cycle
        The delivery cycle of each network that is looked at, from 0; None: all messages.
    """

    def __init__(self, derived: Callable[[], "Derived"]) -> None:
        self._derived = derived
        self._found: dict[str, Measured] = {}
        self._rooms: dict[str, CutRoom] = {}
        self._states = Memo[str]()
        self.cycle: dict[str, int | None] = {}
        self.last = ""
        """The network of the last result."""

    def put(self, found: "Measured") -> None:
        """Store a result, instead of an earlier one."""
        name = found.requested.fabric
        self._found[name], self._rooms[name] = found, found.room
        self.cycle[name] = None
        self.last = name

    def put_room(self, name: str, room: "CutRoom") -> None:
        """Store how a room is cut."""
        self._rooms[name] = room

    def of(self, name: str) -> "Measured | None":
        """The last result of a network."""
        return self._found.get(name)

    def room(self, name: str) -> "CutRoom | None":
        """Last cut of the room of a network."""
        return self._rooms.get(name)

    def state(self, name: str) -> "State | None":
        """The present state of a network; None where there is none of that name."""
        from fatdesk.project.studies.schedule import state_of

        derived = self._derived()

        def present() -> "State | None":
            try:
                return state_of(derived, name)
            except FatdeskError:
                return None

        return self._states.keep(name, (derived,), present)

    def network_holds(self, name: str) -> bool:
        """Whether the result is of the network as it is now."""
        found, state = self._found.get(name), self.state(name)
        return found is not None and state is not None and found.room.state.network == state.network

    def room_holds(self, name: str) -> bool:
        """Whether the cuts belong to the present positions."""
        room, state = self._rooms.get(name), self.state(name)
        return room is not None and state is not None and room.state == state
