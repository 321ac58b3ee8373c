"""All tools of the floor, by name."""

from collections.abc import Callable

from fatdesk.gui.floor.tools.aisle_tool import AisleTool
from fatdesk.gui.floor.tools.area_tool import AreaTool
from fatdesk.gui.floor.tools.measure_tool import MeasureTool
from fatdesk.gui.floor.tools.rack_tool import RackTool
from fatdesk.gui.floor.tools.tool import FloorTool, PanTool, ToolCanvas
from fatdesk.gui.floor.tools.tray_tool import TrayTool

TOOLS: dict[str, Callable[[ToolCanvas], FloorTool] | None] = {
    "select": None,
    "pan": PanTool,
    "rack": RackTool,
    "tray": TrayTool,
    "column": lambda canvas: AreaTool(canvas, "column"),
    "wall": lambda canvas: AreaTool(canvas, "wall"),
    "keep-out": lambda canvas: AreaTool(canvas, "keep-out"),
    "aisle": AisleTool,
    "measure": MeasureTool,
}
"""In the order of the tool bar; the actions ``tool-…`` have their texts, icons and keys."""
