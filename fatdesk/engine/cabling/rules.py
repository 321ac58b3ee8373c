"""Cabling rules: measuring, choice and trays (``cabling`` in a requirements file)."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.schema import about
from fatdesk.core.struct import Id, Struct

DEFAULT_SLACK_M = 0.3
"""Slack that an installer leaves: a hand's breadth at each plug (docs/decisions/lengths-of-cables.md)."""


class CablingRules(Struct, frozen=True, kw_only=True):
    """Rules for measuring, choosing and laying cables.

    ``tolerance`` is a share of route, vertical, side and depth.
    """

    lengths: Annotated[
        Literal["standard", "custom"],
        about(
            "Lengths",
            "Which lengths are ordered",
            more="`standard`: lengths on sale, `custom`: cut to length",
            choices={"standard": "Lengths on sale", "custom": "Made to measure"},
        ),
    ] = "standard"
    length_step_m: Annotated[
        ranges.Slack, about("Length step", "Custom lengths are rounded up to a multiple", unit="m")
    ] = 0.0
    bundle_cable: Annotated[
        Id | None, about("Bundle cable", "A cable that carries several links, for bundles", empty="none")
    ] = None
    minimise: Annotated[
        Literal["cost", "items"],
        about(
            "Choose cables for",
            "Fewest items: as few different parts and lengths as possible",
            more="`cost` takes the cheapest cable for each length; `items` as few different items (a part in"
            " one length) as possible in all fabrics, then the cheapest",
            choices={"cost": "Lowest cost", "items": "Fewest items"},
        ),
    ] = "cost"
    most_items: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        about(
            "Different cables",
            "Maximum number of different parts and lengths",
            more="As cheap as that allows; the check reports where no fewer reach everywhere",
            empty="any",
        ),
    ] = None
    slack_m: Annotated[ranges.Slack, about("Slack", "Added to each cable", unit="m")] = DEFAULT_SLACK_M
    depth: Annotated[
        bool,
        about(
            "Depth",
            "From the ports to the middle of the rack, below the trays",
            more="See [decisions/lengths-of-cables.md](decisions/lengths-of-cables.md); `false` with"
            " `slack_m: 0`: the papers' lengths",
            choices={True: "Counts in lengths", False: "Left out"},
        ),
    ] = True
    tolerance: Annotated[
        ranges.Tolerance, about("Tolerance", "Extra length, a part of the route", percent=True)
    ] = 0.0
    tray_above_rack_m: Annotated[
        ranges.TrayGap, about("Trays above racks", "Height above the tallest rack", unit="m")
    ] = 0.6096
    tray_width_m: Annotated[
        ranges.TrayWidthM | None, about("Tray width", "Inside", unit="m", empty="as needed")
    ] = None
    """None, and the depth too: the trays of a new design are as large as what runs in them requires."""
    tray_depth_m: Annotated[
        ranges.TrayDepthM | None, about("Tray depth", "Inside", unit="m", empty="as needed")
    ] = None
    fill_max: Annotated[
        ranges.FillLimit, about("Tray fill limit", "Part of the cross section", percent=True)
    ] = 0.5

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
