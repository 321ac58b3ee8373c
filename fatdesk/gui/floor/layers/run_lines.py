"""The ways of selected cables through the trays as lines on the floor."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF

from fatdesk.engine.cabling.wiring_list import CableRow
from fatdesk.engine.drawing.run_ways import Point, run_way
from fatdesk.engine.floor.floor import Floor, rack_label
from fatdesk.gui.floor.layers.view import View
from fatdesk.project.document.ref import CABLE

MOST_RUNS = 60
"""More runs than this only hide each other."""


def run_line(row: CableRow, floor: Floor, boxes: Mapping[int, QRectF]) -> list[Point]:
    """From rack to rack along the trays of its run; a cable inside a rack, or not laid, has none."""
    centres = {rack_label(rack): boxes[rack.number].center() for rack in floor.racks}
    if row.a.rack_label not in centres or row.b.rack_label not in centres:
        return []
    trays = {tray.id: tray.points_mm for tray in floor.trays}
    first, last = centres[row.a.rack_label], centres[row.b.rack_label]
    return run_way(row.run, trays, (first.x(), first.y()), (last.x(), last.y()))


def shown_runs(view: View) -> dict[str, list[Point]]:
    """The lines of the selected cables by id; of very many the first."""
    cables = sorted(view.session.ids(CABLE))[:MOST_RUNS]
    rows = [row for row in map(view.session.cable, cables) if row is not None]
    lines = {row.id: run_line(row, view.scene.floor, view.scene.boxes) for row in rows}
    return {cable: line for cable, line in lines.items() if line}
