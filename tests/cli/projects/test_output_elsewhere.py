"""Commands that write a project into another folder: its building plan remains the same file."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from fatdesk.cli import main
from fatdesk.engine.floor.building import Underlay
from fatdesk.engine.floor.building_plan import file_of
from fatdesk.project.files.storing import load_project, save_project


@pytest.mark.parametrize(
    "words", ["edit {project} {commands}", "improve {project} --steps 50", "trays {project} --optical"]
)
def test_the_building_plan_is_found_from_the_other_folder(
    sixty: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    project, plan = tmp_path / "plans" / "a.fatdesk", tmp_path / "plans" / "hall.dxf"
    project.parent.mkdir()
    plan.touch()
    floor = load_project(sixty).project.floor
    under = Underlay(file=plan.name, sha256="0" * 64, mm_per_unit=1.0)
    floor = replace(floor, plan=replace(floor.plan, underlay=under))
    save_project(replace(load_project(sixty).project, floor=floor), project)
    commands, target = tmp_path / "rename.json", tmp_path / "issue" / "b.fatdesk"
    commands.write_text('{"command": "rename", "name": "b"}', encoding="utf-8")
    target.parent.mkdir()
    status = main([*words.format(project=project, commands=commands).split(), "-o", str(target)])
    assert status == 0, capsys.readouterr().err
    written = load_project(target).project.floor.plan.underlay
    assert written is not None
    assert file_of(written, target.parent).samefile(plan)
