"""Exchange with a NetBox in the background: compare, push, pull. The token is in memory only."""

from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.netbox.client import Client
from fatdesk.engine.netbox.comparing import Action, Comparison, compare
from fatdesk.engine.netbox.hall import read_hall
from fatdesk.engine.netbox.pushing import push
from fatdesk.engine.netbox.records import KINDS, wanted, widths_from
from fatdesk.engine.netbox.token import needed_token
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.hall import HallProject, hall_project
from fatdesk.project.document.project import Project


class Server(NamedTuple):
    """A NetBox: address, token (empty: from the environment or the key ring), and whether http is allowed."""

    address: str
    token: str = ""
    plain_http: bool = False

    def __repr__(self) -> str:
        return f"Server({self.address!r})"

    def client(self) -> Client:
        """Return a connection.

        Raises
        ------
        FatdeskError
            When there is no token, or the address cannot be used.
        """
        token = self.token or needed_token(self.address)
        return Client(self.address, token, plain_http=self.plain_http)


class Difference(NamedTuple):
    """A line of the difference."""

    action: Action
    kind: str
    name: str
    what: str


class Review(NamedTuple):
    """A difference as people see it before anything is written."""

    site: str
    tag: str
    lines: tuple[Difference, ...]
    same: int
    used: int
    left_out: tuple[str, ...]


def review_push(project: Project, server: Server, site: str, progress: Progress = SILENT) -> Review:
    """Compare a NetBox with a project; nothing is written."""
    client = server.client()
    try:
        return _review(_compared(client, project, site, progress))
    finally:
        client.close()


def push_reviewed(
    project: Project, server: Server, review: Review, delete: bool, progress: Progress = SILENT
) -> str:
    """Write a difference that was reviewed, and return what was written.

    Raises
    ------
    FatdeskError
        When NetBox has changed since.
    """
    client = server.client()
    try:
        found = _compared(client, project, review.site, progress)
        if _review(found) != review:
            raise FatdeskError("NetBox or the project has changed since: compare again")
        return str(push(client, found, progress, delete=delete))
    finally:
        client.close()


def pull_hall(server: Server, site: str, progress: Progress = SILENT) -> HallProject:
    """Make a project of a site of a NetBox."""
    client = server.client()
    try:
        client.version()
        hall = read_hall(client, site, progress)
        return hall_project(hall, hall.site, progress)
    finally:
        client.close()


def _compared(client: Client, project: Project, site: str, progress: Progress) -> Comparison:
    progress.step(0, len(KINDS), "Cables of the plan")
    plan = Derived(project).plan
    if not plan.floor.racks:
        raise FatdeskError("the project has no racks: place its devices first")
    version = client.version()
    return compare(client, wanted(plan, site, four_x=widths_from(version)), progress)


def _review(found: Comparison) -> Review:
    lines = tuple(Difference(one.action, KINDS[one.kind].noun, one.title, one.what) for one in found.changes)
    wish = found.wanted
    return Review(wish.site, wish.tag, lines, found.same, len(found.used), tuple(wish.left_out))
