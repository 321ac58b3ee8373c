"""Printing: pages in their size where the printer has the paper, smaller and turned where it has not."""

import re
import subprocess
from pathlib import Path

import pytest
from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QPageLayout, QPageSize
from PySide6.QtPrintSupport import QPrinter

from fatdesk.core.errors import Cancelled
from fatdesk.engine.drawing.sheet import STOCK_A3
from fatdesk.paper import PDFS, Printing, printer
from fatdesk.paper.application import PaperError
from tests.engine import plan_samples as samples
from tests.paper.readers import needs_poppler, page_sizes, page_texts

LEAVES = list(PDFS[0].leaves(samples.nodes_60(), Printing(stock=STOCK_A3)))


def to_file(path: Path) -> QPrinter:
    made = QPrinter(QPrinter.PrinterMode.HighResolution)
    made.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    made.setOutputFileName(str(path))
    return made


@needs_poppler
def test_a_page_takes_its_own_paper(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    assert printer.print_leaves(to_file(path), LEAVES, "a") == 1
    assert page_sizes(path.read_bytes()) == [pytest.approx((420.0, 297.0), abs=0.4)]


@needs_poppler
def test_a_printer_without_that_paper_gets_it_turned_and_smaller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.pdf"
    made = to_file(path)
    paper = QPageSize(QPageSize.PageSizeId.A4)
    made.setPageLayout(QPageLayout(paper, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    monkeypatch.setattr(made, "setPageLayout", lambda *_: False)
    printer.print_leaves(made, LEAVES, "a")
    data = path.read_bytes()
    assert page_sizes(data) == [pytest.approx((210.0, 297.0), abs=0.4)]
    whole = tmp_path / "b.pdf"
    monkeypatch.undo()
    printer.print_leaves(to_file(whole), LEAVES, "a")
    assert sorted("".join(page_texts(data)[0].split())) == sorted(
        "".join(page_texts(whole.read_bytes())[0].split())
    )
    stated = subprocess.run(
        ["pdftotext", "-bbox", str(path), "-"], capture_output=True, text=True, check=True
    ).stdout
    boxes = re.findall(r'xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)"', stated)
    edge = 10 / 2**0.5 / 25.4 * 72 - 1
    for left, upper, right, lower in (map(float, box) for box in boxes):
        assert edge <= left < right <= 595.3 - edge
        assert edge <= upper < lower <= 841.9 - edge


def test_pages_of_a_range(tmp_path: Path) -> None:
    made = to_file(tmp_path / "a.pdf")
    packets = next(some for some in PDFS if some.name == "packets.pdf")
    leaves = list(packets.leaves(samples.nodes_60(), Printing()))
    assert printer.chosen_leaves(made, leaves) == leaves
    made.setPrintRange(QPrinter.PrintRange.PageRange)
    made.setFromTo(2, 3)
    assert printer.chosen_leaves(made, leaves) == leaves[1:3]
    made.setFromTo(90, 99)
    with pytest.raises(PaperError, match="no such page"):
        printer.print_leaves(made, leaves, "a")


@pytest.mark.qt_log_ignore("QPainter::begin")
def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(PaperError):
        printer.print_leaves(to_file(tmp_path / "nowhere" / "a.pdf"), LEAVES, "a")


def test_cancel_stops_between_pages(tmp_path: Path) -> None:
    class Stop:
        def step(self, done: int, total: int, text: str) -> None:
            if done == 2:
                raise Cancelled

    packets = next(some for some in PDFS if some.name == "packets.pdf")
    leaves = list(packets.leaves(samples.nodes_60(), Printing()))
    with pytest.raises(Cancelled):
        printer.print_leaves(to_file(tmp_path / "a.pdf"), leaves, "a", Stop())
