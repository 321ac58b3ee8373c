"""Archives for NetBox."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.netbox import Bundle, left_out


def _archive(name: str, description: str, *, four_x: bool) -> Export:
    """Return the format of an archive; ``four_x``: types of InfiniBand ports state their width."""

    def make(plan: Plan) -> dict[str, bytes]:
        return {name: Bundle(plan, four_x=four_x).packed()}

    return Export(
        name,
        description,
        make,
        table=lambda plan: Bundle(plan, four_x=four_x).table(),
        asked_only=True,
        left_out=left_out,
    )


NETBOX = _archive(
    "netbox.zip",
    "Everything for NetBox 4.7.3 and later: racks, device types, devices, cables in order of import.",
    four_x=True,
)
OLDER = _archive(
    "netbox-older.zip",
    "The same for NetBox before 4.7.3, whose types of InfiniBand ports do not state their width.",
    four_x=False,
)
