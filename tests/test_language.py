"""Texts, documents and docstrings are plain English, with one term for a concept."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import strings

FORBIDDEN = {
    r"tells?|told|telling": "report, show, state, describe",
    r"so many|as much as": "N, the number of",
    r"(?<!Topologies )(stands?|standing)": "is, is located, is in",
    r"things?": "item, element",
    r"beside": "next to",
    r"anew": "again",
    r"in the making": "in progress",
    r"is asked|what is out": "is required, failed",
    r"wish(es)?": "requested",
    r"leave it(?! out| empty)": "keep, do not use",
    r"forwarding": "routing",
    r"takes? (it )?(over|out|back|away)": "apply, remove, revert",
    r"(otherwise|all the same)(?=\W)": "differently, by default, anyway",
    r"(hangs?|hung|hanging) (on|together)": "connects to, depends on",
    r"readback|handover": "re-import of a list, documents",
}
"""What is not written, and what is instead."""
ALLOWED = {
    "gui/dialogs/about.py": "the words of licences",
    "gui/files/recovery.py": "a user is asked",
    "engine/drawing/sheets/labels.py": "told is a key of stocks",
    "engine/drawing/sheet.py": "standing is a field of stocks",
    "cli/grammar.py": "readback is a command",
    "cli/project_grammar.py": "readback is a command",
    "cli/projects/readback.py": "readback is a command",
}
ROOT = Path(strings.ROOT) / "fatdesk"
PAGES = [
    *(Path(strings.ROOT) / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
    Path(strings.ROOT) / "catalogs" / "README.md",
    *sorted((Path(strings.ROOT) / "docs").rglob("*.md")),
]


@cache
def docstrings(path: Path) -> list[tuple[int, str]]:
    """Return line and text of all docstrings of a module."""
    return [
        (node.lineno, NAMES.sub("", str(node.value.value)))
        for node in strings.nodes(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]


NAMES = re.compile(r"``[^`]+``|^ *>>> .*$|^ *[A-Za-z_]+(, [a-z_]+)*( : .*)?$", re.MULTILINE)
"""Code, examples and names of parameters in docstrings."""
RIDDLE = re.compile(r"(What|Where|How|Which|So|All that|Everything that|Whoever) ")
NO_PROSE = re.compile(
    r"^```\w*\n.*?^```|`[^`]+`|(?<![*\w])\*[^*\n]+(\n[^*\n]+)?\*(?![*\w])|\]\([^)]*\)",
    re.MULTILINE | re.DOTALL,
)
"""Code, the labels of the window, and the targets of links."""


def paragraphs(page: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of the prose of a page."""
    text = page.read_text(encoding="utf-8")
    yield from enumerate(NO_PROSE.sub(lambda found: "\n" * found[0].count("\n"), text).splitlines(), start=1)


@cache
def all_texts() -> list[tuple[str, str]]:
    """Return place and text of all that people read; found once, by the worker that runs these tests."""
    found = [
        (f"{path.relative_to(ROOT).as_posix()}:{line}", text)
        for path in sorted(ROOT.rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in ALLOWED
        for reader in (strings.texts, docstrings)
        for line, text in reader(path)
    ]
    found += [(f"{page.name}:{line}", text) for page in PAGES for line, text in paragraphs(page)]
    return found


def test_the_texts_are_found():
    assert len(all_texts()) > 5000
    for known in ("Add network", "Where sources leave a choice", "Command parsers and options"):
        assert any(known in text for _, text in all_texts()), known


@pytest.mark.parametrize("words", FORBIDDEN)
def test_texts_use_plain_words(words):
    forbidden = re.compile(rf"\b({words})\b", re.IGNORECASE)
    found = [f"{place}: {text}" for place, text in all_texts() if forbidden.search(text)]
    assert not found, f"write {FORBIDDEN[words]} instead"


def test_the_allowed_modules_are_there():
    assert all((ROOT / place).exists() for place in ALLOWED)


def test_docstrings_state_a_result():
    found = [
        f"{path.relative_to(ROOT).as_posix()}:{line}: {text}"
        for path in sorted(ROOT.rglob("*.py"))
        for line, text in docstrings(path)
        if RIDDLE.match(text)
    ]
    assert not found, "start with a noun phrase or an imperative"
