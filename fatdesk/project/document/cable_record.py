"""What was decided or measured about one cable."""

from fatdesk.core.ranges import CableLength as Length
from fatdesk.core.struct import Id, Struct, Text


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
