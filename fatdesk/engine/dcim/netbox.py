"""NetBox 4.7 and later over its API; records and rows are its own."""

from collections.abc import Iterator, Sequence
from typing import Any

from fatdesk.engine.dcim.client import ServerError, Version
from fatdesk.engine.dcim.dialect import COLOUR, Dialect, sorted_records
from fatdesk.engine.dcim.product import NETBOX
from fatdesk.engine.dcim.records import PLACED, PORT_TEMPLATES, Id, Kind, Row, Wanted, plan_records
from fatdesk.engine.drawing.plan import Plan

OLDEST = (4, 7, 0)
"""The oldest NetBox whose interfaces have channels."""
WIDTHS_FROM = (4, 7, 3)
"""The oldest whose types of InfiniBand ports state their width."""
KINDS = {
    kind.name: kind
    for kind in (
        Kind("sites", "dcim/sites", "site", shared=True),
        Kind("manufacturers", "dcim/manufacturers", "manufacturer", shared=True),
        Kind("device-roles", "dcim/device-roles", "device role", shared=True),
        Kind("rack-types", "dcim/rack-types", "rack type", shared=True),
        Kind("device-types", "dcim/device-types", "device type", shared=True),
        *PORT_TEMPLATES,
        Kind("channel-templates", "dcim/interface-templates", "channel template", tagged=False),
        Kind("bay-templates", "dcim/device-bay-templates", "bay template", tagged=False),
        *PLACED,
        Kind("cables", "dcim/cables", "cable", batch=20),
    )
}
PATHS = {"rack-reservations": "dcim/rack-reservations"} | {name: kind.path for name, kind in KINDS.items()}
FILTERS = {
    "name": "name__ie",
    "site": "site_id",
    "manufacturer": "manufacturer_id",
    "device_type": "device_type_id",
    "device": "device_id",
}
BRIEF = {"manufacturers": "id,name,slug,tags", "device-roles": "id,name,slug,tags"}
"""Fields that are read of kinds of which all objects are read."""


class NetBox(Dialect):
    """A connection to one NetBox."""

    product = NETBOX
    kinds = KINDS

    @staticmethod
    def authorization(token: str) -> str:
        """The header of a request with the token; tokens of version 2 begin with ``nbt_``."""
        return f"{'Bearer' if token.startswith('nbt_') else 'Token'} {token}"

    def version(self) -> Version:
        """The version of NetBox."""
        if self._version is not None:
            return self._version
        version, text = self.stated_version("netbox-version")
        if version < OLDEST:
            raise ServerError(
                f"{self.address}: is NetBox {text}, 4.7 or later is needed: import netbox-older.zip"
            )
        self._version = version
        return version

    def wanted(self, plan: Plan, site: str = "", tag: str = "") -> Wanted:
        """Return the records of a plan; a splitter is one cable with a breakout profile."""
        return records_for(plan, site, tag, four_x=self.version() >= WIDTHS_FROM)

    def rows(self, kind: str, by: str = "", values: Sequence[Id] = ()) -> Iterator[Row]:
        """Objects of a kind."""
        brief = {"fields": BRIEF[kind]} if kind in BRIEF else None
        if not by:
            return self.read(PATHS[kind], brief)
        return self.read_of(PATHS[kind], FILTERS.get(by, by), values, brief)

    def find_tag(self, slug: str) -> Id | None:
        """The id of a tag."""
        found = [tag["id"] for tag in self.read("extras/tags", {"slug": slug, "fields": "id"})]
        return found[0] if found else None

    def make_tag(self, slug: str) -> Id:
        """Make a tag, and return its id."""
        tag = {"name": slug, "slug": slug, "color": COLOUR, "description": "Made by fatdesk"}
        (made,) = self.create("extras/tags", [tag])
        number: Id = made["id"]
        return number

    def add(self, kind: str, bodies: Sequence[dict[str, Any]]) -> list[Id]:
        """Create some objects."""
        return [made["id"] for made in self.create(PATHS[kind], bodies)]

    def update(self, kind: str, bodies: Sequence[dict[str, Any]]) -> None:
        """Change some objects."""
        self.change(PATHS[kind], bodies)


def records_for(plan: Plan, site: str = "", tag: str = "", *, four_x: bool = True) -> Wanted:
    """Return the records of a plan for a NetBox.

    Parameters
    ----------
    four_x
        Whether types of InfiniBand ports state their width, as from NetBox 4.7.3 on.
    """
    made = plan_records(plan, site, tag, four_x=four_x, channels=True)
    return Wanted(made.site, made.tag, sorted_records(made.records, KINDS), made.left_out)
