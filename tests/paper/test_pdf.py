"""PDF files: every text is found, no rasters, sizes and counts of pages, the same bytes every time."""

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.drawing.display import Box, Boxes, Leaf, Lines, Page, Pen, Polyline, Text
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import STOCKS
from fatdesk.engine.floor.floor import Floor
from fatdesk.paper import PDFS, Printing
from fatdesk.paper.application import PaperError
from fatdesk.paper.pdf import objects, pdf, without_dates
from tests.engine import plan_samples as samples
from tests.engine.papers import on_papers
from tests.paper.readers import fonts, images, needs_poppler, page_sizes, page_texts

ROOT = Path(__file__).resolve().parents[2]
PLANS = {
    "60": samples.nodes_60,
    "31": lambda: samples.gpu(31),
    "blades": samples.blades,
    "modular": samples.modular,
    "two": samples.two_fabrics,
}
BY_DAY = ("60", "31", "blades")
ODD = "≥ × – Äöüß office fluffy"


def letters(text: str) -> Counter[str]:
    """Signs of a text; where words stand apart is for the reader to guess."""
    return Counter("".join(text.split()))


def stated(page: Page) -> Counter[str]:
    return letters("".join(item.text for item in page.items if isinstance(item, Text)))


@needs_poppler
@pytest.mark.parametrize(
    ("name", "stock"),
    [
        (name, stock) if name in BY_DAY else pytest.param(name, stock, marks=pytest.mark.slow)
        for name, stock in on_papers(PLANS)
    ],
)
def test_every_text_is_found_on_its_page_and_nothing_is_a_raster(
    name: str, stock: str, tmp_path: Path
) -> None:
    plan = replace(PLANS[name](), title=ODD)
    printing = Printing(stock=STOCKS[stock], revision="R2 – for review")
    for document in PDFS:
        if document.on_labels and (name, stock) != ("60", "A4"):
            continue  # there are many, and they do not depend on the paper
        pages = list(document.sheets(plan, printing))
        (data,) = document.make(plan, printing).values()
        found = page_texts(data)
        assert len(found) == len(pages)
        for page, text in zip(pages, found, strict=True):
            assert letters(text) == stated(page)
            for word in ("office", "fluffy", "Äöüß", "≥", "×", "–"):
                assert word in text, word
        assert images(data, tmp_path) == []
        for page, size in zip(pages, page_sizes(data), strict=True):
            assert size == pytest.approx((page.width, page.height), abs=0.36)  # a point is 0.353 mm
        assert all(re.search(r" yes (yes|no) +yes ", line) for line in fonts(data))


@needs_poppler
def test_every_sheet_stands_alone() -> None:
    plan = replace(samples.nodes_60(), make_state=lambda: "02d4 77c1")
    for document in PDFS:
        (data,) = document.make(plan, Printing(revision="R2")).values()
        for text in page_texts(data):
            words = " ".join(text.split())
            framed = () if document.on_labels else ("Document", "Sheet")
            for expected in ("nodes-60", "state 02d4 77c1", "R2", "fatdesk 0.", *framed):
                assert expected in words, expected
            assert re.search(r"\d+ of \d+", words)


def test_one_painter_draws_every_item_on_pages_of_any_size() -> None:
    pen = Pen(colour="#000000", width=0.25, dash=(1.0, 0.5), square=True)
    items = (
        Lines(segments=((0.0, 0.0, 10.0, 0.0), (0.0, 5.0, 10.0, 5.0)), pen=pen),
        Polyline(points=((0.0, 0.0), (1.0, 1.0), (2.0, 0.0)), pen=pen, fill="#FFFFFF", closed=True),
        Polyline(points=((0.0, 0.0), (1.0, 1.0)), pen=pen),
        Box(x=1.0, y=2.0, width=3.0, height=4.0, pen=pen, radius=0.5),
        Box(x=1.0, y=2.0, width=3.0, height=4.0, fill="#E4E4E4"),
        Boxes(corners=((1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0)), fill="#000000"),
        Text(x=20.0, y=25.0, text="over", size=3.0, colour="#000000", anchor="end", over=True),
        Text(x=50.0, y=25.0, text="turned", size=3.0, colour="#000000", anchor="middle", turned=True),
        Text(x=50.0, y=25.0, text="", size=3.0, colour="#000000"),
    )
    sizes = [(100.0, 50.0), (210.0, 297.0), (1189.0, 841.0), (2000.0, 900.0)]
    pages = [Page(title="t", width=w, height=h, items=items) for w, h in sizes]
    data = pdf([Leaf(page.title, lambda page=page: page) for page in pages], "t")
    assert page_sizes(data) == [pytest.approx(size, abs=0.36) for size in sizes]
    assert [text.strip() for text in page_texts(data)] == ["over\nturned"] * 4


