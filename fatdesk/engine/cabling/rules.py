"""Cabling rules: measuring, choice and trays (``cabling`` in a requirements file)."""

import math
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta

from fatdesk.core import ranges
from fatdesk.core.schema import about
from fatdesk.core.struct import Id, Struct
from fatdesk.engine.floor.cable_ends import Ends, check_ends, read_ends, write_ends
from fatdesk.engine.rules.profiles import shipped_profiles
from fatdesk.engine.rules.rules import DEFAULT, Rule, RuleInForce

DEFAULT_SLACK_M = 0.3
"""Slack that an installer leaves: a hand's breadth at each plug (docs/decisions/lengths-of-cables.md)."""

ExcessAt = Literal["near", "far", "both"]


Apart = Literal["no", "planes", "rails", "fabrics"]
"""By what the paths of a host are kept apart."""
PanelRacks = Literal["auto", "devices", "own"]
"""In which racks panels are: of their devices where they fit, of their devices alone, of their own."""

PANELS = "Patch panels"
"""The group of the rules on which cables go over patch panels, and where these are."""


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
    excess_at: Annotated[
        ExcessAt,
        about(
            "Excess cable",
            "End at which cable beyond the computed length is stored, at the side of the rack",
            more="`near`: end a of the wiring list, `far`: end b, `both`: half at each; it counts in the fill"
            " of side managers and in the mass of racks",
            choices={"both": "Half at each end", "near": "At end a", "far": "At end b"},
        ),
    ] = "both"
    apart: Annotated[
        Apart,
        about(
            "Paths of a host",
            "Cables of a host to different planes, rails or fabrics use no common tray where possible",
            more="`check` names the trays that they share where it is not",
            choices={
                "no": "As short as possible",
                "planes": "Apart by plane",
                "rails": "Apart by rail",
                "fabrics": "Apart by fabric",
            },
        ),
    ] = "no"
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
    profile: Annotated[
        Id | None,
        about(
            "Rule profile",
            "Limits of trays (fill, height, load, bends) and of lengths of fibre",
            more="`fatdesk rules` lists the profiles and their rules; see"
            " [decisions/rule-profiles.md](decisions/rule-profiles.md)",
            empty="default",
        ),
    ] = None
    fill_max: Annotated[
        ranges.FillLimit | None,
        about(
            "Tray fill limit",
            "Part of the cross section, in place of that of the profile",
            percent=True,
            empty="that of the profile",
        ),
    ] = None

    panels: Annotated[
        Literal["uplinks", "top", "hosts", "all"] | None,
        about(
            "Over panels",
            "Fibre cables between racks that go over patch panels and trunks",
            more="Each becomes a patch cord, a panel port, fibres of a trunk, a panel port and a patch cord."
            " `uplinks`: between switches; `top`: to switches of the highest level; `hosts`: of hosts;"
            " see [structured.md](structured.md)",
            choices={
                "uplinks": "Between switches",
                "top": "To the highest level",
                "hosts": "Of hosts",
                "all": "All fibre cables",
            },
            empty="none",
            group=PANELS,
        ),
    ] = None
    panels_between: Annotated[
        Literal["racks", "rows"],
        about(
            "Panels between",
            "Cables that stay in one rack, or in one row, go directly",
            choices={"racks": "Racks", "rows": "Rows"},
            group=PANELS,
        ),
    ] = "racks"
    panel_ends: Annotated[
        Ends,
        about(
            "Cables between",
            "Pairs of ends: of the cables that go over panels only those between the ends of a pair",
            more="`[[row:A, row:B], [rack:3, compute/core]]`: a rack by number, a row by letters, a zone by"
            " name (`zone:Hall 1`), a device by id or devices whose ids begin so; an empty end is any",
            empty="any",
            group=PANELS,
            read=read_ends,
            write=write_ends,
        ),
    ] = ()
    panel_racks: Annotated[
        PanelRacks,
        about(
            "Panels in",
            "Racks that hold the panels; a panel rack has no devices and keeps units for panels",
            more="`auto`: racks of the devices, and where these have no free units panel racks; `devices`:"
            " racks of the devices alone; `own`: panel racks. A design adds the panel racks that are lacking"
            " at the ends of rows; see [structured.md](structured.md#panel-racks)",
            choices={
                "auto": "Device racks, if full panel racks",
                "devices": "Device racks",
                "own": "Panel racks",
            },
            group=PANELS,
        ),
    ] = "auto"
    panel_base: Annotated[
        Literal[8, 12],
        about(
            "Fibres per plug",
            "Of trunks: base-8 or base-12",
            choices={8: "8 (base-8)", 12: "12 (base-12)"},
            group=PANELS,
        ),
    ] = 8
    trunk_fibres: Annotated[
        Literal[24, 48, 72, 96, 144, 288] | None,
        about(
            "Fibres per trunk",
            "Of all trunks",
            choices={count: str(count) for count in (24, 48, 72, 96, 144, 288)},
            empty="the fewest that hold the links",
            group=PANELS,
        ),
    ] = None

    def __post_init__(self) -> None:
        check_ends(self.panel_ends, "panel_ends")

    @property
    def in_force(self) -> tuple[RuleInForce, ...]:
        """The rules of the profile, with the fill limit of the project in the place of the profile's."""
        return _in_force(self.profile, self.fill_max)

    @property
    def fill_limit(self) -> float:
        """The largest fill of a tray that the rules allow, by circle areas.

        >>> CablingRules().fill_limit, CablingRules(profile="planning").fill_limit
        (0.5, 0.4)
        >>> CablingRules(profile="planning", fill_max=0.3).fill_limit
        0.3
        """
        return _fill_limit(self.profile, self.fill_max)

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


CIRCLES, SQUARES = "tray-fill", "tray-fill-square"
"""Figures of the fill of trays: by the circle areas of cables, and by the squares around them."""
OWN = "the fill limit of the project"


@lru_cache(maxsize=64)
def _in_force(profile: str | None, fill_max: float | None) -> tuple[RuleInForce, ...]:
    """A profile that the program does not know counts as the default; a finding says so."""
    profiles = shipped_profiles()
    return with_fill_limit(profiles.get(profile or DEFAULT, profiles[DEFAULT]).in_force, fill_max)


def with_fill_limit(rules: tuple[RuleInForce, ...], fill_max: float | None) -> tuple[RuleInForce, ...]:
    """Return rules with the fill limit of a project in the place of theirs; None: it has none."""
    if fill_max is None:
        return rules
    others = [one for one in rules if one.rule.figure not in (CIRCLES, SQUARES)]
    fixes = [one.rule.fix for one in rules if one.rule.figure in (CIRCLES, SQUARES)]
    own = Rule(
        name=CIRCLES,
        scope="tray",
        figure=CIRCLES,
        limit=fill_max,
        source="fill_max of the rules of cabling",
        fix=fixes[0] if fixes else "",
    )
    return (RuleInForce(own, OWN), *others)


@lru_cache(maxsize=64)
def _fill_limit(profile: str | None, fill_max: float | None) -> float:
    """The smallest limit of all trays; a limit of squares allows pi/4 of it by circles."""
    limits = [
        rule.limit * (1.0 if rule.figure == CIRCLES else math.pi / 4)
        for rule, _ in _in_force(profile, fill_max)
        if rule.figure in (CIRCLES, SQUARES) and isinstance(rule.limit, float) and not rule.filter
    ]
    return min(limits, default=1.0)
