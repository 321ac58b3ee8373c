"""Tables of docs agree with the program: keys of requirements files, keyboard shortcuts, workspaces."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import inspect

from fatdesk.cli import main
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.families import FAMILIES
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.engine.rules.profiles import shipped_profiles
from fatdesk.gui.menus.actions import ACTIONS, WORKSPACES

ROOT = Path(__file__).resolve().parents[2]
DESK = (ROOT / "docs" / "desk.md").read_text(encoding="utf-8")
REQUIREMENTS = (ROOT / "docs" / "requirements.md").read_text(encoding="utf-8")


def block(text: str, language: str) -> str:
    """The first code block of a language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_full_example_of_requirements(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("all.yaml").write_text(block(REQUIREMENTS, "yaml"))
    assert main(["design", "all.yaml", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["fabrics"]) == 3


def keys(info: inspect.Type) -> Iterator[str]:
    """The keys of a struct and of everything in it."""
    if isinstance(info, inspect.StructType):
        for field in info.fields:
            yield field.encode_name
            yield from keys(field.type)
    elif isinstance(info, inspect.UnionType):
        for one in info.types:
            yield from keys(one)
    elif isinstance(info, inspect.VarTupleType):
        yield from keys(info.item_type)
    elif isinstance(info, inspect.Metadata):
        yield from keys(info.type)


@pytest.mark.parametrize("key", sorted(set(keys(inspect.type_info(Requirements)))))
def test_every_key_is_documented(key):
    assert re.search(rf"\b{key}\b", REQUIREMENTS), key


def test_no_other_key_is_documented():
    stated = set(re.findall(r"^\| ((?:`\w+`(?:, )?)+)", REQUIREMENTS, re.MULTILINE))
    others = {family.NAME for family in FAMILIES} | set(shipped_profiles())
    names = {name for cells in stated for name in re.findall(r"[\w-]+", cells)} - others
    assert names <= set(keys(inspect.type_info(Requirements)))
    assert len(names) > 30


def test_defaults_are_those_of_the_program():
    """The figures in the tables, where they are plain."""
    room, cabling = RoomRequirement(), CablingRules()
    for value in (room.aisle_m, room.cross_tray_every, room.rack, cabling.tray_above_rack_m):
        assert re.search(rf"\| `?{re.escape(str(value))}`? \|", REQUIREMENTS), value


def keys_listed() -> set[str]:
    """The keys in the table of the guide to the desk."""
    rows = re.findall(r"^\| (.+?) \| .+ \|$", DESK.partition("## Keys")[2], re.MULTILINE)[1:]
    names = {name for row in rows if not row.startswith("Alt+F,") for name in re.split(r", |; | or ", row)}
    assert "Ctrl+1 to Ctrl+9" in names
    return names - {"Ctrl+1 to Ctrl+9"} | {f"Ctrl+{number}" for number in range(1, 10)}


def test_the_guide_lists_all_shortcuts_and_no_other() -> None:
    real = {key for action in ACTIONS for key in (action.shortcut, action.also) if key}
    assert keys_listed() == real


def test_the_guide_lists_the_letters_that_open_menus() -> None:
    menus = list(dict.fromkeys(action.menu.partition("/")[0] for action in ACTIONS))
    letters, named = ", ".join(menu[0] for menu in menus), ", ".join(menus[:-1]) + f" or {menus[-1]}"
    assert len(set(letters.split(", "))) == len(menus)
    assert f"| Alt+{letters} | Opens the menu {named} |" in DESK


def test_the_guide_names_the_workspaces_by_their_keys() -> None:
    stated = re.findall(r"^\| ([\w-]+) \((Ctrl\+[^)]+)\) \|", DESK, re.MULTILINE)
    keys = {action.id: action.shortcut for action in ACTIONS}
    assert stated == [(title, keys[f"show-{name}"]) for name, title in WORKSPACES]


def test_a_format_that_cannot_hold_the_project_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A director of 288 ports, whose chips the catalog does not describe, has no InfiniBand subnet file."""
    wish, project = tmp_path / "large.yaml", tmp_path / "large.fatdesk"
    wish.write_text(
        "hosts: [{name: nodes, part: dell-r760-e810-100, count: 270}]\n"
        "fabrics: [{name: eth, families: [star], edge: [cisco-n9k-c9508], core: [cisco-n9k-c9508]}]\n"
    )
    main(["design", str(wish), "-o", str(project)])
    assert main(["export", str(project), str(tmp_path / "out"), "--only", "fabric.net"]) == 2
    assert "fabric eth, so it has no file: E01 has 288 ports" in capsys.readouterr().err
    assert main(["export", str(project), str(tmp_path / "out"), "--only", "fabric.net,bill.csv"]) == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["bill.csv"]
