"""How cables are measured, chosen and laid (the ``cabling`` of a requirements file)."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.engine.catalog.parts import Id, Struct

Metres = Annotated[float, Meta(ge=0, le=1000)]


class CablingRules(Struct, frozen=True, kw_only=True):
    """The rules; ``tolerance`` is a part of route + vertical + side, 0.05 is five percent."""

    lengths: Literal["standard", "custom"] = "standard"
    length_step_m: Metres = 0.0
    bundle_cable: Id | None = None
    slack_m: Metres = 0.0
    tolerance: Annotated[float, Meta(ge=0, le=10)] = 0.0
    tray_above_rack_m: Metres = 0.6096
    tray_width_m: Annotated[float, Meta(gt=0, le=100)] = 0.3
    tray_depth_m: Annotated[float, Meta(gt=0, le=100)] = 0.1
    fill_max: Annotated[float, Meta(gt=0, le=1)] = 0.5
