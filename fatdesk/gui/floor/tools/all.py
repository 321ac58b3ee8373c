"""All tools of the floor, with the keys that take them."""

from collections.abc import Callable
from typing import NamedTuple

from fatdesk.gui.floor.tools.aisle_tool import AisleTool
from fatdesk.gui.floor.tools.area_tool import AreaTool
from fatdesk.gui.floor.tools.measure_tool import MeasureTool
from fatdesk.gui.floor.tools.pan_tool import PanTool
from fatdesk.gui.floor.tools.rack_tool import RackTool
from fatdesk.gui.floor.tools.tool import Tool, ToolCanvas
from fatdesk.gui.floor.tools.tray_tool import TrayTool


class Kind(NamedTuple):
    """A tool in the tool bar: its icon's name, what it is called, its key."""

    name: str
    title: str
    key: str
    make: Callable[[ToolCanvas], Tool] | None


TOOLS: tuple[Kind, ...] = (
    Kind("select", "Select", "V", None),
    Kind("pan", "Pan", "H", PanTool),
    Kind("rack", "Add racks", "R", RackTool),
    Kind("tray", "Draw a tray", "T", TrayTool),
    Kind("column", "Draw a column", "C", lambda canvas: AreaTool(canvas, "column")),
    Kind("wall", "Draw a wall", "W", lambda canvas: AreaTool(canvas, "wall")),
    Kind("keep-out", "Draw a keep-out area", "K", lambda canvas: AreaTool(canvas, "keep-out")),
    Kind("aisle", "Open an aisle", "A", AisleTool),
    Kind("measure", "Measure", "M", MeasureTool),
)
"""In the order of the tool bar."""
