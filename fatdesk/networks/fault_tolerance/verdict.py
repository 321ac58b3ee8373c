"""The verdict on a network with failures: how many it survives, or how much of its throughput is left."""

from collections.abc import Sequence

from fatdesk.core.number_text import percentage
from fatdesk.networks.fault_tolerance.results import MeasuredFaults
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.simulation.link_rate import LinkRate, rate_text
from fatdesk.networks.verdict import Verdict, counted_text

NEARLY_ALL = 0.99
"""The most failures are named of which this share of all combinations is tolerated."""
ELEMENTS = {
    "network": ("link between switches", "links between switches"),
    "ends": ("host link", "host links"),
    "all": ("link", "links"),
    "switches": ("switch", "switches"),
}
PROVED = {"every combination tried": "every combination was tried", "minimum cut": "proved by minimum cut"}


def elements_text(faults: FaultParameters, count: int = 2) -> str:
    """Return what fails, singular or plural.

    >>> elements_text(FaultParameters(whole=True)), elements_text(FaultParameters(among="ends"), 1)
    ('links between switches', 'direction of a host link')
    """
    one, several = ELEMENTS[faults.among]
    if faults.whole or faults.among == "switches":
        return one if count == 1 else several
    return f"direction of a {one}" if count == 1 else f"directions of {several}"


def fault_verdict(name: str, found: MeasuredFaults | None, rate: LinkRate | None = None) -> Verdict:
    """Return how many failures a network always survives and mostly tolerates, or what must be measured.

    Parameters
    ----------
    name
        Of the network.
    rate
        Of its links, where throughput was measured; None: not known.
    """
    if found is None or found.nothing:
        return Verdict(
            "unknown", f"{name} is not measured yet. Run the study to see how many failures it survives."
        )
    sampled = found.on.sampled
    if sampled is not None:
        measure, parameters = sampled
        return Verdict("unknown", measure.verdict_text(name, found.points, parameters, rate))
    parts = [_always_text(name, found), _rows_text(found)]
    survives = found.always is not None and found.always.faults > 0
    return Verdict("nothing" if survives else "fabric", " ".join(part for part in parts if part))


def _always_text(name: str, found: MeasuredFaults) -> str:
    always, faults = found.always, found.on.faults
    if always is None:
        return f"How many failures {name} always survives is not calculated yet."
    count = always.faults
    what = elements_text(faults, count)
    if always.proof == "not proved":
        return f"{name} survives any {count:,} failed {what}; whether more is not proved."
    proof = PROVED[always.proof]
    if always.fatal is None:
        return f"{name} survives any number of failed {elements_text(faults)} ({proof})."
    if not count:
        return (
            f"{name} does not survive every single failure: one {elements_text(faults, 1)} can cut off hosts."
        )
    which = f"any failed {what}" if count == 1 else f"any {count:,} failed {what}"
    return f"{name} survives {which} ({proof}); {count + 1:,} in the worst places cut off hosts."


def _rows_text(found: MeasuredFaults) -> str:
    """The most failures that are nearly always tolerated, of those that are not always."""
    always = -1 if found.always is None else found.always.faults
    rows = [row for row in found.rows if row.faults > always]
    if not rows:
        return ""
    good = [row for row in rows if row.share >= NEARLY_ALL]
    row = good[-1] if good else rows[0]
    if not row.tolerated:
        tried = "failure" if row.faults == 1 else f"combination of {row.faults:,}"
        return f"No {tried} is tolerated."
    how = "all" if row.exhaustive else "random"
    return f"Of {how} combinations of {row.faults:,}, {percentage(row.share)} are tolerated."


def compared_verdict(found: Sequence[tuple[str, MeasuredFaults | None, Verdict]]) -> Verdict:
    """The verdict on several networks: that of the one that survives least, and the one that survives most.

    Parameters
    ----------
    found
        The name, results and verdict of each network.
    """
    known = [
        (name, _survived(one), verdict)
        for name, one, verdict in found
        if one is not None and not one.nothing and _survived(one) is not None
    ]
    if len(known) < 2:
        measured = [one for one in found if one[1] is not None and not one[1].nothing]
        return (measured or list(found))[0][2]
    quantity = next((one.on.sampled[0].quantities[0] for _, one, _ in found if one and one.on.sampled), None)
    less = quantity is not None and quantity.less_is_better
    ranked = sorted(known, key=lambda one: one[1] or 0.0, reverse=less)
    (_, worst, verdict), (best, figure, _) = ranked[0], ranked[-1]
    if worst == figure or figure is None:
        return verdict
    if quantity is None:
        text = f"survives most: any {counted_text(figure, 'failure')}"
    elif quantity.is_rate:
        text = f"keeps most: {rate_text(figure, None)}"
    else:
        text = f"has the {'least' if less else 'most'}: {quantity.text(figure)} {quantity.unit}".rstrip()
    return Verdict(verdict.limit, f"{verdict.text} Of {len(known)} networks {best} {text}.")


def _survived(found: MeasuredFaults) -> float | None:
    """Failures that are always survived, or the quantity that is measured with most failures."""
    if found.on.sampled is not None:
        return found.on.sampled[0].quantities[0].of(found.points[-1]).mean
    return None if found.always is None else float(found.always.faults)
