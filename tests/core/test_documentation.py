"""Pages, headings, links and search of the documentation."""

from pathlib import Path

import pytest

from fatdesk.core.documentation import Documentation, Page, Place, documentation, plain_text
from fatdesk.core.errors import FatdeskError

FIRST = """# First page

See [the other](sub/second.md#two--more), ![a picture](pictures/a.png) and `[no](link.md)`.

```console
# no heading
[no](link.md)
```

## Zebra `fatdesk run`

Stripes are black. <!-- zebra --> The end.
"""
SECOND = "# Second page\n\n## Two & more\n\n| key | meaning |\n|---|---|\n| `zebra` | an animal |\n"


@pytest.fixture
def docs(tmp_path: Path) -> Documentation:
    (tmp_path / "sub").mkdir()
    (tmp_path / "first.md").write_text(FIRST, encoding="utf-8")
    (tmp_path / "sub" / "second.md").write_text(SECOND, encoding="utf-8")
    names = {"first.md": "", "sub/second.md": "Animals"}
    return Documentation(
        tmp_path, tuple(Page(name, chapter, tmp_path / name) for name, chapter in names.items())
    )


def test_headings_outside_code_have_anchors(docs):
    first, second = docs.pages
    assert [(one.level, one.text, one.anchor) for one in first.headings] == [
        (1, "First page", "first-page"),
        (2, "Zebra fatdesk run", "zebra-fatdesk-run"),
    ]
    assert second.headings[1].anchor == "two--more"
    assert (second.title, docs.chapters) == ("Second page", (("", (first,)), ("Animals", (second,))))


def test_links_and_pictures_are_found_with_their_lines(docs):
    first, second = docs.pages
    assert [(link.target, link.line, link.is_picture) for link in first.links] == [
        ("sub/second.md#two--more", 3, False),
        ("pictures/a.png", 3, True),
    ]
    assert first.resolve("sub/second.md#two--more") == Place("sub/second.md", "two--more")
    assert second.resolve("../first.md") == Place("first.md")
    assert second.resolve("#two--more") == Place("sub/second.md", "two--more")
    assert docs.has(Place("sub/second.md", "two--more"))
    assert not docs.has(Place("sub/second.md", "three"))
    assert not docs.has(Place("third.md"))


def test_search_ranks_titles_first_and_leaves_comments_out(docs):
    found = docs.search("zebra")
    assert [(str(one.place), one.heading) for one in found] == [
        ("first.md#zebra-fatdesk-run", "Zebra fatdesk run"),
        ("sub/second.md#two--more", "Two & more"),
    ]
    assert found[1].excerpt == "zebra · an animal"
    assert [one.place.page for one in docs.search("STRIPES zebra")] == ["first.md"]
    assert docs.search("lion") == docs.search("  ") == []


def test_long_lines_are_cut_around_the_word(tmp_path):
    line = " ".join([*["before"] * 60, "needle", *["after"] * 60])
    (tmp_path / "long.md").write_text(f"# Long\n\n{line}\n", encoding="utf-8")
    (found,) = Documentation(tmp_path, (Page("long.md", "", tmp_path / "long.md"),)).search("needle")
    assert found.excerpt.startswith("…before")
    assert found.excerpt.endswith("after…")
    assert "needle" in found.excerpt
    assert len(found.excerpt) < 170


def test_pages_are_found_by_what_people_type(docs):
    assert docs.find("First").page == docs.find("first.md").page == "first.md"
    assert docs.find("second#two--more") == Place("sub/second.md", "two--more")
    with pytest.raises(FatdeskError, match="similar: sub/second"):
        docs.find("secon")
    with pytest.raises(FatdeskError, match="use one of second-page, two--more"):
        docs.find("second#three")


def test_shipped_pages_are_searched_whole():
    docs = documentation()
    assert docs.pages[0].name == "index.md"
    assert docs.search("ibnetdiscover")[0].place.page in docs.by_name
    assert all(page.title != page.name for page in docs.pages)


def test_marks_are_left_out_of_plain_text():
    assert plain_text("1. **Bold** and `code`") == "Bold and code"
    assert plain_text("`2 * 3` times 4 * 5") == "2 * 3 times 4 * 5"


def test_links_named_by_files_say_the_titles_of_pages(tmp_path):
    texts = {
        "first.md": "# First\n\n[sub/second.md](sub/second.md#more), [it](sub/second.md), [no.md](no.md).\n",
        "sub/second.md": "# The second: `x`\n\nBack to [first.md](../first.md).\n\n## More\n",
    }
    (tmp_path / "sub").mkdir()
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    docs = Documentation(tmp_path, tuple(Page(name, "", tmp_path / name) for name in texts))
    first, second = map(docs.titled, docs.pages)
    assert "[The second: x](sub/second.md#more), [it](sub/second.md), [no.md](no.md)." in first
    assert "Back to [First](../first.md)." in second
    assert docs.pages[0].text == texts["first.md"]
