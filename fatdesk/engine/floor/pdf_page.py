"""A page of a PDF file as a PNG picture, drawn by PDFium in a process of its own.

Run as a script it reads a PDF file from its input, and writes a line of JSON and the picture. A file that
crashes, hangs or fills the memory of that process ends it, and nothing else.
"""

import json
import struct
import subprocess
import sys
import zlib
from typing import Any, NamedTuple

DOTS_PER_POINT = 200 / 72
MOST_PIXELS = 16_000_000
"""Pages larger than this at 200 dots an inch are drawn with fewer dots."""
MOST_POINTS = 20_000.0
"""Longest side of a page, about 7 m."""
MOST_SECONDS = 30
MOST_MEMORY = 3 << 30
"""Address space of the process where the system can limit it."""
PAGE_OPTION = "--draw-pdf-page"
"""First argument with which a frozen program runs this script, for it has no interpreter to call."""


class PdfPage(NamedTuple):
    """A page: its size in points (1/72 in), how many pages the file has, and the picture (PNG)."""

    width: float
    height: float
    pages: int
    picture: bytes


class PdfPageError(ValueError):
    """A page that cannot be drawn, with the reason as the end of a sentence."""


def pdf_page(data: bytes, number: int = 1) -> PdfPage:
    """Draw a page of a PDF file, by its number from 1.

    Raises
    ------
    PdfPageError
        When it cannot be read, has no such page, or takes too long.
    """
    from fatdesk.core.program import is_frozen  # not at the top, for the script is run without the program

    own = [PAGE_OPTION] if is_frozen() else ["-I", __file__]
    command = [sys.executable, *own, str(number)]
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=MOST_SECONDS, check=False, creationflags=flags
        )
    except subprocess.TimeoutExpired:
        raise PdfPageError(f"takes more than {MOST_SECONDS} s to draw, save its page as PNG or DXF") from None
    except OSError as error:
        raise PdfPageError(f"cannot be drawn: {error.strerror}") from None
    line, _, picture = done.stdout.partition(b"\n")
    try:
        found: dict[str, Any] = json.loads(line)
    except ValueError:
        raise PdfPageError("cannot be drawn, save its page as PNG or DXF") from None
    if found.get("problem"):
        raise PdfPageError(str(found["problem"]))
    return PdfPage(float(found["width"]), float(found["height"]), int(found["pages"]), picture)


def _drawn(data: bytes, number: int) -> PdfPage:
    """Draw a page, in the process of its own."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
        pages = len(document)
        if not 1 <= number <= pages:
            raise PdfPageError(f"has {pages} {'page' if pages == 1 else 'pages'}, there is no page {number}")
        page = document[number - 1]
        width, height = page.get_size()
        if not (0 < width <= MOST_POINTS and 0 < height <= MOST_POINTS):
            raise PdfPageError(f"has a page of {width:,.0f} × {height:,.0f} points, which no plotter prints")
        scale = min(DOTS_PER_POINT, (MOST_PIXELS / (width * height)) ** 0.5)
        bitmap = page.render(scale=scale, rev_byteorder=True, fill_color=(255, 255, 255, 255))
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        raise PdfPageError(
            "is protected by a password, save it without one"
            if locked
            else "cannot be read as a PDF file, save its page as PNG or DXF"
        ) from None
    return PdfPage(width, height, pages, _png(bitmap))


def _png(bitmap: Any) -> bytes:
    """The bytes of a PNG file with the dots of a bitmap, without what makes them transparent."""
    wide, high, stride, channels = bitmap.width, bitmap.height, bitmap.stride, bitmap.n_channels
    dots = bytes(bitmap.buffer)
    rows = []
    for start in range(0, stride * high, stride):
        row = dots[start : start + wide * channels]
        if channels == 4:
            kept = bytearray(wide * 3)
            for colour in range(3):
                kept[colour::3] = row[colour::4]
            row = bytes(kept)
        rows.append(b"\0" + row)
    head = struct.pack(">IIBBBBB", wide, high, 8, 0 if channels == 1 else 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows), 6)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )


def _limit() -> None:
    """Limit memory and processor time of this process, where the system can."""
    try:
        import resource
    except ImportError:  # Windows: the time of the other process is limited all the same
        return
    for what, most in ((resource.RLIMIT_AS, MOST_MEMORY), (resource.RLIMIT_CPU, MOST_SECONDS)):
        _, hard = resource.getrlimit(what)
        if hard == resource.RLIM_INFINITY or hard > most:
            resource.setrlimit(what, (most, hard))


def main() -> int:
    """Draw the page that the command line names, of the file on the input."""
    _limit()
    try:
        page = _drawn(sys.stdin.buffer.read(), int(sys.argv[1]))
    except PdfPageError as error:
        sys.stdout.buffer.write(json.dumps({"problem": str(error)}).encode() + b"\n")
        return 1
    head = {"width": page.width, "height": page.height, "pages": page.pages}
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + page.picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
