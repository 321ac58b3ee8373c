"""What differs between plan and report, at the racks that it concerns."""

from collections.abc import Sequence

from PySide6.QtGui import QPainter

from fatdesk.engine.asbuilt.difference import Difference
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.floor.layers.view import View
from fatdesk.gui.widgets.difference_marks import draw_marks, draw_way, marks_by_rack, ways


def draw_differences(view: View, painter: QPainter, differences: Sequence[Difference]) -> None:
    """Arrows from rack to rack, and a badge a kind at each rack."""
    if not differences:
        return
    numbers = {rack_label(rack): number for number, rack in view.scene.racks.items()}
    boxes = {name: view.rect_px(view.scene.boxes[number]) for name, number in numbers.items()}
    for start, stop in ways(differences):
        if start in boxes and stop in boxes:
            draw_way(view.theme, painter, (boxes[start].center(), boxes[stop].center()))
    for name, marks in marks_by_rack(differences).items():
        if name in boxes:
            draw_marks(view.theme, painter, marks, boxes[name].center(), stacked=True)
