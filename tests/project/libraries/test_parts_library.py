"""Folders of part files: opened, edited, saved byte by byte, and changed by others meanwhile."""

from decimal import Decimal
from pathlib import Path

import msgspec
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.part_files import load_catalog
from fatdesk.engine.catalog.parts import AnyPart, Price
from fatdesk.project.commands.command import RefusedError
from fatdesk.project.commands.history import Steps
from fatdesk.project.files.saver import ChangedOnDisk
from fatdesk.project.libraries.changes import (
    AddPart,
    ClearOverride,
    Duplicate,
    OverridePart,
    ReadAgain,
    RemoveParts,
    SetPart,
    SetText,
    Several,
    comments_lost,
)
from fatdesk.project.libraries.on_disk import (
    OnDisk,
    changed_by_others,
    only_theirs,
    open_library,
    save_library,
    seen,
    unsaved,
)
from fatdesk.project.libraries.parts_library import PartsLibrary

IB = """\
# ours
kind: switch
id: ib-36
mass_kg: 8.4   # weighed
ports:
  # front
  - {count: 36, connector: qsfp, rate_gbps: 40, lanes: 4}
"""
TRAY = "kind: tray\nid: tray\nwidth_mm: 300\ntray_depth_mm: 100\n"
OWN = "# our offer\nprice: 11000\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "parts"
    (place / "switches").mkdir(parents=True)
    (place / "switches" / "ib-36.yaml").write_text(IB)
    (place / "switches" / "ib-36.override.yaml").write_text(OWN)
    (place / "tray.yaml").write_text(TRAY)
    (place / "broken.yaml").write_text("kind: tray\nid: b\nwidth_mm: -1\ntray_depth_mm: 1\n")
    (place / "notes.txt").write_text("not a part")
    return place


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def of(library: PartsLibrary, name: str) -> AnyPart:
    part = library.files[name].part
    assert part is not None
    return part


def save(library: PartsLibrary, disk: OnDisk) -> OnDisk:
    return save_library(library, disk, unsaved(library, disk))


SWITCH = "switches/ib-36.yaml"


def test_a_file_that_cannot_be_read_is_a_problem_and_the_others_are_open(folder: Path) -> None:
    library, disk = open_library(folder)
    assert list(library.files) == ["broken.yaml", SWITCH, "tray.yaml"]
    assert sorted(part.id for part in library.catalog) == ["ib-36", "tray"]
    assert [str(problem) for problem in library.problems] == [
        'broken.yaml:3: width_mm: expected a number from 1 to 5000, got "-1"'
    ]
    assert of(library, SWITCH).price == Price(amount=Decimal(11000))
    assert library.files[SWITCH].own_fields == ("price",)
    assert unsaved(library, disk) == ()


def test_two_files_of_one_id_and_a_lonely_override_are_told(folder: Path) -> None:
    (folder / "again.yaml").write_text("# x\n" + TRAY)
    (folder / "lone.override.yaml").write_text("mass_kg: 1\n")
    stated = [str(problem) for problem in open_library(folder).library.problems]
    assert "tray.yaml:2: id: tray is in again.yaml as well, rename or remove one" in stated
    assert any(text.startswith("lone.override.yaml:1: file: overrides nothing") for text in stated)


def test_an_empty_folder_opens_and_a_missing_one_does_not(tmp_path: Path) -> None:
    assert not open_library(tmp_path).library.files
    with pytest.raises(FatdeskError, match="is not a folder"):
        open_library(tmp_path / "none")


def test_a_figure_changes_one_line_of_one_file(folder: Path) -> None:
    before = contents(folder)
    library, disk = open_library(folder)
    imported = library.files[SWITCH].imported
    assert imported is not None
    after = SetPart(SWITCH, msgspec.structs.replace(imported, mass_kg=9.0), "mass").apply(library)
    assert unsaved(after, disk) == (SWITCH,)
    disk = save(after, disk)
    assert unsaved(after, disk) == ()
    assert contents(folder) == before | {SWITCH: IB.replace("8.4", "9").encode()}
    assert comments_lost(library, after, (SWITCH,)) == []


def test_comments_that_must_go_are_told(folder: Path) -> None:
    library, _ = open_library(folder)
    imported = library.files[SWITCH].imported
    assert imported is not None
    group = imported.ports[0]  # type: ignore[union-attr]  # a switch
    part = msgspec.structs.replace(imported, ports=(group, group))
    after = SetPart(SWITCH, part).apply(library)
    assert comments_lost(library, after, (SWITCH,)) == ["# front"]


def test_an_override_is_kept_apart_and_cleared(folder: Path) -> None:
    before = contents(folder)
    library, disk = open_library(folder)
    part = msgspec.structs.replace(of(library, SWITCH), power_w=150.0)
    after = OverridePart(SWITCH, part, "power").apply(library)
    assert after.files[SWITCH].part == part
    disk = save(after, disk)
    own = "switches/ib-36.override.yaml"
    assert contents(folder) == before | {own: OWN.encode() + b"power_w: 150\n"}
    assert load_catalog([folder / "switches"])["ib-36"] == part
    after = ClearOverride(SWITCH, ("price",)).apply(after)
    assert after.files[SWITCH].override == b"# our offer\npower_w: 150\n"
    after = ClearOverride(SWITCH, ("power_w",)).apply(after)
    assert after.files[SWITCH].override is None
    save(after, disk)
    assert contents(folder) == {name: data for name, data in before.items() if name != own}


