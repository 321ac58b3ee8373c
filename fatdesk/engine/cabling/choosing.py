"""Which cable is taken for a length: the cheapest of those that reach, with the reason in words."""

from dataclasses import dataclass
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from fatdesk.core.arrays import Longs
from fatdesk.core.units import m_from_um, um_from_m
from fatdesk.engine.cabling.forming import Form, PlugPair
from fatdesk.engine.cabling.options import MEDIA_ORDER, Option, by_metre, order, thresholds
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.plugs import Plug

NO_OPTION = -1


@dataclass(frozen=True)
class Choice:
    """What is ordered for a cable; the price is of the cable alone."""

    option: Option
    ordered_um: int
    price: Decimal | None


@dataclass(frozen=True, eq=False)
class Decision:
    """For each of some lengths the option taken (NO_OPTION: none) and the reason."""

    option: NDArray[np.int64]
    reason: NDArray[np.int64]
    reasons: tuple[str, ...]


def decide(need: PlugPair, options: tuple[Option, ...], lengths_um: Longs, rules: CablingRules) -> Decision:
    """Take the cheapest option for each length.

    Options with an unknown price rank behind those with a known one; among equals copper comes before
    optical, the shorter before the longer, then the part id.
    """
    reps, inverse = _representatives(options, lengths_um, rules)
    picked, reasons = [], []
    for length in reps.tolist():
        number, why = best(need, options, length, rules)
        picked.append(number)
        reasons.append(why)
    return Decision(
        np.array(picked, np.int64)[inverse] if len(reps) else np.zeros(0, np.int64),
        inverse,
        tuple(reasons),
    )


def _representatives(
    options: tuple[Option, ...], lengths_um: Longs, rules: CablingRules
) -> tuple[Longs, NDArray[np.int64]]:
    """A few lengths that stand for all: between two thresholds every length is decided alike."""
    steps = [thresholds(option, rules) for option in options]
    if any(step is None for step in steps):
        reps, inverse = np.unique(lengths_um, return_inverse=True)
        return reps, inverse.reshape(-1)
    edges = np.unique(np.array([x for step in steps if step is not None for x in step], np.int64))
    bucket = np.searchsorted(edges, lengths_um, side="left")
    used, inverse = np.unique(bucket, return_inverse=True)
    beyond = int(lengths_um.max(initial=0))
    reps = np.array([edges[i] if i < len(edges) else beyond for i in used.tolist()], np.int64)
    return reps, inverse.reshape(-1)


def best(need: PlugPair, options: tuple[Option, ...], length: int, rules: CablingRules) -> tuple[int, str]:
    """The number of the option that is taken for a length (NO_OPTION: none), and why."""
    ranked = []
    short: list[str] = []
    for number, option in enumerate(options):
        ordered = order(option, length, rules)
        if ordered is None:
            short.append(option.cable.id)
            continue
        price = whole_price(need, option, ordered[1])
        known = Decimal(0) if price is None else price
        medium = MEDIA_ORDER.index(option.cable.medium)
        # by the metre comes last among equals: a listed length can be ordered by its number
        unlisted = by_metre(option.cable, rules)
        # the module that reaches least is the plainest
        key = (price is None, known, medium, unlisted, ordered[0], option.reach_um, option.cable.id, number)
        ranked.append((key, price, number))
    if not ranked:
        return NO_OPTION, _nothing(need, options, short)
    ranked.sort(key=lambda entry: entry[0])
    _, price, number = ranked[0]
    return number, _reason(options[number], price, len(ranked), short)


def whole_price(need: PlugPair, option: Option, cable_price: Decimal | None) -> Decimal | None:
    """What the whole need costs with an option, transceivers included; None when some price is unknown."""
    if cable_price is None:
        return None
    total = cable_price * need.links if option.each else cable_price
    for plug, module, far in ((need.a, option.a, False), (need.b, option.b, True)):
        if module is None:
            continue
        if module.price is None or module.price.amount is None:
            return None
        total += module.price.amount * module_count(need, plug, far=far)
    return total


def module_count(need: PlugPair, plug: Plug, *, far: bool) -> Decimal:
    """How many transceivers a need takes at one end; of a cage that it shares the share."""
    match need.form:
        case Form.SHARED:
            return 1 / Decimal(plug.links)
        case Form.SPLIT:
            return (need.links if far else 1) / Decimal(plug.links)
        case Form.LEGS if plug.links == 1:
            return Decimal(need.links)
    return Decimal(1)


def _reason(option: Option, price: Decimal | None, reaching: int, short: list[str]) -> str:
    if reaching == 1:
        text = "the only one that fits and reaches"
    elif price is None:
        text = (
            f"first of {reaching} that reach, none of them priced: copper before optical, short before long"
        )
    else:
        text = f"cheapest of {reaching} that reach"
    if option.a is not None and option.b is not None:
        modules = option.a.id if option.a.id == option.b.id else f"{option.a.id} and {option.b.id}"
        text += f", with {modules}"
    if short:
        text += f"; too short: {', '.join(sorted(set(short)))}"
    return text


def _nothing(need: PlugPair, options: tuple[Option, ...], short: list[str]) -> str:
    which = "approved cable" if need.only else "cable"
    if not options:
        return (
            f"no {which} in the catalog joins {need.a.connector} and {need.b.connector} "
            f"at {need.a.rate_gbps:g} Gb/s for {need.links} link{'s' if need.links > 1 else ''}"
        )
    reach = max(_longest(option) for option in options)
    return f"no {which} reaches: the longest of {', '.join(sorted(set(short)))} is {m_from_um(reach):g} m"


def _longest(option: Option) -> int:
    """The longest length that an option covers, micrometres."""
    listed = [um_from_m(length.m) for length in option.cable.lengths]
    return max((some for some in listed if some <= option.reach_um), default=option.reach_um)
