"""Draw the icon of the program: python packaging/draw_icon.py FILE (its suffix is ico, icns or png)."""

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE = Path(__file__).resolve().parent / "desktop" / "fatdesk.svg"
SIDE = 256


def draw(path: Path, side: int = SIDE) -> None:
    """Write the icon as a picture of `side` dots."""
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(painter)
    painter.end()
    if not image.save(str(path)):
        raise SystemExit(f"{path}: Qt cannot write this kind of picture")


if __name__ == "__main__":
    application = QGuiApplication(sys.argv[:1])
    draw(Path(sys.argv[1]))
