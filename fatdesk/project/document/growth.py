"""Steps in which a project is to grow: hosts, policy, and what may be bought for them."""

from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core.schema import about
from fatdesk.core.struct import Count, Id, Struct, Text
from fatdesk.engine.families.design import Name
from fatdesk.engine.growth.moves import Balance
from fatdesk.engine.growth.progress import OrderProgress

Policy = Literal["in-place", "sized", "rebuild"]


class HostTarget(Struct, frozen=True, kw_only=True):
    """The number of hosts of a group after a step."""

    name: Annotated[Name, about("Group", "A group of hosts of the project")]
    count: Annotated[Count, about("Hosts", "All hosts of the group after the step")]


class GrowthStep(Struct, frozen=True, kw_only=True):
    """A step of growth: the hosts after it, and how the network gets there.

    Attributes
    ----------
    hosts
        Groups that grow; the others stay as they are.
    floor
        Least share of its bandwidth that every edge switch keeps while cables are moved.
    gate
        Share of the links plugged in a stage that must pass before the next stage begins.
    progress
        What is done of its change order; None: nothing is known.
    """

    name: Annotated[Text, about("Name", "For lists and drawings", empty="by its number")] = ""
    hosts: tuple[HostTarget, ...] = ()
    policy: Annotated[
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
    ] = "in-place"
    balance: Annotated[
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
    ] = "balanced"
    floor: Annotated[
        Annotated[float, Meta(ge=0, lt=1)],
        about(
            "Bandwidth kept",
            "Least share of its bandwidth that each edge switch keeps while cables are moved",
            unit="%",
        ),
    ] = 0.75
    gate: Annotated[
        Annotated[float, Meta(ge=0, le=1)],
        about(
            "Gate",
            "Share of the links plugged in a stage that must pass before the next stage begins",
            unit="%",
        ),
    ] = 0.9
    families: Annotated[tuple[Text, ...], about("Families", "Kinds of network", empty="as required")] = ()
    edge: Annotated[tuple[Id, ...], about("Edge switches", "Allowed at the hosts", empty="as required")] = ()
    core: Annotated[
        tuple[Id, ...], about("Core switches", "Allowed above the edge", empty="as required")
    ] = ()
    progress: OrderProgress | None = None
    rows: Annotated[
        Annotated[int, Meta(ge=1, le=1000)] | None,
        about("Rows", "Rows of racks of the room after the step", empty="as many as needed"),
    ] = None
