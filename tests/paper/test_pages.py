"""Every page of every document: labels whole and apart, greys only, its origin on it, not too many lines."""

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from fatdesk.engine.drawing.display import Box, Lines, Page, Polyline, Text
from fatdesk.engine.drawing.palette import DASHES, KIND_NAMES, PRINT, contrast
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.drawing.sheet import CELLS, EDGE, FOOT, STOCKS
from fatdesk.paper import PDFS, Printing
from fatdesk.paper.pdf import pdf
from tests.engine import plan_samples as samples
from tests.engine.papers import on_papers
from tests.paper.readers import images, needs_poppler, page_texts

DESIGNS = {
    "60": samples.nodes_60,
    "396": samples.nodes_396,
    "blades": samples.blades,
    "63": lambda: samples.gpu(63),
    "two": samples.two_fabrics,
}
PRINTING = Printing(revision="R2", date="2026-11-21")
TOUCH = 0.1
"""Millimetres by which boxes of labels may share a place: their boxes have room above and below."""

MOST_LINES = 3_000


@cache
def plan_of(name: str) -> Plan:
    return replace(DESIGNS[name](), title="hall-2", make_state=lambda: "02d4 77c1")


FRAMED = [document for document in PDFS if not document.on_labels]
"""Labels have no frame and no title block; tests/engine/drawing/sheets/test_labels.py checks them."""


def pages_of(name: str, stock: str) -> list[Page]:
    printing = replace(PRINTING, stock=STOCKS[stock])
    return [page for document in FRAMED for page in document.sheets(plan_of(name), printing)]


def texts(page: Page) -> list[Text]:
    return [item for item in page.items if isinstance(item, Text)]


def overlaps(page: Page) -> list[tuple[str, str]]:
    """Pairs of texts whose boxes share more than a touch, by a sweep from left to right."""
    boxes = sorted((*item.bounds, item.text) for item in texts(page))
    found, active = [], []
    for box in boxes:
        active = [other for other in active if other[2] - TOUCH > box[0]]
        found += [
            (other[4], box[4])
            for other in active
            if other[1] < box[3] - TOUCH and box[1] < other[3] - TOUCH and other[2] - TOUCH > box[0]
        ]
        active.append(box)
    return found


def cut(page: Page) -> list[str]:
    """Texts that leave the frame or their cell of the title block, or lie across a line of it."""
    foot = page.height - EDGE - FOOT
    cells = [EDGE + (page.width - 2 * EDGE) * share for share in CELLS]
    found = []
    for item in texts(page):
        left, upper, right, lower = item.bounds
        inside = left >= EDGE and right <= page.width - EDGE and upper >= EDGE and lower <= page.height - EDGE
        if upper >= foot:
            inside &= any(a <= left and right <= b for a, b in pairwise(cells))
        else:
            inside &= lower <= foot
        if not inside:
            found.append(item.text)
    return found


CASES = [*((name, "A4") for name in DESIGNS), ("60", "A3"), ("60", "Letter")]


@pytest.mark.parametrize(("name", "stock"), CASES)
def test_no_label_is_cut_or_lies_over_another(name: str, stock: str) -> None:
    pages = pages_of(name, stock)
    assert len(pages) > 6
    for page in pages:
        assert overlaps(page) == [], page.title
        assert cut(page) == [], page.title
        shortened = [item.text for item in texts(page) if re.search(r"\S…|…\S", item.text)]
        assert shortened == [], page.title


@pytest.mark.slow
@pytest.mark.parametrize(("name", "stock"), on_papers(DESIGNS))
def test_no_label_is_cut_or_lies_over_another_on_any_paper(name: str, stock: str) -> None:
    for page in pages_of(name, stock):
        assert overlaps(page) == [], page.title
        assert cut(page) == [], page.title


