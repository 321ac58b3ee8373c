"""Lay a large network out beside the window, which goes on meanwhile."""

from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Laying(Generic[Made]):
    """One value in the making; whoever wants it asks now and then whether it is done."""

    def __init__(self, make: Callable[[], Made]) -> None:
        self._make = make
        self._made: list[Made] = []
        self._failed: list[BaseException] = []
        self._thread = Thread(target=self._run, name="laying out", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._made.append(self._make())
        except BaseException as error:  # noqa: BLE001  # raised again where it is shown
            self._failed.append(error)

    @property
    def done(self) -> bool:
        """Whether it is made, or has failed."""
        return not self._thread.is_alive()

    def take(self) -> Made:
        """What was made; what failed is raised here."""
        self._thread.join()
        if self._failed:
            raise self._failed[0]
        return self._made[0]
