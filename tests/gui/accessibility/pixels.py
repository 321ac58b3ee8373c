"""Contrast of pixels as WCAG 2 has it, of what is on the screen."""

import numpy as np
from PySide6.QtGui import QImage


def pixels(image: QImage) -> np.ndarray:
    """Rows of pixels as 0xRRGGBB."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), plain.bytesPerLine() // 4)
    return flat[:, : plain.width()] & 0xFFFFFF


def luminances(colours: np.ndarray) -> np.ndarray:
    """Relative luminance of colours."""
    parts = np.stack([colours >> 16 & 255, colours >> 8 & 255, colours & 255]) / 255
    light = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return np.tensordot([0.2126, 0.7152, 0.0722], light, 1)


def contrasts(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Contrast of colours with others, 1 to 21."""
    one, two = luminances(first), luminances(second)
    return (np.maximum(one, two) + 0.05) / (np.minimum(one, two) + 0.05)


def text_contrast(image: QImage) -> float:
    """Contrast of the ground, the most frequent colour, with what differs most from it: the ink of a text."""
    colours, counts = np.unique(pixels(image), return_counts=True)
    return float(contrasts(colours, colours[counts.argmax()]).max())


def changed(before: QImage, after: QImage, least: float) -> int:
    """The number of pixels whose colours before and after have a contrast of at least so much."""
    one, two = pixels(before), pixels(after)
    return int((contrasts(one, two) >= least).sum())
