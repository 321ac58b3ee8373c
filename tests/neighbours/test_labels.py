"""Printed labels read by machines: codes by zbarimg at the dots of usual printers, the CSV by gLabels."""

import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fatdesk.engine.drawing.sheets.labels import LabelPrinting, cable_labels, label_stock
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.listing.wiring_columns import LABEL_COLUMNS
from fatdesk.paper import PDFS, Printing
from tests.engine import plan_samples as samples
from tests.paper.readers import needs_poppler, page_texts
from tests.patience import PATIENCE_S

SHIFTED = Printing(labels=LabelPrinting(shift_x_mm=0.33, shift_y_mm=-0.71))
"""Not by whole dots of any printer."""

LABELS = next(some for some in PDFS if some.name == "labels.pdf")
needs_scanner = pytest.mark.skipif(shutil.which("zbarimg") is None, reason="needs zbar-tools")
needs_glabels = pytest.mark.skipif(shutil.which("glabels-3-batch") is None, reason="needs glabels")


def scanned(picture: Path) -> list[str]:
    """The codes on a picture."""
    done = subprocess.run(
        ["zbarimg", "--nodbus", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", picture],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.splitlines()


@needs_poppler
@needs_scanner
@pytest.mark.parametrize(
    ("printing", "dots", "share", "count"),
    [
        (SHIFTED, 200, 1.0, 64),
        (Printing(), 300, 0.5, 30),
        (SHIFTED, 600, 0.25, 15),
        *(
            pytest.param(printing, dots, 1.0, 64, marks=pytest.mark.slow)
            for printing in (Printing(), SHIFTED)
            for dots in (200, 300, 400, 600)
        ),
    ],
)
def test_all_codes_of_a_sheet_are_read(
    printing: Printing, dots: int, share: float, count: int, tmp_path: Path
) -> None:
    """With many dots the upper part of the sheet, because reading all of it takes seconds."""
    plan = samples.nodes_60()
    (data,) = LABELS.make(plan, printing).values()
    (tmp_path / "labels.pdf").write_bytes(data)
    high = str(round(297 / 25.4 * dots * share))
    part = ["-x", "0", "-y", "0", "-W", str(round(210 / 25.4 * dots)), "-H", high]
    subprocess.run(
        ["pdftoppm", "-r", str(dots), "-gray", "-png", "-singlefile", *part, "labels.pdf", "page"],
        cwd=tmp_path,
        check=True,
    )
    wanted = [label.code for label in cable_labels(plan)][:count]
    assert sorted(scanned(tmp_path / "page.png")) == sorted(wanted)


@needs_poppler
@needs_scanner
def test_both_codes_of_a_label_around_a_cable_are_read(tmp_path: Path) -> None:
    """One label at a time, as a hand scanner sees them."""
    plan = samples.blades()
    (data,) = LABELS.make(plan, Printing(labels=LabelPrinting(stock="a4-12-wrap"))).values()
    (tmp_path / "labels.pdf").write_bytes(data)
    stock, labels = label_stock("a4-12-wrap"), list(cable_labels(plan))
    for place in (0, 4, 8):
        x, y = stock.corner(place)
        part = [str(round(length / 25.4 * 300)) for length in (x, y, stock.width, stock.height)]
        crop = [word for pair in zip(("-x", "-y", "-W", "-H"), part, strict=True) for word in pair]
        command = ["pdftoppm", "-r", "300", "-gray", "-png", "-singlefile", *crop, "labels.pdf", "page"]
        subprocess.run(command, cwd=tmp_path, check=True)
        assert scanned(tmp_path / "page.png") == [labels[place].code] * 2


TEMPLATE = """<?xml version="1.0"?>
<Glabels-document xmlns="http://glabels.org/xmlns/3.0/">
  <Template brand="Avery" part="5160" size="US-Letter" description="30 labels">
    <Label-rectangle id="0" width="189pt" height="72pt" round="4.5pt" x_waste="0pt" y_waste="0pt">
      <Layout nx="3" ny="10" x0="11.25pt" y0="36pt" dx="200.25pt" dy="72pt"/>
    </Label-rectangle>
  </Template>
  <Objects rotate="False" id="0">
    <Object-text x="5pt" y="5pt" w="180pt" h="60pt" justify="left" valign="top" auto_shrink="False"
        a0="1" a1="0" a2="0" a3="1" a4="0" a5="0" shadow="False">
      <Span font_family="Sans" font_size="8" font_weight="Regular" font_italic="False" underline="False"
        color="0x000000ff" line_spacing="1">FIELDS</Span>
    </Object-text>
  </Objects>
  <Merge type="Text/Comma/Line1Keys" src="labels.csv"/>
</Glabels-document>
"""


@needs_poppler
@needs_scanner
def test_the_code_of_a_sheet_names_it(tmp_path: Path) -> None:
    plan = replace(samples.nodes_60(), make_state=lambda: "7f3c 91ab")
    for name, wanted in (
        ("packets.pdf", "packets 1/8 7f3c 91ab A01 C01"),
        ("bundles.pdf", "bundles 1/1 7f3c 91ab A01-A02"),
        ("port-maps.pdf", "port-maps 1/1 7f3c 91ab switches C01 to E0"),
    ):
        (data,) = next(some for some in PDFS if some.name == name).make(plan).values()
        (tmp_path / "some.pdf").write_bytes(data)
        command = ["pdftoppm", "-r", "150", "-gray", "-png", "-singlefile", "some.pdf", "page"]
        subprocess.run(command, cwd=tmp_path, check=True)
        assert scanned(tmp_path / "page.png") == [wanted]


@needs_glabels
@needs_poppler
def test_glabels_takes_the_csv(tmp_path: Path) -> None:
    """A label for every row, with the words of its columns."""
    plan = samples.nodes_60()
    shown = ["number", "end", "this_end", "device", "far_device"]
    assert set(shown) < {column.name for column in LABEL_COLUMNS}
    (tmp_path / "labels.csv").write_bytes(BY_NAME["labels.csv"].make(plan)["labels.csv"])
    fields = "<NL/>".join(f'<Field name="{name}"/>' for name in shown)
    (tmp_path / "sheet.glabels").write_text(TEMPLATE.replace("FIELDS", fields))
    done = subprocess.run(
        ["glabels-3-batch", "-o", "out.pdf", "sheet.glabels"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = page_texts((tmp_path / "out.pdf").read_bytes())
    labels = list(cable_labels(plan))
    assert len(found) == -(-len(labels) // 30)
    words = Counter(word for page in found for word in page.split())
    wanted = [(label.number, label.end, label.here, *label.device.split(), label.far) for label in labels]
    assert words == Counter(word for some in wanted for word in some)


@needs_poppler
@needs_scanner
def test_single_labels_are_read_with_noise(tmp_path: Path) -> None:
    """Pale print, blurred over three dots, with the noise of a cheap camera; a scanner sees one label."""
    plan, stock, dots = samples.nodes_60(), label_stock("a4-65"), 300 / 25.4
    (data,) = LABELS.make(plan, Printing()).values()
    done = subprocess.run(
        ["pdftoppm", "-r", "300", "-gray", "-l", "1"], input=data, capture_output=True, check=True
    )
    _, size, _, rest = done.stdout.split(b"\n", 3)
    wide, high = map(int, size.split())
    sheet = np.frombuffer(rest, np.uint8).reshape(high, wide)
    rng = np.random.default_rng(7)
    for place in (0, 4, 31, 63):
        x, y = (round(side * dots) for side in stock.corner(place))
        seen = sheet[y : y + round(stock.height * dots), x : x + round(stock.width * dots)]
        noisy = seen * 0.75 + 30 + rng.normal(0, 30, seen.shape)
        for axis in (0, 1):
            noisy = sum(np.roll(noisy, shift, axis) for shift in (-1, 0, 1)) / 3
        picture = np.clip(noisy, 0, 255).astype(np.uint8)
        (tmp_path / "label.pgm").write_bytes(
            b"P5\n%d %d\n255\n" % picture.shape[::-1] + np.ascontiguousarray(picture).tobytes()
        )
        assert scanned(tmp_path / "label.pgm") == [[*cable_labels(plan)][place].code]
