"""The next growth step that designs are judged by: hosts, and how the network gets there."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core.schema import about
from fatdesk.core.struct import Count, Struct
from fatdesk.engine.families.design import Name

Policy = Literal["in-place", "sized", "rebuild"]
Balance = Literal["equal", "balanced", "free"]
"""Division of the uplinks of an edge switch between core switches."""
PolicyField = Annotated[
    Policy,
    about(
        "Policy",
        "In place: all switches stay, and as few cables as possible are moved",
        choices={
            "in-place": "Grow in place",
            "sized": "Sized for the last step",
            "rebuild": "Rebuild",
        },
    ),
]
BalanceField = Annotated[
    Balance,
    about(
        "Balance",
        "How the uplinks of an edge switch are divided between core switches",
        choices={
            "equal": "Equal",
            "balanced": "Equal, or 1 more",
            "free": "Any number",
        },
    ),
]
FloorField = Annotated[
    Annotated[float, Meta(ge=0, lt=1)],
    about(
        "Bandwidth kept",
        "Least share of its bandwidth that each edge switch keeps while cables are moved",
        unit="%",
    ),
]


class HostTarget(Struct, frozen=True, kw_only=True):
    """The number of hosts of a group after a step."""

    name: Annotated[Name, about("Group", "A group of hosts of the project")]
    count: Annotated[Count, about("Hosts", "All hosts of the group after the step")]


class GrowthTarget(Struct, frozen=True, kw_only=True):
    """The next growth step; the work that it takes is a figure of placed designs."""

    hosts: Annotated[tuple[HostTarget, ...], Meta(min_length=1)]
    policy: PolicyField = "in-place"
    balance: BalanceField = "balanced"
    floor: FloorField = 0.75
