"""Packages: what is frozen, texts of the Debian package, the installer for Windows, build servers."""

import argparse
import gzip
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree

import deb
import freeze
import frozen
import licences
import msi
import pytest
import try_packages
import wheels
import yaml

import fatdesk
from fatdesk.cli.grammar import FOLDERS, grammar
from fatdesk.gui.theme.icons import MARK
from fatdesk.gui.theme.tokens import LIGHT

DESKTOP = deb.DESKTOP
SPEC = freeze.ROOT / "packaging" / "fatdesk.spec"


def test_the_data_of_the_wheel_are_frozen():
    shipped = dict(frozen.shipped())
    assert shipped[str(freeze.ROOT / "catalogs")] == "fatdesk/_shipped/catalogs"
    assert shipped[str(freeze.ROOT / "resources")] == "fatdesk/_shipped/resources"
    for source, target in shipped.items():
        assert (freeze.ROOT / source).exists(), source
        assert target.startswith("fatdesk/_shipped"), target


@pytest.mark.parametrize(
    ("target", "source", "kept"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", "", True),
        ("PySide6/Qt/plugins/platforms/libqoffscreen.so", "", True),
        ("PySide6/plugins/platforms/qwindows.dll", "", True),
        ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", "", True),
        ("PySide6/Qt/plugins/platforms/libqvnc.so", "", False),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", "", False),
        ("PySide6/Qt/plugins/sqldrivers/libqsqlite.so", "", False),
        ("PySide6/Qt/lib/libQt6Gui.so.6", "", True),
        ("PySide6/Qt/lib/libQt6Qml.so.6", "", False),
        ("PySide6/QtNetwork.abi3.so", "", False),
        ("PySide6/QtOpenGL.abi3.so", "", True),
        ("PySide6/Qt/translations/qt_de.qm", "", False),
        ("scipy/linalg/tests/data.npz", "", False),
        ("numba/_helperlib.cpython-311-x86_64-linux-gnu.so", "/b/venv/lib/python3.11/numba.so", True),
        ("numpy-2.dist-info/RECORD", "", False),
        ("numpy-2.dist-info/METADATA", "", True),
        ("fatdesk/_shipped/resources/theme/check-light.svg", "", True),
    ],
)
def test_files_that_are_frozen(target, source, kept):
    assert frozen.is_kept(target, source) == kept


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libraries of a Linux distribution")
def test_libraries_of_the_system_are_not_frozen():
    assert not frozen.is_kept("libssl.so.3", "/usr/lib/x86_64-linux-gnu/libssl.so.3")
    assert not frozen.is_kept("libz.so.1", "/lib/x86_64-linux-gnu/libz.so.1")
    assert frozen.is_kept("libpython3.11.so.1.0", "/usr/lib/x86_64-linux-gnu/libpython3.11.so.1.0")
    own = "lib-dynload/_ssl.cpython-311-x86_64-linux-gnu.so"
    assert frozen.is_kept(own, f"/usr/lib/python3.11/{own}")


def test_every_module_that_is_left_out_is_one_that_the_program_does_not_need():
    pinned = {name.replace("-", "_").lower() for name in licences.pinned(licences.LOCK.read_text())}
    for name in frozen.LEFT_OUT_MODULES:
        assert name not in pinned, name


def test_nothing_imports_what_is_left_out():
    imported = re.compile(r"^\s*(?:from|import) ([\w.]+)", re.MULTILINE)
    for path in sorted((freeze.ROOT / "fatdesk").rglob("*.py")):
        for name in imported.findall(path.read_text(encoding="utf-8")):
            assert not any(f"{name}.".startswith(f"{out}.") for out in frozen.LEFT_OUT_MODULES), (path, name)


def test_version_and_time(monkeypatch):
    assert freeze.version() == fatdesk.__version__
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert freeze.epoch() == 1_700_000_000
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert freeze.epoch() == freeze.EARLIEST


