"""What was decided or measured about one cable."""

from typing import Annotated

from msgspec import Meta

from fatdesk.engine.catalog.parts import Id, Struct, Text

Length = Annotated[float, Meta(gt=0, le=100_000)]


class CableRecord(Struct, frozen=True, kw_only=True):
    """What was decided or measured about one cable; everything else of it is derived."""

    id: Text
    part: Id | None = None
    """By hand instead of the choice by rule."""
    length_m: Length | None = None
    """Ordered length by hand."""
    status: Text = "planned"
    remark: Text = ""
    phase: Text = ""
    tested_by: Text = ""
    result: Text = ""
    measured_m: Length | None = None
