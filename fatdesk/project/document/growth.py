"""Steps in which a project is to grow: hosts, policy, and what may be bought for them."""

from typing import Annotated

from msgspec import Meta

from fatdesk.core.schema import about
from fatdesk.core.struct import Id, Struct, Text
from fatdesk.engine.design.growth_target import (
    BalanceField,
    FloorField,
    GrowthTarget,
    HostTarget,
    PolicyField,
)
from fatdesk.engine.growth.progress import OrderProgress


class GrowthStep(Struct, frozen=True, kw_only=True):
    """A growth step: the hosts after it, and how the network gets there.

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
    policy: PolicyField = "in-place"
    balance: BalanceField = "balanced"
    floor: FloorField = 0.75
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

    @classmethod
    def towards(cls, target: GrowthTarget) -> "GrowthStep":
        """Return the step that designs are judged by."""
        return cls(hosts=target.hosts, policy=target.policy, balance=target.balance, floor=target.floor)

    @property
    def target(self) -> GrowthTarget:
        """The target that designs are judged by, where it is the next step."""
        return GrowthTarget(hosts=self.hosts, policy=self.policy, balance=self.balance, floor=self.floor)
