"""Exchange with a NetBox or Nautobot in the background: compare, push, pull. The token is in memory only."""

from typing import NamedTuple

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.dcim.comparing import Comparison, compare
from fatdesk.engine.dcim.dialect import Dialect
from fatdesk.engine.dcim.hall import read_hall
from fatdesk.engine.dcim.product import NETBOX, PRODUCTS
from fatdesk.engine.dcim.pushing import push
from fatdesk.engine.dcim.records import tag_of
from fatdesk.engine.dcim.servers import connect
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.hall import HallProject, hall_project
from fatdesk.project.designing.hall_merge import HallMerge, merge_hall
from fatdesk.project.document.project import Project


class Server(NamedTuple):
    """A server and its product; without a token that of the environment or the key ring is used."""

    address: str
    token: str = ""
    plain_http: bool = False
    product: str = NETBOX.key

    def __repr__(self) -> str:
        return f"Server({self.address!r})"

    def connect(self) -> Dialect:
        """Return a connection.

        Raises
        ------
        FatdeskError
            When there is no token, or the address cannot be used.
        """
        return connect(PRODUCTS[self.product], self.address, self.token, plain_http=self.plain_http)


class Difference(NamedTuple):
    """A line of the difference."""

    action: str
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
    adopt: bool = False


def review_push(
    project: Project, server: Server, site: str, adopt: bool = False, progress: Progress = SILENT
) -> Review:
    """Compare a server with a project; nothing is written."""
    there = server.connect()
    try:
        return _review(_compared(there, project, site, adopt, progress))
    finally:
        there.close()


def push_reviewed(
    project: Project, server: Server, review: Review, delete: bool, progress: Progress = SILENT
) -> str:
    """Write a difference that was reviewed, and return what was written.

    Raises
    ------
    FatdeskError
        When the server has changed since.
    """
    there = server.connect()
    try:
        found = _compared(there, project, review.site, review.adopt, progress)
        if _review(found) != review:
            raise FatdeskError(f"{there.product.name} or the project has changed since: compare again")
        return str(push(there, found, progress, delete=delete))
    finally:
        there.close()


def pull_hall(server: Server, site: str, progress: Progress = SILENT) -> HallProject:
    """Make a project of a site of a server."""
    there = server.connect()
    try:
        there.version()
        hall = read_hall(there, site, progress)
        return hall_project(hall, hall.site, progress)
    finally:
        there.close()


def compare_hall(project: Project, server: Server, site: str, progress: Progress = SILENT) -> HallMerge:
    """Compare a site of a server with the floor of a project; nothing is changed."""
    there = server.connect()
    try:
        there.version()
        hall = read_hall(there, site, progress, own=tag_of(project.name))
        return merge_hall(project, hall, progress)
    finally:
        there.close()


def _compared(server: Dialect, project: Project, site: str, adopt: bool, progress: Progress) -> Comparison:
    progress.step(0, len(server.kinds), "Cables of the plan")
    plan = Derived(project).plan
    if not plan.floor.racks:
        raise FatdeskError("the project has no racks: place its devices first")
    return compare(server, server.wanted(plan, site), progress, adopt=adopt)


def _review(found: Comparison) -> Review:
    kinds, wish = found.kinds, found.wanted
    lines = tuple(Difference(one.action, kinds[one.kind].noun, one.title, one.what) for one in found.changes)
    left_out = tuple(wish.left_out)
    return Review(wish.site, wish.tag, lines, found.same, len(found.used), left_out, found.adopt)
