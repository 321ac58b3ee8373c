"""No extension module gives back a reference to None that it did not take.

Before Python 3.12 each such call brings the interpreter nearer to aborting with "deallocating
None", far from the guilty line. PySide6 6.12 does so, hence its pin in pyproject.toml; this canary
sings for the next one. From 3.12 on None is immortal and the test passes by itself.
"""

import gc
import io
import sys

import msgspec
import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.csgraph
import yaml
from PySide6.QtCore import QBuffer, QIODevice, QLineF, QMarginsF, QObject, QPointF, QRectF, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QPainter,
    QPainterPath,
    QPdfWriter,
    QPen,
    QPolygonF,
)

CALLS = 2000
SLACK = 100  # caches and the test's own frames


class Sender(QObject):
    sent = Signal(object)


def numpy_calls():
    numbers = np.arange(16)
    np.copyto(numbers, 1)
    numbers.fill(0)
    numbers.sort()
    np.array([None, 1], dtype=object).copy()


def scipy_calls():
    graph = scipy.sparse.csr_array(([1.0, 2.0], ([0, 1], [1, 2])), shape=(3, 3))
    graph.sort_indices()
    scipy.sparse.csgraph.shortest_path(graph, indices=0)


class Record(msgspec.Struct):
    name: str | None = None


def msgspec_calls():
    msgspec.json.decode(b'{"name": null}', type=Record)
    msgspec.json.encode(Record())
    msgspec.convert({"name": None}, Record)
    msgspec.structs.replace(Record("a"), name=None)


def yaml_calls():
    yaml.load("a: ~", Loader=yaml.CSafeLoader)
    list(yaml.parse("a: [1, ~]", Loader=yaml.CSafeLoader))
    yaml.dump({"a": None}, io.StringIO(), Dumper=yaml.CSafeDumper)


def object_calls():
    sender = Sender()
    sender.setObjectName("a")
    sender.parent()
    sender.sent.connect(lambda _: None)
    sender.sent.emit(None)
    sender.setProperty("a", None)
    sender.property("missing")
    sender.blockSignals(True)
    sender.deleteLater()


PICTURE = QImage(64, 64, QImage.Format.Format_ARGB32)


def painter_calls():
    painter = QPainter(PICTURE)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.save()
    painter.translate(1, 1)
    painter.setPen(QPen(QColor("black"), 0.5))
    painter.drawLine(QPointF(0, 0), QPointF(9, 9))
    painter.fillRect(QRectF(0, 0, 4, 4), QColor("red"))
    path = QPainterPath()
    path.moveTo(0, 0)
    path.lineTo(5, 5)
    painter.drawPath(path)
    painter.drawText(QPointF(1, 9), "a")
    painter.restore()
    painter.drawLines([QLineF(0, 0, 1, 1)])
    painter.drawPolyline(QPolygonF([QPointF(0, 0), QPointF(1, 1)]))
    painter.drawRoundedRect(QRectF(0, 0, 4, 4), 1, 1)
    painter.setBrush(QBrush(QColor("red")))
    painter.end()


def pdf_calls():
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(2540)
    writer.setTitle("a")
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter()
    painter.begin(writer)
    writer.newPage()
    font = QFont("Roboto")
    font.setPixelSize(12)
    font.setFeature(QFont.Tag("liga"), 0)
    painter.setFont(font)
    painter.end()


@pytest.mark.parametrize(
    "calls", [numpy_calls, scipy_calls, msgspec_calls, yaml_calls, object_calls, painter_calls, pdf_calls]
)
def test_none_keeps_its_references(calls, qapp):
    calls()
    gc.collect()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        calls()
    assert sys.getrefcount(None) > before - SLACK
