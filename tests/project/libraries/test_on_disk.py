"""Parts written as files of a folder: all of them or none, and never over another part."""

from pathlib import Path

import pytest

from fatdesk.core.errors import InputError
from fatdesk.engine.catalog.part_files import load_catalog, part_yaml
from fatdesk.engine.catalog.parts import Ports, Switch
from fatdesk.project.files.file_lock import ABSENT
from fatdesk.project.files.saver import ChangedOnDisk, save_all
from fatdesk.project.libraries.on_disk import save_parts

PORTS = (Ports(count=32, connector="qsfp28", rate_gbps=100, lanes=4),)


def switch(part_id: str, name: str = "") -> Switch:
    return Switch(id=part_id, name=name, ports=PORTS)


def test_written_once(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "parts"
    assert save_parts(folder, [switch("a"), switch("b")]) == (folder / "a.yaml", folder / "b.yaml")
    assert [*load_catalog([folder])] == [switch("a"), switch("b")]
    assert save_parts(folder, [switch("a"), switch("c")]) == (folder / "c.yaml",)


def test_another_part_of_that_name_stops_all(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_bytes(part_yaml(switch("b", "mine")))
    with pytest.raises(InputError, match=r"b\.yaml:1: file: there is a part of that name that differs"):
        save_parts(tmp_path, [switch("a"), switch("b")])
    assert [path.name for path in tmp_path.iterdir()] == ["b.yaml"]


def test_a_file_that_comes_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_bytes(b"theirs")
    with pytest.raises(ChangedOnDisk, match="there is a file of that name already"):
        save_all(tmp_path, {"a.yaml": b"ours", "b.yaml": b"ours"}, ABSENT)
    assert [path.name for path in tmp_path.iterdir()] == ["b.yaml"]
    assert (tmp_path / "b.yaml").read_bytes() == b"theirs"