def test_archives_have_the_same_bytes_whatever_the_order_and_the_times(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    made = []
    for names in (("b", "a"), ("a", "b")):
        folder = tmp_path / names[0]
        (folder / "fatdesk").mkdir(parents=True)
        for name in names:
            (folder / "fatdesk" / name).write_text(name)
        freeze.settle(folder / "fatdesk")
        made.append(freeze.zip_file(folder / "fatdesk", folder).read_bytes())
        if shutil.which("zstd"):
            made[-1] += freeze.tarball(folder / "fatdesk", folder).read_bytes()
    assert made[0] == made[1]


def test_the_control_file_has_every_field_in_the_form_of_debian():
    required, recommended = deb.relations(["libGL.so.1", "libc.so.6", "libcups.so.2"], "2.34")
    assert required == [
        "fonts-inter",
        "fonts-jetbrains-mono | fonts-dejavu-core",
        "fonts-roboto-unhinted",
        "libc6 (>= 2.34)",
        "libgl1",
    ]
    assert recommended == ["desktop-file-utils", "libcups2", "shared-mime-info", "xdg-utils"]
    text = deb.control("amd64", 2049, required, recommended)
    fields = dict(re.findall(r"^([A-Z][\w-]+): (.*)$", text, re.MULTILINE))
    assert list(fields) == [
        "Package", "Version", "Architecture", "Maintainer", "Installed-Size", "Depends", "Recommends",
        "Section", "Priority", "Description",
    ]  # fmt: skip
    assert fields["Installed-Size"] == "3"
    assert fields["Version"] == fatdesk.__version__
    assert len(fields["Description"]) <= 80
    described = text.partition("Description: ")[2].splitlines()[1:]
    assert described
    assert all(re.match(r" \S", line) and len(line) <= 80 for line in described)


def test_a_library_without_a_package_ends_the_build():
    with pytest.raises(SystemExit, match=r"libnew.so.1: no package is known"):
        deb.relations(["libnew.so.1"], "2.34")


def test_libraries_of_the_window_are_those_that_the_set_up_installs():
    import debian

    libraries = [name for name in debian.DESK if not name.startswith("fonts-")]
    assert set(libraries) <= set(deb.PACKAGES.values())
    assert {name for name in debian.DESK if name.startswith("fonts-")} == {
        name.partition(" |")[0] for name in deb.FONTS
    }


def test_the_changelog_has_the_form_of_debian():
    text = deb.changelog(1_700_000_000)
    assert re.fullmatch(
        rf"fatdesk \({re.escape(fatdesk.__version__)}\) unstable; urgency=medium\n\n  \* .+\n\n"
        r" -- .+ <.+@.+>  Tue, 14 Nov 2023 22:13:20 \+0000\n",
        text,
    )


@pytest.fixture(scope="module")
def manual():
    return deb.man_page(grammar(), 1_700_000_000)


def test_the_man_page_has_every_command(manual):
    for command in (name for names in FOLDERS.values() for name in names):
        assert f'.SS "fatdesk {command}"' in manual, command
    assert "\\-\\-json" in manual
    assert '"2023-11-14"' in manual
    for line in manual.splitlines():
        assert not line.startswith("'"), line
        assert not line.startswith(".") or re.match(r"\.(TH|SH|nh|ad|SS|TP|PP|B|I|br)\b", line), line


@pytest.mark.skipif(not shutil.which("man"), reason="man is not on this machine")
def test_man_reads_it_without_a_warning(manual, tmp_path):
    page = tmp_path / "fatdesk.1"
    page.write_text(manual)
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80"}
    words = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", str(page)]
    done = subprocess.run(words, env=env, capture_output=True, text=True)
    assert done.returncode == 0
    long_words = "can't break line"
    assert [line for line in done.stderr.splitlines() if long_words not in line] == []
    assert "fatdesk simulate" in re.sub(".\x08", "", done.stdout)


def test_roff_escapes_what_means_something():
    assert deb.roff(".a\n'b\n-c\\") == "\\&.a\n\\&'b\n\\-c\\e"
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", help="50 %% of all")
    assert "50 % of all" in deb.man_page(parser, 0)


def test_the_desktop_entry_opens_projects():
    text = (DESKTOP / "fatdesk.desktop").read_text(encoding="utf-8")
    assert f"MimeType={frozen.MIME_TYPE};" in text
    assert "Exec=fatdesk %f" in text
    if shutil.which("desktop-file-validate"):
        done = subprocess.run(
            ["desktop-file-validate", DESKTOP / "fatdesk.desktop"], capture_output=True, text=True
        )
        assert done.stdout + done.stderr == ""


def test_the_type_of_projects_and_the_description_agree_with_the_desktop_entry():
    mime = ElementTree.parse(DESKTOP / "fatdesk.xml").getroot()
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    assert mime.find(f"{space}mime-type").get("type") == frozen.MIME_TYPE
    assert mime.find(f"{space}mime-type/{space}glob").get("pattern") == f"*.{frozen.SUFFIX}"
    about = ElementTree.parse(DESKTOP / "fatdesk.metainfo.xml").getroot()
    assert about.findtext("summary") == frozen.DESCRIPTION
    assert about.findtext("launchable") == "fatdesk.desktop"
    assert about.findtext("provides/mediatype") == frozen.MIME_TYPE


def test_the_icon_is_the_mark_of_the_window():
    text = (DESKTOP / "fatdesk.svg").read_text(encoding="utf-8")
    drawing = LIGHT.drawing
    assert MARK.format(LIGHT.accent, drawing.core.stroke, drawing.edge.stroke) in text


def test_the_copyright_file_lists_every_package():
    made = deb.documents(freeze.ROOT)
    text = made["usr/share/doc/fatdesk/copyright"].decode()
    for name, version in licences.pinned(licences.LOCK.read_text(encoding="utf-8")).items():
        assert re.search(rf"^{re.escape(name)} +{re.escape(version)} +\S", text, re.MULTILINE), name
    assert "Permission is hereby granted" in text
    assert "/usr/share/common-licenses/LGPL-3" in text
    assert "not stated" not in text
    assert gzip.decompress(made["usr/share/doc/fatdesk/sbom.cdx.json.gz"]).startswith(b'{\n "bomFormat"')


def test_the_installer_for_windows_lists_every_file_once(tmp_path):
    (tmp_path / "_internal" / "inner").mkdir(parents=True)
    for name in ("fatdesk.exe", "fatdesk-desk.exe", "_internal/a.dll", "_internal/inner/b.dll"):
        (tmp_path / name).write_text(name)
    text = msi.file_list(tmp_path, edits_path=True)
    assert text == msi.file_list(tmp_path, edits_path=True)
    space = f"{{{msi.NAMESPACE}}}"
    root = ElementTree.fromstring(text)
    sources = [file.get("Source") for file in root.iter(f"{space}File")]
    assert sources == [
        f"dist/fatdesk/{name}"
        for name in ("fatdesk-desk.exe", "fatdesk.exe", "_internal/a.dll", "_internal/inner/b.dll")
    ]
    components = [one.get("Id") for one in root.iter(f"{space}Component")]
    assert sorted(components) == sorted(one.get("Id") for one in root.iter(f"{space}ComponentRef"))
    guids = [one.get("Guid") for one in root.iter(f"{space}Component")]
    assert len(set(guids)) == len(guids) == 4
    for one in root.iter(f"{space}Component"):
        assert [value.get("KeyPath") for value in one.iter(f"{space}RegistryValue")] == ["yes"]
    product = ElementTree.parse(msi.WXS).getroot().find(f"{space}Product")
    assert product.find(f"{space}Package").get("InstallScope") == "perUser"
    assert {value.get("Root") for value in product.iter(f"{space}RegistryValue")} == {"HKCU"}
    removed = [
        (place.get("Id"), one.get("On"))
        for place in product.iter(f"{space}DirectoryRef")
        for one in place.iter(f"{space}RemoveFolder")
    ]
    assert removed == [("ProgramsFolder", "uninstall")], "else WiX refuses a folder in the user's profile"
    held = {one.get("Id") for one in product.iter(f"{space}Component")}
    assert held == {one.get("Id") for one in product.iter(f"{space}ComponentRef")}
    groups = [one.get("Id") for one in product.iter(f"{space}ComponentGroupRef")]
    assert groups == [one.get("Id") for one in root.iter(f"{space}ComponentGroup")]


def test_the_spec_can_be_read_and_names_what_is_there():
    text = SPEC.read_text(encoding="utf-8")
    compile(text, SPEC.name, "exec")
    assert "multiprocessing" not in text
    assert (SPEC.parent / "entry.py").exists()


def test_the_example_for_build_servers_calls_scripts_that_are_there():
    path = freeze.ROOT / "packaging" / "ci" / "packages.yml"
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert set(workflow["jobs"]) == {"linux", "macos", "windows"}
    called = re.findall(r"packaging/[\w./]+\.(?:py|sh)", path.read_text(encoding="utf-8"))
    assert called
    for name in called:
        assert (freeze.ROOT / name).exists(), name


def test_systems_without_wheels_are_among_those_that_are_checked():
    assert set(wheels.UNAVAILABLE) < set(wheels.PLATFORMS)


def test_trials_need_a_package(tmp_path):
    with pytest.raises(try_packages.FailedError, match=r"run packaging/freeze\.py"):
        try_packages.package(tmp_path)
