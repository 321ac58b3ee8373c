"""Freeze the program into one folder that needs no Python, and pack it.

python3 packaging/freeze.py                    freeze into build/fatdesk, and pack a tarball or zip file
python3 packaging/freeze.py --folder FOLDER    build somewhere else
python3 packaging/freeze.py --no-archive       only freeze

Packages come from packaging/lock/run.txt and package.txt, with hashes, into FOLDER/venv. The same revision
on the same machine gives the same bytes: times are those of the last commit (or SOURCE_DATE_EPOCH).
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = [ROOT / "packaging" / "lock" / f"{name}.txt" for name in ("run", "package")]
LEVEL = 12
"""Level of zstd: higher ones take minutes to save a few per cent."""
UNSTRIPPED = (".libs/",)
"""Folders with libraries that were edited after they were linked: ``strip`` makes them unusable."""
EARLIEST = 315_532_800
"""Start of 1980, in seconds: zip files know no earlier time."""


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def version() -> str:
    """Return the version of the program."""
    text = (ROOT / "fatdesk" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    if found is None:
        raise SystemExit("fatdesk/__init__.py states no version")
    return found[1]


def epoch() -> int:
    """Return the time that all files get: SOURCE_DATE_EPOCH, or that of the last commit."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return max(EARLIEST, int(given))
    words = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    done = subprocess.run(words, capture_output=True, text=True) if shutil.which("git") else None
    return max(EARLIEST, int(done.stdout)) if done and done.returncode == 0 else EARLIEST


def system() -> str:
    """Return the name of this system in names of files, such as ``linux-x86_64``."""
    name = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    return f"{name}-{platform.machine().lower()}"


def scripts(venv: Path) -> Path:
    """Return the Python of an environment."""
    return venv / "Scripts" / "python.exe" if os.name == "nt" else venv / "bin" / "python"


def make_venv(folder: Path) -> Path:
    """Make the environment that freezes, unless it is there; return its Python."""
    venv, marker = folder / "venv", folder / "venv" / "fatdesk-lock.txt"
    wanted = "".join(path.read_text(encoding="utf-8") for path in LOCKS) + sys.version
    if not (marker.exists() and marker.read_text(encoding="utf-8") == wanted):
        say(f"Making {venv}")
        shutil.rmtree(venv, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        pip = [str(scripts(venv)), "-m", "pip", "--disable-pip-version-check", "install", "-qq", "--no-input"]
        for path in LOCKS:
            subprocess.run(
                [*pip, "--no-deps", "--require-hashes", "--only-binary=:all:", "-r", str(path)], check=True
            )
        marker.write_text(wanted, encoding="utf-8")
    return scripts(venv)


def revision_file(folder: Path) -> Path:
    """Write the revision of the checkout, for ``fatdesk --version``."""
    sys.path.insert(0, str(ROOT))
    from fatdesk.core.program import REVISION_FILE, revision_of

    path = folder / REVISION_FILE
    path.write_text(f"{revision_of(ROOT)}\n", encoding="utf-8")
    return path


def icon(python: Path, folder: Path) -> str:
    """Draw the icon in the form that the system puts into programs; empty where it does not."""
    suffix = {"win32": "ico", "darwin": "icns"}.get(sys.platform)
    if suffix is None:
        return ""
    path = folder / f"fatdesk.{suffix}"
    words = [str(python), str(ROOT / "packaging" / "draw_icon.py"), str(path)]
    subprocess.run(words, check=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    return str(path)


def freeze(folder: Path) -> Path:
    """Freeze the program; return the folder that it is in."""
    folder.mkdir(parents=True, exist_ok=True)
    python = make_venv(folder)
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "1",
        "SOURCE_DATE_EPOCH": str(epoch()),
        "FATDESK_REVISION_FILE": str(revision_file(folder)),
        "FATDESK_ICON": icon(python, folder),
    }
    environment.pop("PYTHONPATH", None)
    out, work = folder / "dist", folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    words = ["--noconfirm", "--log-level", "WARN", "--distpath", str(out), "--workpath", str(work)]
    spec = str(ROOT / "packaging" / "fatdesk.spec")
    subprocess.run([str(python), "-m", "PyInstaller", *words, spec], check=True, cwd=folder, env=environment)
    made = out / "fatdesk"
    settle(made)
    return made


def settle(folder: Path) -> None:
    """Drop symbols of libraries on Linux, and give all files the same rights and time."""
    now = epoch()
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            continue
        if path.is_file():
            is_library = ".so" in path.name
            if is_library and sys.platform.startswith("linux") and shutil.which("strip"):
                if not any(part in path.as_posix() for part in UNSTRIPPED):
                    subprocess.run(["strip", "--strip-unneeded", "-p", str(path)], check=True)
            program = path.parent == folder
            path.chmod(0o755 if program else 0o644)
        else:
            path.chmod(0o755)
        os.utime(path, (now, now))


def tarball(folder: Path, out: Path) -> Path:
    """Pack a frozen folder with zstd; the same folder gives the same bytes."""
    path = out / f"fatdesk-{version()}-{system()}.tar"
    now = epoch()

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = now
        return entry

    with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as archive:
        archive.add(folder, f"fatdesk-{version()}", filter=plain)  # add() sorts the names of a folder
    packed = path.with_name(f"{path.name}.zst")
    subprocess.run(["zstd", "-q", "-f", "--rm", f"-{LEVEL}", "-T2", str(path), "-o", str(packed)], check=True)
    return packed


def zip_file(folder: Path, out: Path) -> Path:
    """Pack a frozen folder as a zip file, for Windows."""
    path = out / f"fatdesk-{version()}-{system()}.zip"
    moment = time.gmtime(epoch())[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(f"fatdesk-{version()}/{file.relative_to(folder).as_posix()}", moment)
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, file.read_bytes())
    return path


def main() -> int:
    """Freeze and pack."""
    parser = argparse.ArgumentParser(description="Freeze the program into one folder, and pack it.")
    parser.add_argument("--folder", type=Path, default=ROOT / "build", help="where to build (default: build)")
    parser.add_argument("--no-archive", action="store_true", help="only freeze")
    options = parser.parse_args()
    began = time.monotonic()
    folder = options.folder.absolute()
    made = freeze(folder)
    size = sum(path.lstat().st_size for path in made.rglob("*") if path.is_file())
    say(f"{made}: {size / 1e6:.0f} MB in {time.monotonic() - began:.0f} s")
    if not options.no_archive and sys.platform != "darwin":  # macOS: packaging/dmg.sh
        packed = zip_file(made, folder) if sys.platform == "win32" else tarball(made, folder)
        say(f"{packed}: {packed.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
