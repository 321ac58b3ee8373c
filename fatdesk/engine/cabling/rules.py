"""How cables are measured, chosen and laid (the ``cabling`` of a requirements file)."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.engine.catalog.parts import Id, Struct

Metres = Annotated[float, Meta(ge=0, le=1000)]


DEFAULT_SLACK_M = 0.3
"""What an installer leaves: a hand's breadth at each plug (docs/decisions/lengths-of-cables.md)."""


class CablingRules(Struct, frozen=True, kw_only=True):
    """The rules.

    ``tolerance`` is a part of route + vertical + side + depth, 0.05 is five percent. With ``depth`` the way
    between ports and the middle of the rack counts.
    """

    lengths: Literal["standard", "custom"] = "standard"
    length_step_m: Metres = 0.0
    bundle_cable: Id | None = None
    slack_m: Metres = DEFAULT_SLACK_M
    depth: bool = True
    tolerance: Annotated[float, Meta(ge=0, le=10)] = 0.0
    tray_above_rack_m: Metres = 0.6096
    tray_width_m: Annotated[float, Meta(gt=0, le=100)] = 0.3
    tray_depth_m: Annotated[float, Meta(gt=0, le=100)] = 0.1
    fill_max: Annotated[float, Meta(gt=0, le=1)] = 0.5
