"""Trays for copper or fibre alone: the medium of each group of links, which decides on the trays it uses.

For each group the cheapest copper cable on the shortest route through trays for copper is compared with the
cheapest optical one on the shortest route through trays for fibre.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from fatdesk.core.arrays import Longs
from fatdesk.engine.cabling.choice.choosing import COPPER, MEDIA_ORDER, Assortment, Choice, whole_price
from fatdesk.engine.cabling.choice.group_options import WHY_NOT, Formed
from fatdesk.engine.cabling.choice.link_groups import PlugPair
from fatdesk.engine.cabling.paths_apart import kinds_of_links, with_kinds_of_links
from fatdesk.engine.cabling.positions import FloorPositions
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.floor.floor import Floor

OF_COPPER, OF_FIBRE = 1, 2
WORDS = {OF_COPPER: "copper", OF_FIBRE: "fibre"}
Forced = Mapping[int, int]
"""Media of cables by their first link, where they are decided by hand."""


def is_separated(floor: Floor) -> bool:
    """Whether some trays are for copper or fibre alone."""
    return any(tray.carries != "all" for tray in floor.trays)


def medium_of(cable: Cable) -> int:
    """Return whether a cable is of copper or of fibre."""
    return OF_COPPER if cable.medium in COPPER else OF_FIBRE


def with_media(
    formed: Sequence[Formed],
    positions: FloorPositions,
    rules: CablingRules,
    forced: Sequence[Forced],
    deciding: Callable[[FloorPositions], list[Longs]],
) -> tuple[list[Formed], FloorPositions]:
    """Return the groups with what could cable each in its medium, and the positions with routes for that.

    Parameters
    ----------
    forced
        For each fabric; empty: nothing is decided by hand.
    deciding
        What works out for each fabric the length that decides on each group.
    """
    lengths = {
        medium: deciding(
            _of_media(formed, positions, [np.full(len(one.fabric.ends), medium) for one in formed])
        )
        for medium in WORDS
    }
    parted, media = [], []
    for number, one in enumerate(formed):
        new = _by_medium(one, rules)
        copper, fibre = (lengths[medium][number] for medium in WORDS)
        of_group = _media_of_groups(one, new.assortment, copper, fibre)
        of_link = np.zeros(len(one.fabric.ends), np.int64)
        sizes = np.diff(one.groups.start)
        for link, medium in (forced[number] if forced else {}).items():
            of_link[link] = medium
        by_hand = (
            np.maximum.reduceat(of_link[one.groups.links], one.groups.start[:-1]) if len(sizes) else sizes
        )
        of_group = np.where(by_hand > 0, by_hand, of_group)
        of_link[one.groups.links] = np.repeat(of_group, sizes)
        need = of_group * len(one.groups.needs) + one.groups.need
        groups = replace(new.groups, need=need.astype(np.int32))
        parted.append(replace(new, groups=groups))
        media.append(of_link)
    return parted, _of_media(formed, positions, media)


def _of_media(formed: Sequence[Formed], positions: FloorPositions, media: Sequence[Longs]) -> FloorPositions:
    """The positions with routes that avoid trays of the other medium."""
    fabrics = [one.fabric for one in formed]
    base, carries = positions.kinds, [tray.carries for tray in positions.floor.trays]
    restrictions, names = list(base.restrictions), list(base.rules)
    count = len(restrictions)
    for word in WORDS.values():
        closed = {n for n, what in enumerate(carries) if what not in ("all", word)}
        for rule, own in zip(base.restrictions, base.rules, strict=True):
            restrictions.append(rule._replace(avoid=tuple(sorted({*rule.avoid, *closed}))))
            names.append((*own, f"trays for {word}"))
    kinds = [
        of_links + count * medium
        for of_links, medium in zip(kinds_of_links(fabrics, positions), media, strict=True)
    ]
    return with_kinds_of_links(positions, restrictions, names, kinds)


def _by_medium(formed: Formed, rules: CablingRules) -> Formed:
    """The groups with three times their needs: of any medium, of copper, and of fibre."""
    needs, options = formed.groups.needs, formed.assortment.of_need
    every = list(options)
    for medium in WORDS:
        every += [tuple(one for one in some if medium_of(one.cable) == medium) for some in options]
    assortment = Assortment(needs * 3, every, rules, WHY_NOT)
    return replace(formed, groups=replace(formed.groups, needs=needs * 3), assortment=assortment)


def _media_of_groups(formed: Formed, assortment: Assortment, copper: Longs, fibre: Longs) -> Longs:
    """The medium of each group: of the cheaper of two cables; where there is none, of what has a route."""
    groups, count = formed.groups, len(formed.groups.needs)
    chosen, choices = {}, {}
    for medium, lengths in ((OF_COPPER, copper), (OF_FIBRE, fibre)):
        option = np.full(len(groups.need), -1, np.int64)
        for need in np.unique(groups.need).tolist():
            here = np.flatnonzero((groups.need == need) & (lengths >= 0))
            option[here], _ = assortment.take(medium * count + need, lengths[here])
        chosen[medium], choices[medium] = assortment.order(option, lengths)
    found = np.where((copper >= 0) & (fibre < 0), OF_COPPER, OF_FIBRE).astype(np.int64)
    found[chosen[OF_COPPER] >= 0] = OF_COPPER
    found[(chosen[OF_COPPER] < 0) & (chosen[OF_FIBRE] >= 0)] = OF_FIBRE
    both = np.flatnonzero((chosen[OF_COPPER] >= 0) & (chosen[OF_FIBRE] >= 0))
    rows = np.stack([groups.need[both], chosen[OF_COPPER][both], chosen[OF_FIBRE][both]])
    distinct, which = np.unique(rows, axis=1, return_inverse=True)
    better = [
        OF_COPPER
        if _key(groups.needs[need], choices[OF_COPPER][one])
        <= _key(groups.needs[need], choices[OF_FIBRE][other])
        else OF_FIBRE
        for need, one, other in distinct.T.tolist()
    ]
    found[both] = np.array(better, np.int64)[which.reshape(-1)]
    return found


def _key(need: PlugPair, choice: Choice) -> tuple[bool, object, int, int]:
    """The order of choices, the cheaper first, as for cables of any medium."""
    price = whole_price(need, choice.option, choice.price)
    return price is None, price or 0, MEDIA_ORDER.index(choice.option.cable.medium), choice.ordered_um
