"""A server of one product as comparison and push see it: rows and bodies with the fields of records."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from fatdesk.engine.dcim.client import Client, Version
from fatdesk.engine.dcim.records import Id, Kinds, Record, Row, Wanted
from fatdesk.engine.drawing.plan import Plan

COLOUR = "3f51b5"
"""Of tags that pushes make."""


class Dialect(Client, ABC):
    """A connection to a server of one product.

    Attributes
    ----------
    kinds
        Its kinds of objects in the order of writing.
    """

    kinds: Kinds
    _version: Version | None = None

    @abstractmethod
    def version(self) -> Version:
        """The version of the server, which decides how a plan is written.

        Raises
        ------
        ServerError
            Also when it is too old.
        """

    @abstractmethod
    def wanted(self, plan: Plan, site: str = "", tag: str = "") -> Wanted:
        """Return the records of a plan as a server of this version holds them, in the order of writing.

        Parameters
        ----------
        site
            The name of the site; empty: that of the project.
        tag
            The slug of the tag that marks what pushes make; empty: by the name of the project.
        """

    @abstractmethod
    def rows(self, kind: str, by: str = "", values: Sequence[Id] = ()) -> Iterator[Row]:
        """Objects of a kind; all, or those with one of some values.

        Parameters
        ----------
        by
            ``name``, ``slug``, ``tag``, or the ids of objects: ``id``, ``site``, ``manufacturer``,
            ``device_type``, ``device``.
        """

    @abstractmethod
    def find_tag(self, slug: str) -> Id | None:
        """The id of a tag."""

    @abstractmethod
    def make_tag(self, slug: str) -> Id:
        """Make a tag, and return its id."""

    @abstractmethod
    def add(self, kind: str, bodies: Sequence[dict[str, Any]]) -> list[Id]:
        """Create some objects, all or none, and return their ids in order; fields are those of records."""

    @abstractmethod
    def update(self, kind: str, bodies: Sequence[dict[str, Any]]) -> None:
        """Change some objects, all or none; each body states its id."""

    def remove(self, kind: str, ids: Sequence[Id]) -> None:
        """Delete some objects, all or none."""
        self.delete(self.kinds[kind].path, ids)

    def refusal(self, record: Record, row: Row) -> str:
        """The reason why an object of others cannot be used for a record; empty: it can."""
        return ""


def sorted_records(records: dict[str, list[Record]], kinds: Kinds) -> dict[str, list[Record]]:
    """The records of every kind in the order of writing."""
    return {name: records.get(name, []) for name in kinds}
