"""Archives for NetBox: files numbered in the order of import.

The columns are those of ``netbox/dcim/forms/bulk_import.py`` of NetBox 4.6 (2026-08).
"""

import io
import zipfile
from collections.abc import Iterable, Sequence

from fatdesk.core.formats.yaml_text import yaml_text
from fatdesk.core.number_text import counted
from fatdesk.engine.dcim.plan_rows import LABEL, STATUS, Content, cable_type, placed_devices
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export, Table
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.cells import Heading, Value, csv_bytes
from fatdesk.engine.listing.wired import backplanes, changed_names, external_links, plain_names

README = """\
Import into NetBox 4.4 or later
===============================

Import the files in the order of their numbers (Organization > Sites > Import, and so on).
A file is imported as a whole or not at all. Skip files that have a heading and no row.

A NetBox that is in use
- 02 manufacturers, 03 device roles, 04 rack types: delete the rows whose name or model NetBox
  has already. Where nothing is left, skip the file.
- 06 device types: delete the documents whose model NetBox has already, and check that its type
  has interfaces of the names in 09. Types with split ports state so in their names.
- 07, 08, 09: devices belong to the site of 01, and cables name it at both ends, so devices of
  other sites may have the same names. Only for blades (08) NetBox searches the bay by the name of
  the enclosure over all sites: give enclosures names of their own in the naming of the project.
- A site of that name: delete the row of 01. Racks and devices need names that are free there.

A changed plan
- NetBox finds existing objects by its own ids alone, which these files do not know, so no row is
  an update. Delete the cables and devices of the site, export again, and import 07 to 09 again.
  Racks and types stay.
"""
COLUMNS = (Heading("file", "File", 30), Heading("bytes", "Bytes", 12, "integer"))
TYPES = 6
"""The number of the file with device types, which have to be there before devices."""
CABLE_FIELDS = (
    "side_a_site side_a_device side_a_type side_a_name side_b_site side_b_device side_b_type side_b_name "
    "type status label color length length_unit"
)


def files(content: Content) -> dict[str, bytes]:
    """The files by name."""
    tables = list(content.tables.items())
    found = {"00-README.txt": README.encode()}
    for number, (name, (columns, rows)) in enumerate(tables[: TYPES - 1], 1):
        found[f"{number:02}-{name}.csv"] = _csv(columns, rows)
    types = b"".join(b"---\n" + yaml_text(one) for one in content.device_types)
    found[f"{TYPES:02}-device-types.yaml"] = types
    for number, (name, (columns, rows)) in enumerate(tables[TYPES - 1 :], TYPES + 1):
        found[f"{number:02}-{name}.csv"] = _csv(columns, rows)
    cables = []
    for one in content.cables():
        unit = None if one.length_m is None else "m"
        cables.append((*one.a[0], *one.b[0], one.kind, STATUS, one.label, "", one.length_m, unit))
    found[f"{len(tables) + 2:02}-cables.csv"] = _csv(CABLE_FIELDS, cables)
    return found


def packed(content: Content) -> bytes:
    """The files in one archive, always the same bytes for the same plan."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in files(content).items():
            entry = zipfile.ZipInfo(name)  # of 1980
            entry.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(entry, data)
    return stream.getvalue()


def _listed(content: Content) -> Table:
    """The files with their sizes, for who looks before he exports."""
    return COLUMNS, [(name, len(data)) for name, data in files(content).items()]


def left_out(plan: Plan) -> list[str]:
    """Return what NetBox cannot represent of a plan."""
    placed = {one.device.id for one in placed_devices(plan.floor.racks)}
    names = [plan.device_names[key] for key in plan.device_names if key in placed]
    nodes = {
        key
        for fabric in plan.fabrics
        for key, kind in zip(fabric.ids, fabric.kind.tolist(), strict=True)
        if kind != NodeKind.EXTERNAL
    }
    away = len(nodes - placed)
    stated = [f"{counted(away, 'device')} without a position, and their cables"] if away else []
    split = any(len(row.legs) > 1 for row in plan.cables)
    if split:
        stated.append(
            "which legs are one splitter: each is a cable of its own between interfaces; a breakout profile "
            "ends at one port of the switch with channels"
        )
    fibres = {row.part for row in plan.cables if row.part and not cable_type(plan.catalog.find(row.part))}
    stated += (
        [f"types of {counted(len(fibres), 'cable part')} that do not state their mode"] if fibres else []
    )
    long = sum(len(row.id) > LABEL for row in plan.cables)
    stated += [f"all of {counted(long, 'id')} of cables: {LABEL} letters stay"] if long else []
    cards = any(device.cards for rack in plan.floor.racks for device in rack.devices)
    stated += ["line cards as modules: a chassis with its cards is one device type"] if cards else []
    stated.append("trays, routes, prices, transceivers and parts of cables")
    return [
        *stated,
        *external_links(plan),
        *backplanes(plan),
        *changed_names([(n, p) for n, p in zip(names, plain_names(names), strict=True)]),
    ]


def _csv(columns: str, rows: Iterable[Sequence[Value]]) -> bytes:
    return csv_bytes([Heading(name, name) for name in columns.split()], rows)


def _archive(name: str, description: str, *, four_x: bool) -> Export:
    """Return the format of an archive; ``four_x``: types of InfiniBand ports state their width."""

    def make(plan: Plan) -> dict[str, bytes]:
        return {name: packed(Content(plan, four_x=four_x))}

    return Export(
        name,
        description,
        make,
        table=lambda plan: _listed(Content(plan, four_x=four_x)),
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
