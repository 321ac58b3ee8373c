"""Every module states its purpose, and ARCHITECTURE.md stays short."""

import re

import pytest
import tree


def test_every_module_states_its_purpose():
    for line in tree.lines(tree.ROOT / "fatdesk"):
        name, _, purpose = line.strip().partition("  ")
        assert purpose, f"{name} has no docstring"


def test_the_page_can_be_read_in_one_sitting():
    text = (tree.ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200


def test_the_packages_that_the_page_names_are_there():
    text = (tree.ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = "core|networks|engine|project|gui|cli|tasks|paper"
    named = set(re.findall(rf"`((?:{rooms})\.[a-z_.]+)`", text))
    assert len(named) > 25
    for name in sorted(named):
        path = tree.ROOT / "fatdesk" / name.replace(".", "/")
        found = (path, path.with_suffix(".py"), path.parent.with_suffix(".py"))  # or a name in a module
        assert any(one.exists() for one in found), name


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("fatdesk", "fatdesk/  "),
        ("engine/cabling", "cabling/  "),
        ("fatdesk/engine/cabling/", "cabling/  "),
        ("./fatdesk/networks/routing", "routing/  "),
        ("core/units.py", "units  "),
    ],
)
def test_the_tree_prints_what_is_named(monkeypatch, capsys, name, first):
    monkeypatch.setattr("sys.argv", ["tree.py", name])
    assert tree.main() == 0
    assert capsys.readouterr().out.startswith(first)


@pytest.mark.parametrize("name", ["fatdesk/engine/x", "engine/x.py", "../..", "/etc", "."])
def test_an_unknown_name_is_one_line(monkeypatch, capsys, name):
    monkeypatch.setattr("sys.argv", ["tree.py", name])
    assert tree.main() == 1
    assert capsys.readouterr().out == (
        f"{name}: there is no such package or module, name one such as engine/cabling\n"
    )
