"""Every module states its purpose, and ARCHITECTURE.md stays short."""

import tree


def test_every_module_states_its_purpose():
    for line in tree.lines(tree.ROOT / "fatdesk"):
        name, _, purpose = line.strip().partition("  ")
        assert purpose, f"{name} has no docstring"


def test_the_page_can_be_read_in_one_sitting():
    text = (tree.ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200