def test_nothing_to_print() -> None:
    with pytest.raises(PaperError, match="nothing to print"):
        pdf((), "empty")
    plan = replace(samples.nodes_60(), floor=Floor(), fabrics=(), names=(), make_cables=list)
    plan = replace(plan, make_studies=tuple, make_fault_studies=tuple)
    for document in PDFS:
        (data,) = document.make(plan).values()
        assert len(page_texts(data)) == 1


def test_a_file_that_is_not_qts_is_refused() -> None:
    for data in (b"", b"%PDF-1.4\n%%EOF\n"):
        with pytest.raises(PaperError, match="Qt"):
            without_dates(objects(data))


def test_the_table_of_objects_points_at_them() -> None:
    (data,) = PDFS[0].make(samples.nodes_60()).values()
    assert b"Date" not in data[:2000]
    start = int(re.findall(rb"startxref\n(\d+)", data)[-1])
    lines = data[start:].split(b"\n")
    assert lines[0] == b"xref"
    for number, line in enumerate(lines[2 : 2 + int(lines[1].split()[1])]):
        if line[17:18] == b"n":
            assert data[int(line[:10]) :].startswith(b"%d 0 obj" % number)


HOSTILE = [
    '<b>&"\\()[]%', "\x00\x07\n\r\t", "\ud800\udfff", "x" * 40_000, "startxref\n1\n%%EOF\n",
]  # fmt: skip
MORE_HOSTILE = [
    "\u202eabc\u200f", "計算ノード", "שלום", "e\u0301" * 50, "\U0001f600", "\uffff",
    "/CreationDate (D:1)\n/ModDate (D:2)\n",
]  # fmt: skip


@pytest.mark.parametrize(
    "text", [*HOSTILE, *(pytest.param(text, marks=pytest.mark.slow) for text in MORE_HOSTILE)]
)
def test_hostile_text_breaks_no_document(text: str, tmp_path: Path) -> None:
    plan = samples.with_text(samples.nodes_60(), text)
    for document in PDFS:
        (data,) = document.make(plan, Printing(revision=text)).values()
        assert images(data, tmp_path) == []
        assert len(page_texts(data)) >= 1


@given(st.text(max_size=40), st.floats(0.01, 60.0), st.booleans(), st.booleans())
def test_any_text_of_any_size_can_be_printed(text: str, size: float, bold: bool, turned: bool) -> None:
    item = Text(
        x=9.0, y=9.0, text=text, size=size, colour="#000000", bold=bold, condensed=True, turned=turned
    )
    page = Page(title=text, width=100.0, height=50.0, items=(item,))
    leaf = Leaf(text, lambda: page)
    assert pdf([leaf], text) == pdf([leaf], text)


def digests(plan: Plan) -> dict[str, str]:
    return {file: hashlib.sha256(data).hexdigest() for doc in PDFS for file, data in doc.make(plan).items()}


OTHER_PROCESS = """
import json
from tests.engine import plan_samples as samples
from tests.paper.test_pdf import digests
print(json.dumps(digests(samples.blades())))
"""


def test_the_same_plan_gives_the_same_bytes_in_any_process() -> None:
    here = digests(samples.blades())
    assert digests(samples.blades()) == here
    for seed, zone, tongue in (("1", "Asia/Kathmandu", "tr_TR.UTF-8"), ("77", "America/Lima", "C")):
        settings = {"PYTHONHASHSEED": seed, "TZ": zone, "LANG": tongue, "LC_ALL": tongue}
        settings |= {"PYTHONPATH": str(ROOT), "QT_HASH_SEED": "", "QT_SCALE_FACTOR": "2"}
        done = subprocess.run(
            [sys.executable, "-c", OTHER_PROCESS],
            env={**os.environ, **settings},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(done.stdout) == here
