"""Names of layers and pods at the edges of a viewport, at every scale and place."""

from typing import NamedTuple

import numpy as np

from fatdesk.core.arrays import Floats
from fatdesk.engine.topology.drawing import Drawing
from fatdesk.engine.topology.frame import Seen, View, width_of

LINE = 16.0
"""Height of a name at the left edge, in pixels."""
MOST_STACKED = 3
"""Layers beyond an edge that are named there, the nearest ones."""
LEAST_POD = 36.0
"""Mean width in pixels from which on the smaller pods are named, where pods are in pods."""
SIZE = 11.0
BETWEEN = 8.0
"""Least distance of the names of pods, in pixels."""


class LayerHead(NamedTuple):
    """The name of a layer at the left edge.

    Attributes
    ----------
    y
        Where the name is, in pixels; ``middle`` is where the layer is.
    beyond
        −1: the layer is above the viewport, 1: below it; 0: in view.
    """

    text: str
    y: float
    middle: float
    beyond: int


def layer_heads(seen: Seen, height: float) -> list[LayerHead]:
    """The names of all layers: those in view next to them, those above and below at the edges.

    Names never overlap; of layers that are too close to each other the first is named.
    """
    layers = sorted(seen.layers, key=lambda layer: layer[1])
    above = [layer for layer in layers if layer[1] < 0][-MOST_STACKED:]
    below = [layer for layer in layers if layer[1] > height][:MOST_STACKED]
    found = [LayerHead(text, (n + 0.5) * LINE, y, -1) for n, (text, y) in enumerate(above)]
    low, high = len(above) * LINE, height - len(below) * LINE
    last = low - LINE / 2
    for text, y in layers:
        at = min(max(y, low + LINE / 2), high - LINE / 2)
        if 0 <= y <= height and at - last >= LINE:
            found.append(LayerHead(text, at, y, 0))
            last = at
    found += [LayerHead(text, high + (n + 0.5) * LINE, y, 1) for n, (text, y) in enumerate(below)]
    return found


class PodHead(NamedTuple):
    """The name of a pod at the upper edge, over the part of it that is in view."""

    text: str
    left: float
    right: float


def pod_heads(drawing: Drawing, view: View) -> list[PodHead]:
    """The pods in view from the left; where not all names fit, the others have an empty text."""
    spans = _spans(drawing, view.scale)
    if spans is None:
        return []
    left, right = (view.x + side * view.scale for side in spans)
    first = int(np.searchsorted(right, 0.0))
    last = int(np.searchsorted(left, view.width, side="right"))
    found: list[PodHead] = []
    word = drawing.layout.columns.pod_word
    taken = -BETWEEN
    for pod in range(first, last):
        low, high = max(float(left[pod]), 0.0), min(float(right[pod]), view.width)
        middle, named = (low + high) / 2, ""
        for form, may_be_wider in ((f"{word} {pod + 1}", False), (str(pod + 1), True)):
            half = width_of(form, SIZE) / 2
            fits = middle - half >= max(taken + BETWEEN, 0.0) and middle + half <= view.width
            if fits and (may_be_wider or 2 * half <= high - low - 4):
                named, taken = form, middle + half
                break
        found.append(PodHead(named, low, high))
    return found


def pod_middles(drawing: Drawing, view: View) -> list[float]:
    """The middles of all pods that are named at a scale, in view or not, from left to right in pixels."""
    spans = _spans(drawing, view.scale)
    if spans is None:
        return []
    middles: list[float] = (view.x + (spans[0] + spans[1]) / 2 * view.scale).tolist()
    return middles


def _spans(drawing: Drawing, scale: float) -> tuple[Floats, Floats] | None:
    """Left and right ends of the pods that are named at a scale; None: there are no pods."""
    every = drawing.pod_spans
    if not every:
        return None
    for left, right in every:
        if float((right - left).mean()) * scale >= LEAST_POD:
            return left, right
    return every[-1]
