"""``fatdesk docs``: list, search and print the pages of the documentation."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from fatdesk.cli.kit.options import given_options, refuse_idle
from fatdesk.cli.kit.output import (
    DONE,
    FINDINGS,
    ShownProgress,
    about_to_save,
    folder_target,
    log,
    print_json,
    say,
)
from fatdesk.core.documentation import Documentation, Page, Place, documentation
from fatdesk.core.errors import FatdeskError


def run(parsed: argparse.Namespace) -> int:
    """Print a page or a section of it, the sections with some words, or the contents; or write the PDF."""
    if parsed.pdf is not None:
        return _write_pdf(parsed)
    refuse_idle(given_options(parsed), ("paper",), "is of the PDF, give --pdf FILE.pdf, too")
    if parsed.page is not None and parsed.search is not None:
        raise FatdeskError("--search: searches all pages, leave PAGE out")
    docs = documentation()
    if parsed.search is not None:
        return _search(docs, parsed.search, as_json=parsed.json)
    if parsed.page is None:
        if parsed.json:
            print_json({"pages": [_record(page) for page in docs.pages]})
        else:
            say("\n".join(_contents(docs)))
        return DONE
    place = docs.find(parsed.page)
    page = docs.by_name[place.page]
    text = _text(page, place)
    if parsed.json:
        print_json({**_record(page), "section": place.anchor, "text": text})
    else:
        say(text)
    return DONE


def _write_pdf(parsed: argparse.Namespace) -> int:
    refuse_idle(given_options(parsed), ("page", "search", "json"), "is not possible together with --pdf")
    path: Path = parsed.pdf
    if path.suffix.lower() != ".pdf":
        raise FatdeskError(f"--pdf {path}: is not a PDF file, give it the extension .pdf")
    folder_target(path.parent, f"--pdf {path}", make=False)
    from fatdesk.project.files.saver import save_bytes
    from fatdesk.tasks.files import make_guide

    progress = ShownProgress()
    data = make_guide(parsed.paper, progress)
    progress.done()
    about_to_save()
    save_bytes(path, data)
    log(str(path))
    return DONE


def _record(page: Page) -> dict[str, object]:
    sections = [{"level": one.level, "title": one.text, "anchor": one.anchor} for one in page.headings]
    return {"name": _named(page), "title": page.title, "chapter": page.chapter, "sections": sections}


def _named(page: Page) -> str:
    return page.name.removesuffix(".md")


def _contents(docs: Documentation) -> Iterator[str]:
    wide = max(len(_named(page)) for page in docs.pages)
    for chapter, pages in docs.chapters:
        if chapter:
            yield f"\n{chapter}"
        for page in pages:
            yield f"  {_named(page):{wide}}  {page.title}"


def _text(page: Page, place: Place) -> str:
    """A page as it is written, or a section with those below it."""
    lines = page.text.splitlines()
    if place.anchor:
        at, top = next((n, one) for n, one in enumerate(page.headings) if one.anchor == place.anchor)
        after = (one.line for one in page.headings[at + 1 :] if one.level <= top.level)
        lines = lines[top.line - 1 : next(after, len(lines) + 1) - 1]
    return "\n".join(lines).strip("\n")


def _search(docs: Documentation, words: str, *, as_json: bool) -> int:
    found = docs.search(words)
    if as_json:
        keys = ("page", "anchor", "title", "section", "excerpt")
        rows = [(*one.place, one.title, one.heading, one.excerpt) for one in found]
        print_json({"matches": [dict(zip(keys, row, strict=True)) for row in rows]})
    elif not found:
        say(f"no page has {words!r}")
    for one in () if as_json else found:
        say(f"{str(one.place).replace('.md', '', 1)}  {': '.join(filter(None, (one.title, one.heading)))}")
        if one.excerpt:
            say(f"    {one.excerpt}")
    return DONE if found else FINDINGS
