"""PNG of a page: as large as asked, the same every time, with the page's colours where they stand."""

import pytest
from PySide6.QtGui import QImage

from fatdesk.engine.drawing.charts.simulation_charts import study_page
from fatdesk.engine.drawing.display import Box, Page
from fatdesk.paper.application import PaperError
from fatdesk.paper.painter import png
from tests.engine.plan_samples import study_result

INSIDE = Box(x=10.0, y=5.0, width=10.0, height=5.0, fill="#0B62A8")
BOX = Page(title="t", width=30.0, height=20.0, items=(INSIDE,))


def test_what_is_drawn_stands_at_its_millimetres() -> None:
    image = QImage.fromData(png(BOX, 4))
    assert (image.width(), image.height(), image.dotsPerMeterX()) == (120, 80, 4000)
    for place in ((60, 30), (38, 30), (82, 30), (60, 42)):
        colour = "#0B62A8" if place == (60, 30) else "#FFFFFF"
        assert image.pixelColor(*place).name().upper() == colour


def test_a_study_is_the_same_picture_every_time() -> None:
    page = study_page(study_result())
    data = png(page)
    assert data == png(study_page(study_result()))
    image = QImage.fromData(data)
    assert (image.width(), image.height()) == (240 * 12, 128 * 12)


def test_too_large_a_picture_is_refused() -> None:
    with pytest.raises(PaperError, match="too large"):
        png(BOX, 10_000)