def test_the_check_of_labels_finds_what_it_looks_for() -> None:
    """A check that cannot fail would prove nothing."""
    page = next(PDFS[0].sheets(plan_of("60"), PRINTING))
    first = texts(page)[-1]
    near = Text(x=first.x + 0.3, y=first.y, text="over it", size=first.size, colour="#000000")
    outside = Text(x=page.width - EDGE - 1, y=50.0, text="too far", size=3.0, colour="#000000")
    spoiled = Page(title=page.title, width=page.width, height=page.height, items=(*page.items, near, outside))
    assert len(overlaps(spoiled)) >= 1
    assert "too far" in cut(spoiled)


@pytest.mark.parametrize("name", ["396", "63", "two"])
def test_pages_are_grey_and_hold_few_lines(name: str) -> None:
    for page in pages_of(name, "A4"):
        lines = 0
        for item in page.items:
            colours = []
            if isinstance(item, Text):
                colours.append(item.colour)
            if isinstance(item, Box | Polyline):
                colours.append(item.fill)
            if isinstance(item, Lines | Box | Polyline) and item.pen:
                colours.append(item.pen.colour)
            if isinstance(item, Lines):
                lines += len(item.segments)
            if isinstance(item, Polyline):
                lines += len(item.points) - 1
            for colour in filter(None, colours):
                assert colour[1:3] == colour[3:5] == colour[5:7], f"{page.title}: {colour}"
        assert lines <= MOST_LINES, page.title


def test_a_large_network_keeps_to_few_lines() -> None:
    group = samples.HostGroup(name="nodes", part="server-1u", count=1280)
    fabric = samples.two_level("compute", group, "ndr-64", "ndr-64", (40, 32, 32))
    plan = samples.plan_of("wide", [fabric], cabled=False)
    pages = list(PDFS[0].sheets(plan, PRINTING))
    assert len(pages) > 5
    for page in pages:
        lines = sum(len(item.segments) for item in page.items if isinstance(item, Lines))
        assert lines <= MOST_LINES, (page.title, lines)


def test_what_colours_say_on_a_screen_patterns_and_greys_say_on_paper() -> None:
    looks = {kind: (DASHES.get(kind, ()), kind == "AOC") for kind in KIND_NAMES}
    assert len(set(looks.values())) == len(looks), "each kind of cable has a pattern of its own"
    fills = [PRINT.host.fill, PRINT.edge.fill, PRINT.core.fill]
    for number, fill in enumerate(fills):
        for other in fills[number + 1 :]:
            assert contrast(fill, other) > 1.2
    for darker, lighter in zip(PRINT.heat[1:], PRINT.heat, strict=False):
        assert contrast(darker, lighter) > 1.2


@pytest.mark.parametrize("name", ["60", "two"])
def test_every_page_says_where_it_comes_from(name: str) -> None:
    for stock in STOCKS:
        for document in FRAMED:
            pages = list(document.sheets(plan_of(name), replace(PRINTING, stock=STOCKS[stock])))
            for page in pages:
                foot = [item.text for item in texts(page) if item.y > page.height - EDGE - FOOT]
                assert "hall-2" in foot
                assert "state 02d4 77c1" in foot
                assert "R2" in foot
                assert any(text.startswith("2026-11-21 · fatdesk ") for text in foot)
                assert any(re.fullmatch(r"\d+ of \d+", text) for text in foot)
            if document.name != "packets.pdf":
                stated = [text.text for page in pages for text in texts(page) if text.y > page.height - 24]
                numbers = [text for text in stated if re.fullmatch(r"\d+ of \d+", text)]
                assert numbers == [f"{n} of {len(pages)}" for n in range(1, len(pages) + 1)]


@pytest.mark.slow
@needs_poppler
def test_two_hundred_pages_are_found_word_by_word(tmp_path) -> None:
    plan, packets = plan_of("63"), next(some for some in PDFS if some.name == "packets.pdf")
    leaves = list(packets.leaves(plan, PRINTING))
    leaves = (leaves * (200 // len(leaves) + 1))[:200]
    data = pdf(leaves, "two hundred")
    found = page_texts(data)
    assert len(found) == 200
    for leaf, text in zip(leaves, found, strict=True):
        wanted = "".join(item.text for item in texts(leaf.draw()))
        assert sorted("".join(text.split())) == sorted("".join(wanted.split())), leaf.title
    assert images(data, tmp_path) == []