def test_a_tray_gets_its_first_override(folder: Path) -> None:
    library, disk = open_library(folder)
    after = OverridePart("tray.yaml", msgspec.structs.replace(of(library, "tray.yaml"), mass_kg=2.0)).apply(
        library
    )
    save(after, disk)
    assert (folder / "tray.override.yaml").read_text() == "mass_kg: 2\n"


def test_duplicate_add_and_delete(folder: Path) -> None:
    before = contents(folder)
    library, disk = open_library(folder)
    copy = Duplicate(SWITCH, "ib-37").apply(library)
    assert of(copy, "switches/ib-37.yaml") == msgspec.structs.replace(of(library, SWITCH), id="ib-37")
    assert "# weighed" in copy.files["switches/ib-37.yaml"].data.decode()
    with pytest.raises(RefusedError, match=r"ib-36 is in switches/ib-36\.yaml already"):
        Duplicate(SWITCH, "ib-36").apply(library)
    with pytest.raises(RefusedError, match="a name of at most 80 letters"):
        Duplicate(SWITCH, "no name").apply(library)
    more = AddPart(msgspec.structs.replace(of(library, "tray.yaml"), id="tray-2")).apply(copy)
    assert more.free_name(msgspec.structs.replace(of(library, SWITCH), id="x")) == "switches/x.yaml"
    less = RemoveParts((SWITCH, "broken.yaml")).apply(more)
    save(less, disk)
    kept = {name: before[name] for name in ("tray.yaml", "notes.txt")}
    new = {name: less.files[name].data for name in ("switches/ib-37.yaml", "tray-2.yaml")}
    assert contents(folder) == kept | new


def test_undo_of_a_saved_delete_brings_the_files_back(folder: Path) -> None:
    before = contents(folder)
    library, disk = open_library(folder)
    steps = Steps(library)
    steps.put(RemoveParts((SWITCH,)).apply(library), "Delete")
    disk = save(steps.present, disk)
    assert SWITCH not in contents(folder)
    save(steps.undo(), disk)
    assert contents(folder) == before


def test_text_is_parsed_before_it_is_taken(folder: Path) -> None:
    library, disk = open_library(folder)
    with pytest.raises(FatdeskError, match=r"tray\.yaml:3: width_mm: expected a number from 1 to 5000"):
        SetText("tray.yaml", TRAY.replace("300", "0").encode()).apply(library)
    with pytest.raises(RefusedError, match="ib-36 is in"):
        SetText("tray.yaml", TRAY.replace("id: tray", "id: ib-36").encode()).apply(library)
    mended = SetText("broken.yaml", TRAY.replace("id: tray", "id: b").encode()).apply(library)
    assert not mended.problems
    own = SetText(SWITCH, b"mass_kg: 1\n", of_override=True).apply(mended)
    assert of(own, SWITCH).mass_kg == 1.0
    assert unsaved(own, disk) == ("broken.yaml", "switches/ib-36.override.yaml")


def test_changes_by_others_are_noticed_and_never_overwritten(folder: Path) -> None:
    library, disk = open_library(folder)
    assert changed_by_others(folder, disk) == {}
    theirs = TRAY.replace("300", "400").encode()
    (folder / "tray.yaml").write_bytes(theirs)
    (folder / SWITCH).unlink()
    (folder / "new.yaml").write_text(TRAY.replace("id: tray", "id: new"))
    found = changed_by_others(folder, disk)
    assert set(found) == {"tray.yaml", SWITCH, "new.yaml"}
    mine = SetPart("tray.yaml", msgspec.structs.replace(of(library, "tray.yaml"), mass_kg=1.0)).apply(library)
    with pytest.raises(ChangedOnDisk):
        save(mine, disk)
    assert (folder / "tray.yaml").read_bytes() == theirs
    read = ReadAgain(found).apply(mine)
    after = seen(disk, folder, found)
    assert of(read, "tray.yaml").width_mm == 400  # type: ignore[union-attr]  # a tray
    assert [problem.file for problem in read.problems] == ["broken.yaml", "switches/ib-36.override.yaml"]
    assert unsaved(read, after) == ()
    assert changed_by_others(folder, after) == {}
    kept = ReadAgain(only_theirs(mine, found)).apply(mine)
    assert unsaved(kept, after) == (SWITCH, "tray.yaml")
    save(kept, after)
    assert contents(folder)[SWITCH] == IB.encode()
    assert b"mass_kg: 1" in contents(folder)["tray.yaml"]
    assert "new.yaml" in contents(folder)


def test_several_changes_are_one_step(folder: Path) -> None:
    library, _ = open_library(folder)
    both = Several((Duplicate(SWITCH, "a"), RemoveParts((SWITCH,))), "Rename").apply(library)
    assert list(both.names) == ["a", "tray"]
