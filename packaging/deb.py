"""Make the Debian package of a frozen program.

python3 packaging/deb.py                    of build/dist/fatdesk, into build
python3 packaging/deb.py --folder FOLDER    of FOLDER/dist/fatdesk, into FOLDER

Run packaging/freeze.py first, with the same folder. It needs dpkg-deb, readelf and objdump.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import freeze

ROOT = freeze.ROOT
DESKTOP = ROOT / "packaging" / "desktop"
LIBRARY = Path("usr/lib/fatdesk")
SHARE = Path("usr/share")
DOCUMENTS = SHARE / "doc" / "fatdesk"
MAINTAINER = "The fatdesk authors <fatdesk@debian.invalid>"
SUMMARY = "design, price, place, cable and prove cluster networks"
ABOUT = """\
From requirements such as "224 blades, non-blocking" fatdesk makes the bill of
materials that purchasing signs and the drawings, labels and lists that
installers take into the machine room.
.
It searches every design over a catalog of real parts, places the equipment in
racks, routes every cable through the trays, and shows how each metre and each
amount of money came about. It works offline, in a window or on the command
line.
"""

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libatomic.so.1": "libatomic1",
    "libbz2.so.1.0": "libbz2-1.0",
    "libcom_err.so.2": "libcom-err2",
    "libcrypto.so.3": "libssl3",
    "libdbus-1.so.3": "libdbus-1-3",
    "libexpat.so.1": "libexpat1",
    "libffi.so.8": "libffi8",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libk5crypto.so.3": "libk5crypto3",
    "libkrb5.so.3": "libkrb5-3",
    "liblzma.so.5": "liblzma5",
    "libncursesw.so.6": "libncursesw6",
    "libreadline.so.8": "libreadline8",
    "libsqlite3.so.0": "libsqlite3-0",
    "libssl.so.3": "libssl3",
    "libstdc++.so.6": "libstdc++6",
    "libtinfo.so.6": "libtinfo6",
    "libuuid.so.1": "libuuid1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
"""Package of each library of the system that a frozen program may load. Later releases that renamed packages
(libssl3t64) provide the old names."""
LIBC = (
    "ld-linux",
    "libc.so",
    "libcrypt.so",
    "libdl.so",
    "libm.so",
    "libpthread.so",
    "libresolv.so",
    "librt.so",
    "libutil.so",
)
"""Beginnings of libraries of libc6, and libcrypt, which is essential."""
OPTIONAL = {"libcups.so.2": "libcups2", "libgomp.so.1.0.0": "", "libtbb.so.12": ""}
"""Libraries that the program goes without: printing, and threading layers of numba that nothing here uses."""
FONTS = ("fonts-inter", "fonts-jetbrains-mono | fonts-dejavu-core", "fonts-roboto-unhinted")
"""Fonts of the window and of pages; Ubuntu 22.04 has no JetBrains Mono."""
DESKTOP_PARTS = ("desktop-file-utils", "shared-mime-info", "xdg-utils")
OVERRIDES = """\
# The package carries Python and its libraries as their authors built them, each tested together with the
# others; docs/installing.md describes how it is built.
fatdesk: embedded-library *
fatdesk: unstripped-binary-or-object *.libs/*
fatdesk: custom-library-search-path *
fatdesk: extra-license-file *
fatdesk: package-contains-documentation-outside-usr-share-doc *
fatdesk: shared-library-lacks-prerequisites *
fatdesk: hardening-no-fortify-functions *
fatdesk: hardening-no-bindnow *
fatdesk: hardening-no-relro *
fatdesk: spelling-error-in-binary *
fatdesk: library-not-linked-against-libc *
# dpkg of Debian 12 and later reads zstd, lintian of Debian 12 does not know it.
fatdesk: malformed-deb-archive *
# It is no package of the Debian archive, and has no number there.
fatdesk: initial-upload-closes-no-bugs *
"""
COPYRIGHT = """\
This package was made from the sources of fatdesk by packaging/deb.py.

{licence}

Python {python} is included under the Python Software Foundation License 2.0.
Qt {qt} is included under the GNU Lesser General Public License, version 3:
/usr/share/common-licenses/LGPL-3. Its sources are at https://download.qt.io; its
libraries in /{library}/_internal/PySide6/Qt/lib may be replaced by compatible
versions. Libraries included by NumPy and SciPy (OpenBLAS, GCC's libgfortran and
libquadmath) and the LLVM in llvmlite are under the licences stated in these packages.

Packages of Python that are included, with version and licence; the full texts are in
/{library}/_internal/*.dist-info, those of Apache-2.0 also in
/usr/share/common-licenses/Apache-2.0:

{table}
"""


def elf_files(folder: Path) -> list[Path]:
    """Return programs and libraries in a folder."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    found.append(path)
    return found


def output(words: list[str]) -> str:
    """Return what a command prints."""
    done = subprocess.run(
        words, capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"}
    )
    return done.stdout


def needed(folder: Path) -> list[str]:
    """Return libraries that the files in a folder load and that are not among them."""
    files = elf_files(folder)
    stated = output(["readelf", "-d", *map(str, files)])
    wanted = set(re.findall(r"\(NEEDED\).*\[(.+)\]", stated))
    return sorted(wanted - {path.name for path in folder.rglob("*.so*")})


def oldest_libc(folder: Path) -> str:
    """Return the version of libc6 that the files in a folder require."""
    stated = output(["objdump", "-T", *map(str, elf_files(folder))])
    versions = {tuple(map(int, one.split("."))) for one in re.findall(r"\(GLIBC_([\d.]+)\)", stated)}
    return ".".join(map(str, max(versions)))


def relations(libraries: Iterable[str], libc: str) -> tuple[list[str], list[str]]:
    """Return packages that are required and recommended for libraries of the system.

    Raises
    ------
    SystemExit
        For a library that no package is known for: add it to ``PACKAGES``.
    """
    required, recommended = {f"libc6 (>= {libc})", *FONTS}, set(DESKTOP_PARTS)
    for name in libraries:
        if name in OPTIONAL:
            recommended.add(OPTIONAL[name])
        elif not name.startswith(LIBC):
            if name not in PACKAGES:
                raise SystemExit(f"{name}: no package is known for this library, add it to packaging/deb.py")
            required.add(PACKAGES[name])
    return sorted(required), sorted(recommended - {""})


def control(architecture: str, size: int, required: list[str], recommended: list[str]) -> str:
    """Return the control file; `size` is in bytes."""
    described = "".join(f" {line}\n" for line in ABOUT.splitlines())
    return (
        "Package: fatdesk\n"
        f"Version: {freeze.version()}\n"
        f"Architecture: {architecture}\n"
        f"Maintainer: {MAINTAINER}\n"
        f"Installed-Size: {-(-size // 1024)}\n"
        f"Depends: {', '.join(required)}\n"
        f"Recommends: {', '.join(recommended)}\n"
        "Section: science\n"
        "Priority: optional\n"
        f"Description: {SUMMARY}\n"
        f"{described}"
    )


def roff(text: str) -> str:
    """Return a text for a man page, with the characters escaped that have a meaning there."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line[:1] in (".", "'") else line for line in plain.splitlines())


def man_page(parser: argparse.ArgumentParser, moment: int) -> str:
    """Return the man page of the command line, from the help of its parsers."""
    day = time.strftime("%Y-%m-%d", time.gmtime(moment))
    parts = [
        f'.TH FATDESK 1 "{day}" "fatdesk {freeze.version()}" "User Commands"',
        ".nh",  # long words of commands and figures are neither split nor spread
        ".ad l",
        ".SH NAME",
        f"fatdesk \\- {roff(SUMMARY)}",
        ".SH SYNOPSIS",
        ".B fatdesk",
        "[PROJECT.fatdesk]",
        ".br",
        ".B fatdesk",
        ".I COMMAND",
        "[OPTIONS]",
        ".SH DESCRIPTION",
        roff(parser.description or ""),
        ".PP",
        roff(parser.epilog or ""),
        ".SH OPTIONS",
        *_options(parser),
        ".SH COMMANDS",
    ]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                parts += [f'.SS "fatdesk {roff(name)}"', roff(command.description or ""), *_options(command)]
                if command.epilog:
                    parts += [".PP", roff(command.epilog)]
    parts += [".SH FILES", ".TP", ".I *.fatdesk", "A project: one text file, one record a line."]
    return "\n".join(parts) + "\n"


def _options(parser: argparse.ArgumentParser) -> list[str]:
    formatter = parser._get_formatter()
    lines = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:
            continue
        head = formatter._format_action_invocation(action)
        text = formatter._expand_help(action) if action.help else ""
        lines += [".TP", f".B {roff(head)}", roff(text)]
    return lines


def changelog(moment: int) -> str:
    """Return the changelog in the form of Debian, which refers to that of the program."""
    day = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(moment))
    entry = "  * Changes of the program are in CHANGELOG.md.gz.\n"
    return f"fatdesk ({freeze.version()}) unstable; urgency=medium\n\n{entry}\n -- {MAINTAINER}  {day}\n"


def packed(text: str) -> bytes:
    """Return a text compressed by gzip, without name and time."""
    return gzip.compress(text.encode(), 9, mtime=0)


def documents(frozen: Path) -> dict[str, bytes]:
    """Return the files of the package next to the program, by path, made by the Python that froze it."""
    import json

    sys.path.insert(0, str(ROOT))
    import licences
    import sbom

    from fatdesk.cli.grammar import grammar

    os.environ["COLUMNS"] = "100"
    lock = licences.LOCK.read_text(encoding="utf-8")
    rows = licences.table(lock)
    import PySide6

    text = COPYRIGHT.format(
        licence=(ROOT / "LICENSE").read_text(encoding="utf-8").strip(),
        python=sys.version.split()[0],
        qt=PySide6.__version__,
        library=LIBRARY,
        table="\n".join("{:<22} {:<10} {}".format(*row) for row in rows),
    )
    bill = json.dumps(sbom.bill(lock), indent=1, ensure_ascii=False) + "\n"
    return {
        f"{SHARE}/applications/fatdesk.desktop": (DESKTOP / "fatdesk.desktop").read_bytes(),
        f"{SHARE}/mime/packages/fatdesk.xml": (DESKTOP / "fatdesk.xml").read_bytes(),
        f"{SHARE}/metainfo/fatdesk.metainfo.xml": (DESKTOP / "fatdesk.metainfo.xml").read_bytes(),
        f"{SHARE}/icons/hicolor/scalable/apps/fatdesk.svg": (DESKTOP / "fatdesk.svg").read_bytes(),
        f"{SHARE}/man/man1/fatdesk.1.gz": packed(man_page(grammar(), freeze.epoch())),
        f"{SHARE}/lintian/overrides/fatdesk": OVERRIDES.encode(),
        f"{DOCUMENTS}/copyright": text.encode(),
        f"{DOCUMENTS}/changelog.gz": packed(changelog(freeze.epoch())),
        f"{DOCUMENTS}/CHANGELOG.md.gz": packed((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")),
        f"{DOCUMENTS}/sbom.cdx.json.gz": packed(bill),
    }


def build(folder: Path) -> Path:
    """Make the package of the program that is frozen in a folder."""
    frozen, tree = folder / "dist" / "fatdesk", folder / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(frozen, tree / LIBRARY, symlinks=True)
    for name, data in documents(frozen).items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(0o644)
    (tree / "usr" / "bin").mkdir()
    (tree / "usr" / "bin" / "fatdesk").symlink_to("../lib/fatdesk/fatdesk")
    files = [path for path in sorted(tree.rglob("*")) if path.is_file() and not path.is_symlink()]
    architecture = output(["dpkg", "--print-architecture"]).strip()
    required, recommended = relations(needed(frozen), oldest_libc(frozen))
    size = sum(path.stat().st_size for path in files)
    about = tree / "DEBIAN"
    about.mkdir()
    text = control(architecture, size, required, recommended)
    (about / "control").write_text(text, encoding="utf-8")
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files]
    (about / "md5sums").write_text("".join(sums), encoding="utf-8")
    now = freeze.epoch()
    for path in [*sorted(tree.rglob("*")), tree]:
        if not path.is_symlink():
            if path.is_dir() or path.parent == about:
                path.chmod(0o755 if path.is_dir() else 0o644)
            os.utime(path, (now, now))
    made = folder / f"fatdesk_{freeze.version()}_{architecture}.deb"
    words = [
        "dpkg-deb",
        "--root-owner-group",
        "-Zzstd",
        f"-z{freeze.LEVEL}",
        "--no-uniform-compression",
        "--build",
        str(tree),
        str(made),
    ]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(now)}
    subprocess.run(words, check=True, env=environment, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return made


def main() -> int:
    """Make the package, with the Python of the folder: it has the packages whose licences are listed."""
    parser = argparse.ArgumentParser(description="Make the Debian package of a frozen program.")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build", help="where it was frozen (default: build)"
    )
    folder = parser.parse_args().folder.absolute()
    python = freeze.scripts(folder / "venv")
    if not (folder / "dist" / "fatdesk").exists():
        print(f"{folder}: freeze the program first: python3 packaging/freeze.py --folder {folder}")
        return 2
    if Path(sys.prefix).resolve() != (folder / "venv").resolve():
        words = [str(python), str(Path(__file__).resolve()), "--folder", str(folder)]
        return subprocess.run(words).returncode
    made = build(folder)
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
