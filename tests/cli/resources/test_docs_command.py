"""``fatdesk docs`` as a user runs it."""

import json

from fatdesk.core.documentation import documentation

COMMAND = "docs"


def test_contents_have_every_page_below_its_chapter(run):
    status, out, _ = run()
    assert status == 0
    names = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert names == [page.name.removesuffix(".md") for page in documentation().pages]
    pages = json.loads(run("--json")[1])["pages"]
    assert [page["name"] for page in pages] == names
    assert {page["chapter"] for page in pages if page["name"].startswith("papers/")} == {"Papers"}


def test_a_page_is_printed_as_it_is_written_without_comments(run):
    status, out, _ = run("rules")
    assert status == 0
    assert out.startswith("# Rules of your own\n")
    assert "<!--" not in out
    assert "| `name` | required | text |" in out
    assert run("rules.md")[1] == out


def test_a_section_ends_at_the_next_one_of_its_level(run):
    out = run("requirements#explore-what-fatdesk-explore-searches")[1]
    assert out.startswith("## explore: what `fatdesk explore` searches\n")
    assert "### Counts of trees" in out
    assert "## References" not in out
    found = json.loads(run("rules#what-is-refused", "--json")[1])
    assert (found["name"], found["section"]) == ("rules", "what-is-refused")
    assert found["text"].startswith("## What is refused")


def test_search_lists_sections_with_all_words(run):
    status, out, _ = run("--search", "Overfull REMEDIES")
    assert status == 0
    assert "trays" in out
    matches = json.loads(run("--search", "free deadlock", "--json")[1])["matches"]
    assert {"page", "anchor", "title", "section", "excerpt"} == set(matches[0])
    assert run("--search", "quetzalcoatl")[:2] == (1, "no page has 'quetzalcoatl'\n")


def test_pages_and_sections_that_do_not_exist_are_refused_with_what_there_is(run):
    assert run("rulez")[::2] == (2, "rulez: there is no such page, `fatdesk docs` lists all pages\n")
    assert "similar: requirements" in run("requiremen")[2]
    assert "use one of rules-of-your-own, " in run("rules#nothing")[2]
    assert run("rules", "--search", "x")[0] == 2
