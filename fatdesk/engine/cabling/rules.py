"""How cables are measured, chosen and laid (the ``cabling`` of a requirements file)."""

from typing import Literal

from fatdesk.engine.catalog.parts import Id, Struct
from fatdesk.engine.core import ranges


class CablingRules(Struct, frozen=True, kw_only=True):
    """The rules; ``tolerance`` is a part of route + vertical + side, 0.05 is five percent."""

    lengths: Literal["standard", "custom"] = "standard"
    length_step_m: ranges.Slack = 0.0
    bundle_cable: Id | None = None
    slack_m: ranges.Slack = 0.0
    tolerance: ranges.Tolerance = 0.0
    tray_above_rack_m: ranges.TrayGap = 0.6096
    tray_width_m: ranges.TrayWidthM = 0.3
    tray_depth_m: ranges.TrayDepthM = 0.1
    fill_max: ranges.FillLimit = 0.5
