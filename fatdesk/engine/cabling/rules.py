"""How cables are measured, chosen and laid (the ``cabling`` of a requirements file)."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.struct import Id, Struct

DEFAULT_SLACK_M = 0.3
"""What an installer leaves: a hand's breadth at each plug (docs/decisions/lengths-of-cables.md)."""


class CablingRules(Struct, frozen=True, kw_only=True):
    """The rules.

    ``tolerance`` is a part of route + vertical + side + depth, 0.05 is five percent. With ``depth`` the way
    between ports and the middle of the rack counts. ``minimise: items`` orders as few different parts and
    lengths as possible, ``most_items`` no more than so many, each as cheap as that allows.
    """

    lengths: Literal["standard", "custom"] = "standard"
    length_step_m: ranges.Slack = 0.0
    bundle_cable: Id | None = None
    minimise: Literal["cost", "items"] = "cost"
    most_items: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    slack_m: ranges.Slack = DEFAULT_SLACK_M
    depth: bool = True
    tolerance: ranges.Tolerance = 0.0
    tray_above_rack_m: ranges.TrayGap = 0.6096
    tray_width_m: ranges.TrayWidthM | None = None
    """None, and the depth too: the trays of a new design are as large as what runs in them requires."""
    tray_depth_m: ranges.TrayDepthM | None = None
    fill_max: ranges.FillLimit = 0.5

    @property
    def few_items(self) -> bool:
        """Whether the number of different items counts, so that cables are not chosen one by one."""
        return self.minimise == "items" or self.most_items is not None

    @property
    def tray_m(self) -> tuple[float, float]:
        """Width and depth of a tray, where they are left out those of the smallest."""
        width, depth = self.tray_width_m, self.tray_depth_m
        return 0.3 if width is None else width, 0.1 if depth is None else depth

    @property
    def sizes_trays(self) -> bool:
        """Whether the size of trays is left to the program."""
        return self.tray_width_m is None and self.tray_depth_m is None
