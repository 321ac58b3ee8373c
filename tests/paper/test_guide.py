"""The documentation on paper: contents, numbers and links of sheets, the same bytes each time."""

import re
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtGui import QFont, QGuiApplication

from fatdesk.core.documentation import Documentation, Page, documentation
from fatdesk.engine.drawing.sheet import STOCKS
from fatdesk.paper.application import need_qt
from fatdesk.paper.guide import LEFT_OUT, TITLE, Guide
from fatdesk.paper.pdf import pdf_of_sheets


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    """Three pages with links between them, one longer than a sheet, and one that is left out."""
    need_qt()
    folder = tmp_path_factory.mktemp("docs")
    long = "\n\n".join(f"Paragraph {number} of the long page." for number in range(90))
    code = "\n\nWith `code 12`.\n\n    more 34\n"
    texts = {
        "first.md": "# First\n\nSee [the end](long.md#the-end), [a decision](why.md), [a server](https://example.org).\n",
        "long.md": f"# Long\n\n{long}\n\n## The end\n\n| a | b |\n|---|---|\n| 1 | [back](first.md) |{code}",
        "why.md": "# Why\n\nBecause.\n",
    }
    pages = []
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
        pages.append(Page(name, "Decisions" if name == "why.md" else "Pages", folder / name))
    return Documentation(folder, tuple(pages))


def made(docs, paper="A4"):
    guide = Guide(docs, STOCKS[paper].standing)
    return guide, pdf_of_sheets(guide.sheets(), TITLE)


def texts(data):
    document = pypdfium2.PdfDocument(data)
    return [page.get_textpage().get_text_bounded() for page in document]


def test_contents_name_the_sheet_on_which_each_page_begins(docs):
    guide, data = made(docs)
    found = texts(data)
    assert len(found) == guide.total > 4
    assert [line.split() for line in found[0].splitlines() if line[:1] in "FL"][:2] == [
        ["First", "2"],
        ["Long", "3"],
    ]
    for name, title in (("first.md", "First"), ("long.md", "Long")):
        assert found[guide.firsts[name]].startswith(title)
    assert all(f"{number} of {guide.total}" in text for number, text in enumerate(found, start=1))
    assert not any("Because." in text for text in found)


def test_links_lead_to_sheets_and_addresses_and_never_to_what_is_left_out(docs):
    guide, data = made(docs)
    assert b"https://example.org" in data
    assert b"why.md" not in data
    kept = re.findall(rb"/Dest \[(\d+) 0 R /Fit\]", data)
    assert len(kept) >= 4  # two of the contents, two between pages, and bookmarks
    assert guide.firsts["long.md"] == 2


def test_every_paragraph_is_on_one_sheet(docs):
    _, data = made(docs)
    found = "\n".join(texts(data))
    assert all(found.count(f"Paragraph {number} of") == 1 for number in range(90))


def test_papers_and_bytes(docs):
    _, data = made(docs, "Letter")
    width, height = pypdfium2.PdfDocument(data)[0].get_size()
    assert (round(width), round(height)) == (612, 792)
    assert made(docs, "Letter")[1] == data


def test_the_font_of_the_window_changes_nothing(docs):
    """Its digits of one width are glyphs that no search finds."""
    before = QGuiApplication.font()
    plain = made(docs)[1]
    try:
        for tag, value in (("tnum", 1), ("smcp", 1), ("dlig", 1)):
            font = QFont(before)
            font.setFeature(QFont.Tag(tag), value)
            QGuiApplication.setFont(font)
            assert made(docs)[1] == plain, tag
    finally:
        QGuiApplication.setFont(before)


def test_headings_are_followed_by_text_on_their_sheet():
    """Of a real page with tables and code."""
    need_qt()
    docs = documentation()
    page = docs.by_name["requirements.md"]
    guide, data = made(Documentation(docs.folder, (page,)))
    bottoms = [text.strip().splitlines()[-3:] for text in texts(data)[1:]]
    heads = {one.text for one in page.headings}
    assert guide.total > 8
    assert not any(line in heads for lines in bottoms for line in lines)


def test_decisions_are_a_chapter_that_exists():
    chapters = {page.chapter for page in documentation().pages}
    assert set(LEFT_OUT) <= chapters


@pytest.mark.slow
def test_the_whole_guide(tmp_path: Path):
    from fatdesk.cli import main

    file = tmp_path / "guide.pdf"
    assert main(["docs", "--pdf", str(file)]) == 0
    found = texts(file.read_bytes())
    assert len(found) > 100
    for page in documentation().pages:
        if page.chapter not in LEFT_OUT:
            assert any(text.startswith(page.title) for text in found), page.title


def test_headings_stay_with_their_tables_and_columns_hold_their_words(tmp_path):
    """Every heading is there, on the sheet of its table's first row; numbers in narrow columns are whole."""
    need_qt()
    wide = "words that fill a wide column " * 8
    row = f"| 1,000,000 | 2026-11-28 | {wide} | {wide} | {wide} |"
    sections = (
        f"## Heading {n}\n\nSentence {n}.\n\n| number | day | a | b | c |\n|---|---|---|---|---|\n{row}\n"
        for n in range(24)
    )
    code = f"```\nbegin {'x ' * 66}end\n```\n"
    (tmp_path / "all.md").write_text("# All\n\n" + "\n".join(sections) + code, encoding="utf-8")
    docs = Documentation(tmp_path, (Page("all.md", "Reference", tmp_path / "all.md"),))
    found = texts(made(docs)[1])
    for n in range(24):
        (sheet,) = (text for text in found if f"Heading {n}\r" in text or f"Heading {n}\n" in text)
        after = sheet[sheet.index(f"Heading {n}") :]
        assert f"Sentence {n}." in after
        assert "1,000,000" in after
        assert "2026-11-28" in after
    assert any(
        "begin" in line and line.rstrip().endswith("end") for text in found for line in text.splitlines()
    )
