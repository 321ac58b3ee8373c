"""Building plans for tests: PDF and PNG files written byte by byte."""

import struct
import zlib
from collections.abc import Sequence


def pdf_file(contents: Sequence[bytes], size: tuple[float, float]) -> bytes:
    """A PDF file with a page for each of some contents; size in points."""
    kids = " ".join(f"{3 + 2 * page} 0 R" for page in range(len(contents)))
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{kids}]/Count {len(contents)}>>".encode(),
    ]
    for page, content in enumerate(contents):
        box = f"/MediaBox[0 0 {size[0]:g} {size[1]:g}]/Contents {4 + 2 * page} 0 R"
        objects.append(f"<</Type/Page/Parent 2 0 R{box}>>".encode())
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
    out, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    return out + end % (count, table, count, len(out))


def png_file(width: int, height: int, colour: tuple[int, int, int] = (0, 0, 0)) -> bytes:
    """A PNG file of one colour."""
    rows = (b"\0" + bytes(colour) * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )
