"""State what goes into the frozen program: data, modules, and the files that are left out, by system."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
NAME = "fatdesk"
DESCRIPTION = "Design, price, place, cable and prove cluster networks"
SUFFIX = "fatdesk"
MIME_TYPE = "application/x-fatdesk"

LEFT_OUT_MODULES = (
    "IPython",
    "PIL",
    "PySide6.QtNetwork",
    "PyQt5",
    "PyQt6",
    "_pytest",
    "dask",
    "distributed",
    "ezdxf.addons.drawing.matplotlib",
    "jinja2",
    "matplotlib",
    "numba.tests",
    "pandas",
    "pip",
    "pydoc_data",
    "pyqtgraph.examples",
    "pyqtgraph.opengl",
    "pytest",
    "scipy.cluster",
    "scipy.datasets",
    "scipy.differentiate",
    "scipy.fftpack",
    "scipy.integrate",
    "scipy.interpolate",
    "scipy.io",
    "scipy.ndimage",
    "scipy.odr",
    "scipy.signal",
    "scipy.stats",
    "setuptools",
    "tkinter",
    "wheel",
)
"""Modules that other packages would bring along and that the program does not call.

Modules of ``numpy`` itself are not among them: SciPy imports every name that NumPy offers.
"""

PLUGINS = {
    "iconengines": ("qsvgicon",),
    "imageformats": ("qjpeg", "qsvg"),
    "platforminputcontexts": ("composeplatforminputcontextplugin", "ibusplatforminputcontextplugin"),
    "platforms": ("qcocoa", "qoffscreen", "qwayland", "qwindows", "qxcb"),
    "platformthemes": ("qxdgdesktopportal",),
    "printsupport": ("cupsprintersupport",),
    "styles": ("qmacstyle", "qmodernwindowsstyle"),
    "wayland-decoration-client": ("bradient",),
    "wayland-graphics-integration-client": ("qt-plugin-wayland-egl",),
    "wayland-shell-integration": ("xdg-shell",),
    "xcbglintegrations": ("qxcb-egl-integration", "qxcb-glx-integration"),
}
"""Plugins of Qt that are kept, by folder, without prefix and suffix of the system.

The theme of GTK is left out: it loads GTK and Pango.
"""

LEFT_OUT_FILES = (
    r"(^|/)tests?/",
    r"\.(pyi|pxd|pyx|c|h|hpp|cmake|a|lib|whl)$",
    r"\.dist-info/(RECORD|INSTALLER|REQUESTED|direct_url\.json|WHEEL)$",
    r"(^|/)PySide6/(Qt/)?(translations|qml|libexec|metatypes)/",
    r"(^|/)(lib)?Qt6?(Network|EglF|WlShell|Quick|Qml|Pdf|VirtualKeyboard|Designer|Test)[A-Za-z]*\.",
    r"(^|/)opengl32sw\.dll$",
)
"""Patterns of files that are left out, with ``/`` between folders.

``RECORD`` and its neighbours name folders of the machine that builds.
"""


def shipped() -> list[tuple[str, str]]:
    """Return the data that the wheel carries: files and folders, each with its folder in the program."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    table = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    found = []
    for source, target in sorted(table.items()):
        place = target if (ROOT / source).is_dir() else str(PurePosixPath(target).parent)
        found.append((str(ROOT / source), place))
    return found


def plugin(target: str) -> tuple[str, str] | None:
    """Return folder and bare name of a plugin of Qt; None for any other file."""
    found = re.search(r"(?:^|/)plugins/([^/]+)/(?:lib)?([^/]+?)\.(?:so|dll|dylib)$", target)
    return (found[1], found[2]) if found and "PySide6" in target else None


def from_system(source: str) -> bool:
    """Return whether a file is a library that a Linux distribution brings and keeps up to date."""
    if not sys.platform.startswith("linux") or re.search(r"/(lib)?python3\.\d+[./]", source):
        return False
    return bool(re.match(r"(/usr)?/lib(32|64)?/.*\.so(\.|$)", source))


def is_kept(target: str, source: str = "") -> bool:
    """Return whether a file goes into the program.

    Parameters
    ----------
    target
        Its path in the program, with ``/`` between folders.
    source
        Its path on the machine that builds.
    """
    if from_system(source):
        return False
    if one := plugin(target):
        return one[1] in PLUGINS.get(one[0], ())
    return not any(re.search(pattern, target) for pattern in LEFT_OUT_FILES)


def kept(table: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return the rows of a table (target, source, kind) that go into the program, sorted."""
    return sorted(row for row in table if is_kept(row[0].replace("\\", "/"), row[1]))
