"""Make the installer for Windows of a frozen program, with WiX 3 or with wixl of msitools.

python packaging/msi.py                    of build/dist/fatdesk, into build
python packaging/msi.py --folder FOLDER    of FOLDER/dist/fatdesk, into FOLDER
python packaging/msi.py --list             only write files.wxs, the list of the files
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import shutil
import subprocess
import sys
import uuid
from pathlib import Path
from xml.etree import ElementTree

import freeze

WXS = freeze.ROOT / "packaging" / "windows.wxs"
NAMESPACE = "http://schemas.microsoft.com/wix/2006/wi"
OWN = uuid.uuid5(uuid.NAMESPACE_URL, "fatdesk/windows")
"""Namespace of the identifiers of components: a file keeps its own from version to version."""


def identifier(kind: str, path: str) -> str:
    """Return the identifier of a file or folder in the installer."""
    return f"{kind}{hashlib.sha256(path.encode()).hexdigest()[:24]}"


def file_list(folder: Path, edits_path: bool) -> str:
    """Return the list of the files in a folder as a fragment of WiX.

    Each component is marked by a value in the registry of the user, as installers for one user must have it.
    With `edits_path` the folder is added to PATH, which wixl cannot do.
    """
    ElementTree.register_namespace("", NAMESPACE)
    root = ElementTree.Element(f"{{{NAMESPACE}}}Wix")
    fragment = ElementTree.SubElement(root, f"{{{NAMESPACE}}}Fragment")
    top = ElementTree.SubElement(fragment, f"{{{NAMESPACE}}}DirectoryRef", Id="INSTALLDIR")
    components: list[str] = []
    _add(top, folder, folder, components)
    if edits_path:
        components.append("Path")
        guid = str(uuid.uuid5(OWN, "PATH")).upper()
        path = ElementTree.SubElement(top, f"{{{NAMESPACE}}}Component", Id="Path", Guid=guid)
        _mark(path, "PATH")
        words = {"Action": "set", "Part": "last", "System": "no", "Permanent": "no", "Value": "[INSTALLDIR]"}
        ElementTree.SubElement(path, f"{{{NAMESPACE}}}Environment", {"Id": "Path", "Name": "PATH", **words})
    second = ElementTree.SubElement(root, f"{{{NAMESPACE}}}Fragment")
    group = ElementTree.SubElement(second, f"{{{NAMESPACE}}}ComponentGroup", Id="Files")
    for name in components:
        ElementTree.SubElement(group, f"{{{NAMESPACE}}}ComponentRef", Id=name)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _mark(component: ElementTree.Element, name: str) -> None:
    value = {"Name": name, "Type": "integer", "Value": "1", "KeyPath": "yes"}
    key = {"Root": "HKCU", "Key": "Software\\fatdesk\\folders"}
    ElementTree.SubElement(component, f"{{{NAMESPACE}}}RegistryValue", {**key, **value})


def _add(parent: ElementTree.Element, top: Path, folder: Path, components: list[str]) -> None:
    inside = sorted(folder.iterdir())
    files = [path for path in inside if path.is_file()]
    place = folder.relative_to(top).as_posix()
    name = identifier("c", place)
    components.append(name)
    guid = str(uuid.uuid5(OWN, place)).upper()
    component = ElementTree.SubElement(parent, f"{{{NAMESPACE}}}Component", Id=name, Guid=guid)
    for path in files:
        inner = path.relative_to(top).as_posix()
        ElementTree.SubElement(
            component,
            f"{{{NAMESPACE}}}File",
            Id=identifier("f", inner),
            Source=f"dist/fatdesk/{inner}",
            Name=path.name,
        )
    ElementTree.SubElement(
        component, f"{{{NAMESPACE}}}RemoveFolder", Id=identifier("r", place), On="uninstall"
    )
    _mark(component, name)
    for path in inside:
        if path.is_dir():
            inner = path.relative_to(top).as_posix()
            directory = ElementTree.SubElement(
                parent, f"{{{NAMESPACE}}}Directory", Id=identifier("d", inner), Name=path.name
            )
            _add(directory, top, path, components)


def architecture() -> str:
    """Return what WiX calls the processor of this machine."""
    return "arm64" if platform.machine().lower() in ("arm64", "aarch64") else "x64"


def build(folder: Path, listing: Path) -> Path:
    """Make the installer with the tool that is there."""
    made = folder / f"fatdesk-{freeze.version()}-{freeze.system()}.msi"
    sources = [str(WXS), str(listing)]
    if shutil.which("candle"):
        objects = [str(folder / f"{Path(name).stem}.wixobj") for name in sources]
        words = [
            "candle",
            "-arch",
            architecture(),
            f"-dVersion={freeze.version()}",
            "-o",
            f"{folder}/",
            *sources,
        ]
        subprocess.run(words, check=True, cwd=folder)
        subprocess.run(["light", "-o", str(made), *objects], check=True, cwd=folder)
    elif shutil.which("wixl"):
        words = [
            "wixl",
            "--arch",
            architecture(),
            "-D",
            f"Version={freeze.version()}",
            "-o",
            str(made),
            *sources,
        ]
        subprocess.run(words, check=True, cwd=folder)
    else:
        raise SystemExit("WiX 3 (candle, light) or wixl of msitools is required")
    return made


def main() -> int:
    """Write the list of the files, and make the installer."""
    parser = argparse.ArgumentParser(description="Make the installer for Windows of a frozen program.")
    parser.add_argument("--folder", type=Path, default=freeze.ROOT / "build", help="where it was frozen")
    parser.add_argument("--list", action="store_true", help="only write files.wxs")
    options = parser.parse_args()
    folder = options.folder.absolute()
    listing = folder / "files.wxs"
    listing.write_text(file_list(folder / "dist" / "fatdesk", bool(shutil.which("candle"))), encoding="utf-8")
    print(listing if options.list else build(folder, listing))
    return 0


if __name__ == "__main__":
    sys.exit(main())
