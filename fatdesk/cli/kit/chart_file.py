"""``--chart FILE.svg``: the figures that a command prints, as a chart."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from fatdesk.cli.kit.output import about_to_save, folder_target, log
from fatdesk.core.errors import FatdeskError

if TYPE_CHECKING:
    from fatdesk.engine.drawing.display import Page


def chart_option(parser: argparse._ActionsContainer) -> None:
    """Add ``--chart`` to the options of a command."""
    parser.add_argument(
        "--chart", type=Path, metavar="FILE.svg", help="draw what is printed as a chart in this file"
    )


def check_chart(parsed: argparse.Namespace) -> None:
    """Refuse a file that is no SVG or cannot be written, before any work is done.

    Raises
    ------
    FatdeskError
        With what to do.
    """
    path: Path | None = parsed.chart
    if path is None:
        return
    if path.suffix.lower() != ".svg":
        raise FatdeskError(f"--chart {path}: is no SVG file, give it the extension .svg")
    if path.is_dir():
        raise FatdeskError(f"--chart {path}: is a folder, name a file in it")
    folder_target(path.parent, f"--chart {path}", make=False)


def save_chart(parsed: argparse.Namespace, page: "Callable[[], Page]") -> None:
    """Write the page where ``--chart`` asks for it; else it is not drawn."""
    if parsed.chart is None:
        return
    from fatdesk.engine.drawing.svg import svg  # drawing loads for those who ask for it
    from fatdesk.project.files.saver import save_bytes

    drawn = svg(page())
    about_to_save()
    save_bytes(parsed.chart, drawn)
    log(f"{parsed.chart}")
