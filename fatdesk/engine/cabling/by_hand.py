"""Cables with a part or length set by hand instead of by rule."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from fatdesk.core.units import um_from_m
from fatdesk.engine.cabling.choice.choosing import Choice, Option, by_metre, metre_price, options_for, order
from fatdesk.engine.cabling.identity import link_ids
from fatdesk.engine.cabling.laying import FabricCabling
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.cabling.spans import State
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import Cable

BY_HAND = "chosen by hand"


@dataclass(frozen=True)
class ByHand:
    """A part, a length, or both; None: by rule. ``reason``: why the program decided; empty: a person did."""

    part: str | None = None
    length_m: float | None = None
    reason: str = ""


def with_decisions(
    cabling: FabricCabling, decisions: Mapping[str, ByHand], rules: CablingRules, catalog: Catalog
) -> FabricCabling:
    """The cabling with the cables that were decided by hand."""
    if not decisions:
        return cabling
    heads = cabling.heads
    ids = link_ids(cabling.fabric, heads, catalog)
    wishes = {
        link: decisions[name] for link, name in zip(heads.tolist(), ids, strict=True) if name in decisions
    }
    return with_wishes(cabling, wishes, rules, catalog)


def with_wishes(
    cabling: FabricCabling, wishes: Mapping[int, ByHand], rules: CablingRules, catalog: Catalog
) -> FabricCabling:
    """The cabling with what was decided of the cables that begin with some links."""
    if not wishes:
        return cabling
    heads = cabling.heads
    choices, reasons = list(cabling.choices), list(cabling.reasons)
    choice, reason = cabling.choice.copy(), cabling.reason.copy()
    state = cabling.spans.state.copy()
    made: dict[tuple[str, Decimal | None, int], int] = {}
    numbers: dict[str, int] = {}
    decided = np.isin(heads, np.array(list(wishes), np.int64))
    for number in np.flatnonzero(decided).tolist():
        wish = wishes[int(heads[number])]
        if wish.part is None and wish.length_m is None:
            continue
        before = choices[choice[number]] if choice[number] >= 0 else None
        option = _option(wish, before, cabling, number, catalog)
        if option is None:
            continue
        ordered = _ordered(option, wish, int(cabling.spans.computed_um[number]), rules)
        if ordered is None:
            continue
        modules = [part.id if part is not None else "" for part in (option.a, option.b)]
        key = (f"{option.cable.id} {option.each} {modules}", ordered.price, ordered.ordered_um)
        if key not in made:
            made[key] = len(choices)
            choices.append(ordered)
        choice[number] = made[key]
        why = wish.reason or BY_HAND
        if why not in numbers:
            numbers[why] = len(reasons)
            reasons.append(why)
        reason[number] = numbers[why]
        if state[number] == State.NO_CABLE:
            state[number] = State.LAID
    return replace(
        cabling,
        choice=choice,
        reason=reason,
        choices=tuple(choices),
        reasons=tuple(reasons),
        spans=replace(cabling.spans, state=np.asarray(state)),
    )


def _option(
    wish: ByHand, before: Choice | None, cabling: FabricCabling, number: int, catalog: Catalog
) -> Option | None:
    """The cable wished, with the transceivers that it needs here; alone where it does not fit."""
    if wish.part is None:
        return None if before is None else before.option
    part = catalog.find(wish.part)
    return option_by_hand(part, before, cabling, number, catalog) if isinstance(part, Cable) else None


def option_by_hand(
    part: Cable, before: Choice | None, cabling: FabricCabling, number: int, catalog: Catalog
) -> Option:
    """Return how a part is taken for a cable: with the transceivers of before where they fit."""
    fitting = fitting_options(cabling, number, part, catalog)
    same = [some for some in fitting if before and (some.a, some.b) == (before.option.a, before.option.b)]
    return next(iter((*same, *fitting)), Option(part))


def fitting_options(cabling: FabricCabling, number: int, part: Cable, catalog: Catalog) -> tuple[Option, ...]:
    """Ways to take a part for one cable of a fabric; none: it does not fit there."""
    if cabling.need[number] < 0:
        return (Option(part),)
    need = replace(cabling.needs[cabling.need[number]], only=())
    links = cabling.links[cabling.start[number] : cabling.start[number + 1]]
    fabric = cabling.fabric
    split = int(fabric.splits[links[0]]) > 1
    alone = len(links) == 1 or (split and len(set(fabric.ports[links, 0].tolist())) == 1)
    found = options_for(need, catalog, "any", part)
    return tuple(
        some for some in found if some.cable == part and (alone if some.each else len(links) == need.links)
    )


def _ordered(option: Option, wish: ByHand, computed_um: int, rules: CablingRules) -> Choice | None:
    if wish.length_m is not None:
        length_um = um_from_m(wish.length_m)
        return Choice(option, length_um, _price_of(option.cable, length_um, rules))
    if computed_um < 0:
        return None
    found = order(option, computed_um, rules)
    if found is not None:
        return Choice(option, *found)
    # by hand and too short: keep the longest there is, the check says by how much
    if not option.cable.lengths:
        return None
    longest = max(option.cable.lengths, key=lambda length: length.m)
    return Choice(option, um_from_m(longest.m), None if longest.price is None else longest.price.amount)


def _price_of(cable: Cable, length_um: int, rules: CablingRules) -> Decimal | None:
    """The price that the rules give for a length; a length that is not on the list is a custom one."""
    if by_metre(cable, rules):
        return metre_price(cable, length_um, custom=rules.lengths == "custom")
    listed = next((some for some in cable.lengths if um_from_m(some.m) == length_um), None)
    if listed is not None:
        return None if listed.price is None else listed.price.amount
    return metre_price(cable, length_um, custom=True)
