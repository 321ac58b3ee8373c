"""Bookmarks of a PDF file as other programs list them."""

import re
import shutil
import subprocess
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.drawing.display import Leaf, Page, Text
from fatdesk.paper import PDFS, Printing
from fatdesk.paper.pdf import pdf
from tests.engine import plan_samples as samples
from tests.paper.readers import needs_poppler, page_texts

pytestmark = pytest.mark.skipif(shutil.which("pdftohtml") is None, reason="needs poppler-utils")


def outline(data: bytes, folder: Path) -> list[tuple[int, str, int]]:
    """Depth, words and page of each bookmark."""
    path = folder / "some.pdf"
    path.write_bytes(data)
    stated = subprocess.run(
        ["pdftohtml", "-xml", "-i", "-stdout", str(path)], capture_output=True, text=True, check=True
    ).stdout
    depth, found = 0, []
    for line in stated[stated.index("<outline>") :].splitlines() if "<outline>" in stated else []:
        if line == "<outline>":
            depth += 1
        elif line == "</outline>":
            depth -= 1
        elif match := re.fullmatch(r'<item page="(\d+)">(.*)</item>', line):
            found.append((depth, match[2], int(match[1])))
    return found


@needs_poppler
def test_each_page_has_one_under_its_rack(tmp_path: Path) -> None:
    plan = samples.nodes_60()
    packets = next(some for some in PDFS if some.name == "packets.pdf")
    leaves = list(packets.leaves(plan, Printing()))
    (data,) = packets.make(plan).values()
    wanted, page = [], 1
    for group, some in groupby(leaves, key=lambda leaf: leaf.group):
        titles = [leaf.title for leaf in some]
        wanted.append((1, group, page))
        wanted += [(2, title, page + i) for i, title in enumerate(titles)]
        page += len(titles)
    assert outline(data, tmp_path) == wanted
    assert len(page_texts(data)) == len(leaves)


@given(
    st.lists(
        st.tuples(st.sampled_from(["", "", "one", "two", "<b>&"]), st.text(max_size=12)),
        min_size=1,
        max_size=9,
    )
)
def test_any_names_in_any_groups(tmp_path_factory, names: list[tuple[str, str]]) -> None:
    item = Text(x=9.0, y=9.0, text="x", size=3.0, colour="#000000")
    page = Page(title="", width=40.0, height=30.0, items=(item,))
    data = pdf([Leaf(title, lambda: page, group) for group, title in names], "t")
    found = outline(data, tmp_path_factory.mktemp("outline"))
    groups = [(group, len(list(some))) for group, some in groupby(group for group, _ in names)]
    heads = sum(1 for group, count in groups if group and count > 1)
    assert len(found) == len(names) + heads
    assert sorted({page for _, _, page in found}) == list(range(1, len(names) + 1))
