"""Effects of the places of a drag: at once where that is quick, else from another thread, one by one."""

from collections.abc import Callable
from functools import partial
from typing import Any

from fatdesk.core.progress import Progress
from fatdesk.gui.session.background_tasks import BackgroundTask, background_tasks_of
from fatdesk.gui.session.session import Session, Trial, accepted
from fatdesk.gui.views.tool import Drag
from fatdesk.project.derived.trials import Tried

TITLE = "Figures of a drag"


class DragTrials:
    """Works out the effect of each place of drags once.

    Parameters
    ----------
    arrived
        Called when the effect of the present place of a drag has arrived from another thread.
    """

    def __init__(self, session: Session, arrived: Callable[[Drag], object]) -> None:
        self._session, self._arrived = session, arrived
        self._task: BackgroundTask | None = None
        self._drag: Drag | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether an effect is being worked out."""
        return self._task is not None

    def put(self, drag: Drag, place: Any) -> None:
        """Move a drag to a place; its trial is None while the effect there is worked out."""
        session, self._drag = self._session, drag
        if place not in drag.known:
            command = drag.handle.command(place)
            found = Trial(session.figures, "") if command is None else session.begin_trial(command)
            if isinstance(found, Trial):
                drag.known[place] = command, found
            else:
                drag.known[place], drag.begun[place] = (command, None), found
        drag.place = place
        drag.command, drag.trial = drag.known[place]
        self._go_on()

    def _go_on(self) -> None:
        """Work out the effect of the present place, unless another is being worked out."""
        drag = self._drag
        if drag is None or drag.trial is not None or self._task is not None or drag.place not in drag.begun:
            return
        place = drag.place
        self._task = background_tasks_of(self._session).start_thread(
            TITLE,
            partial(_work_out, drag.begun.pop(place)),
            done=lambda tried: self._came(drag, place, accepted(tried)),
            failed=lambda text: self._came(drag, place, Trial(None, text)),
        )

    def _came(self, drag: Drag, place: Any, trial: Trial) -> None:
        """Keep an effect that has arrived, and go on with the place where the drag is now."""
        self._task = None
        drag.known[place] = drag.known[place][0], trial
        if drag is self._drag and drag.place == place:
            drag.trial = trial
            self._arrived(drag)
        self._go_on()

    def end(self) -> None:
        """The drag is over: what arrives later is of no use."""
        self._drag = None


def _work_out(trial: Callable[[], Tried], progress: Progress) -> Tried:
    """Work a trial out; it is too short to report progress."""
    return trial()
