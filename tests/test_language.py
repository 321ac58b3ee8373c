"""Texts of the window and the command line are plain English, with one term for a concept."""

import re
from pathlib import Path

import pytest
import strings

FORBIDDEN = {
    r"tells?|told|telling": "report, show, state, describe",
    r"so many|as much as": "N, the number of",
    r"stands?|standing": "is, is located, is in",
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
    r"readback|handover": "re-import of a list, documents",
}
"""What is not written, and what is instead."""
ALLOWED = {
    "gui/window/about.py": "the words of licences",
    "gui/files/recovery.py": "a user is asked",
    "cli/grammar.py": "readback is a command",
    "cli/project_grammar.py": "readback is a command",
    "cli/readback.py": "readback is a command",
}
ROOT = Path(strings.ROOT) / "fatdesk"
TEXTS = [
    (f"{path.relative_to(ROOT).as_posix()}:{line}", text)
    for room in strings.ROOMS
    for path in sorted((ROOT / room).rglob("*.py"))
    if path.relative_to(ROOT).as_posix() not in ALLOWED
    for line, text in strings.texts(path)
]


def test_the_texts_are_found():
    assert len(TEXTS) > 3000
    assert any(text == "Add network" for _, text in TEXTS)


@pytest.mark.parametrize("words", FORBIDDEN)
def test_texts_use_plain_words(words):
    found = [f"{place}: {text}" for place, text in TEXTS if re.search(rf"\b({words})\b", text, re.IGNORECASE)]
    assert not found, f"write {FORBIDDEN[words]} instead"


def test_the_allowed_modules_are_there():
    assert all((ROOT / place).exists() for place in ALLOWED)
