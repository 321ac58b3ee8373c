"""Keep the last versions of a project in the user's state folder."""

import hashlib
from pathlib import Path

import platformdirs

from fatdesk.core.errors import FatdeskError
from fatdesk.project.files.saver import save_bytes

KEPT = 5
"""Number of earlier versions that are kept of a project."""


def versions_folder(path: Path) -> Path:
    """Return the folder of the earlier versions of a project.

    The folder is named after the project and its place, so that equal names do not mix.
    """
    place = path.resolve()
    digest = hashlib.sha256(str(place).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    state = platformdirs.user_state_path("fatdesk", appauthor=False)
    return state / "versions" / f"{place.stem[:60]}-{digest}"


def kept_versions(path: Path) -> list[Path]:
    """The earlier versions of a project, the latest first."""
    folder = versions_folder(path)
    return [file for _, file in sorted(_numbered(folder), reverse=True)]


def keep_version(path: Path, data: bytes) -> str:
    """Keep an earlier content of a project; drop the oldest above KEPT.

    Returns
    -------
    str
        Empty, or why it could not be kept: that is no reason to refuse a save.
    """
    try:
        folder = versions_folder(path)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        numbered = sorted(_numbered(folder), reverse=True)
        if not numbered or numbered[0][1].read_bytes() != data:
            number = numbered[0][0] + 1 if numbered else 1
            latest = folder / f"{number:06}.fatdesk"
            save_bytes(latest, data)
            numbered.insert(0, (number, latest))
        for _, file in numbered[KEPT:]:
            file.unlink()
    except (OSError, RuntimeError, ValueError, FatdeskError) as error:
        return f"{path}: saved, but its earlier version could not be kept: {error}"
    return ""


def _numbered(folder: Path) -> list[tuple[int, Path]]:
    """Versions with their numbers, which give their order; times may lie."""
    if not folder.is_dir():
        return []
    return [(int(file.stem), file) for file in folder.glob("*.fatdesk") if file.stem.isdecimal()]
