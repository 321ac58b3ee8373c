"""ARCHITECTURE.md shows the tree as it is, and every file says in one line what it is for."""

import tree


def test_the_tree_is_the_one_of_the_files():
    text = (tree.ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    made = tree.with_tree(text, "\n".join(tree.lines(tree.ROOT / "fatdesk")))
    assert text == made, "run `python packaging/tree.py`"


def test_every_file_says_its_purpose():
    for line in tree.lines(tree.ROOT / "fatdesk"):
        name, _, purpose = line.strip().partition("  ")
        assert purpose, f"{name} has no docstring"
