"""What other programs find in a PDF file: poppler's pdfinfo, pdftotext, pdfimages, pdffonts."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler-utils")


def _run(program: str, data: bytes, *options: str) -> str:
    done = subprocess.run(
        [program, *options, *(["-", "-"] if program == "pdftotext" else ["-"])],
        input=data,
        capture_output=True,
        check=True,
    )
    assert not done.stderr, done.stderr
    return done.stdout.decode()


def page_texts(data: bytes) -> list[str]:
    """The text of each page."""
    return _run("pdftotext", data, "-enc", "UTF-8", "-raw").split("\f")[:-1]


def page_sizes(data: bytes) -> list[tuple[float, float]]:
    """Width and height of each page in mm."""
    stated = _run("pdfinfo", data, "-f", "1", "-l", "100000")
    found = re.findall(r"Page +\d+ size: +([\d.]+) x ([\d.]+) pts", stated)
    return [(float(wide) / 72 * 25.4, float(high) / 72 * 25.4) for wide, high in found]


def images(data: bytes, folder: Path) -> list[str]:
    """Lines about rasters."""
    path = folder / "some.pdf"
    path.write_bytes(data)
    done = subprocess.run(["pdfimages", "-list", path], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[2:]


def fonts(data: bytes) -> list[str]:
    """Lines about fonts: name, type, encoding, embedded, subset, unicode."""
    return _run("pdffonts", data).splitlines()[2:]
