"""Lists for the facility team: power, heat and floor load of racks, rows and the room, and all feeds."""

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export, csv_list
from fatdesk.engine.listing.facility_columns import COLUMNS, FEED_COLUMNS, facility_rows, feed_rows
from fatdesk.engine.listing.workbook import Sheet, workbook


def _nothing(plan: Plan) -> bool:
    return not plan.facility.used


def _workbook(plan: Plan) -> dict[str, bytes]:
    if _nothing(plan):
        return {}
    sheets = [
        Sheet("Racks", COLUMNS, facility_rows(plan.facility), frozen=2),
        Sheet("Feeds of racks", FEED_COLUMNS, feed_rows(plan.facility), frozen=2),
    ]
    return {"facility.xlsx": workbook(f"Power, cooling and floor load, {plan.title}", sheets)}


XLSX = Export(
    "facility.xlsx",
    "Power, cooling and floor load of racks, rows and the room, and the feeds of racks, as a spreadsheet.",
    _workbook,
    table=lambda plan: (COLUMNS, facility_rows(plan.facility)),
)
CSV = csv_list(
    "facility.csv",
    "Power, cooling and floor load as CSV: a row for each rack, then the sums of rows and of the room.",
    lambda plan: (COLUMNS, facility_rows(plan.facility)),
    nothing=_nothing,
)
FEEDS = csv_list(
    "power-feeds.csv",
    "Feeds of racks as CSV: breakers, load with all feeds and after a loss, currents of phases.",
    lambda plan: (FEED_COLUMNS, feed_rows(plan.facility)),
    nothing=_nothing,
)
