"""The wheel: carries the data, finds it, leaves the rest at home."""

import os
import subprocess
import sys
import zipfile

import pytest
import start

from fatdesk.core.program import REVISION_FILE, revision_of, shipped


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    words = [
        "wheel",
        "-qq",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-w",
        str(folder),
        str(start.ROOT),
    ]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)
    (path,) = folder.glob("fatdesk-*.whl")
    return path


def test_contents(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "fatdesk/_shipped/resources/examples/blades-224.yaml" in names
    assert any(name.startswith("fatdesk/_shipped/catalogs/") and name.endswith(".yaml") for name in names)
    assert {"fatdesk/_shipped/docs/index.md", "fatdesk/_shipped/mkdocs.yml"} <= set(names)
    assert "fatdesk/_shipped/docs/shots/documents-light-1600.png" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"fatdesk"}
    assert not any("__pycache__" in name for name in names)


def test_installed_program_finds_its_data(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    probe = "from fatdesk.core.program import shipped; print(shipped('resources'), shipped('catalogs'))"
    done = subprocess.run(
        [sys.executable, "-c", probe],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    inside = tmp_path / "fatdesk" / "_shipped"
    assert done.stdout.split() == [str(inside / "resources"), str(inside / "catalogs")]
    printed = subprocess.run(
        [sys.executable, "-m", "fatdesk", "docs", "names"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert printed.stdout.startswith("# Names\n")


def test_the_wheel_carries_the_revision(wheel):
    known = revision_of(start.ROOT)
    if not known:
        pytest.skip("the sources are no checkout of git")
    archive = zipfile.ZipFile(wheel)
    assert archive.read(f"fatdesk/_shipped/{REVISION_FILE}").decode() == f"{known}\n"


def test_checkout_finds_its_data():
    assert shipped("resources/examples") == start.ROOT / "resources" / "examples"


def test_what_did_not_come_along_is_named():
    with pytest.raises(FileNotFoundError, match="nothing_such is missing"):
        shipped("nothing_such")
