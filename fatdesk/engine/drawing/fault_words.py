"""What a fault study asks, and what was measured, in words for pictures and lists."""

from collections.abc import Mapping, Sequence

from fatdesk.engine.drawing.sketch import counted
from fatdesk.engine.drawing.study_words import switching_words, traffic_words
from fatdesk.networks.fault_tolerance.reference_studies import PublishedAlways
from fatdesk.networks.fault_tolerance.results import FaultStudyResult, MeasuredFaults
from fatdesk.networks.fault_tolerance.study import DegradationAsked, FaultsAsked, FaultStudy

THINGS = {
    "network": "links between switches",
    "ends": "links of hosts",
    "all": "links of all kinds",
    "switches": "switches",
}
MOST_NAMED = 8
"""Things of a fatal combination that are named in a caption."""


def asked_words_of(asked: FaultsAsked) -> str:
    """What fails.

    >>> asked_words_of(FaultsAsked(whole=True)), asked_words_of(FaultsAsked(among="switches"))
    ('links between switches, whole cables', 'switches with all their links')
    """
    if asked.among == "switches":
        return "switches with all their links"
    return f"{THINGS[asked.among]}, {'whole cables' if asked.whole else 'each way by itself'}"


def asked_of_faults(study: FaultStudy) -> str:
    """What fails, how combinations are found, and how throughput is measured, in a few sentences."""
    fails = f"What fails: {asked_words_of(study.faults)}."
    if study.degradation is not None:
        return f"{fails} {_throughput_words(study.degradation, study.seed)}"
    if not study.counts:
        return fails
    return (
        f"{fails} All combinations where there are at most {study.combinations:,}, else so many at random "
        f"(seed {study.seed})."
    )


def _throughput_words(asked: DegradationAsked, seed: int) -> str:
    load = "all that hosts can inject" if asked.load is None else f"{asked.load:g} flits a cycle and host"
    warmup = "until settled" if asked.duration.warmup is None else counted(asked.duration.warmup, "cycle")
    return (
        f"Mean over {counted(asked.samples, 'random combination')} that the network tolerates (seed {seed}). "
        f"Traffic: {traffic_words(asked.traffic)}, {load}. {switching_words(asked.switching)} "
        f"Warm-up {warmup}, then {asked.duration.cycles:,} cycles."
    )


def measured_of_faults(result: FaultStudyResult) -> list[str]:
    """What is to be said of the rows: what is missing, what is fatal, and which version measured."""
    study = result.study
    pairs = list(zip(study.networks, result.networks, strict=True))
    words = []
    missing = [network.name for network, found in pairs if found is None or found.nothing]
    if missing:
        words.append(f"Not measured: {', '.join(missing)}.")
    for (network, found), names in zip(pairs, result.fatal, strict=False):
        if found is not None and len(pairs) <= MOST_NAMED and (said := fatal_words(found, names)):
            words.append(f"{network.name} is cut by {said}.")
    programs = sorted({found.program for _, found in pairs if found is not None and found.program})
    if programs:
        words.append(f"Measured by fatdesk {', '.join(programs)}.")
    return words


def fatal_of(found: MeasuredFaults) -> tuple[int, ...] | None:
    """The smallest combination that is known not to be tolerated, by the numbers of its things."""
    known = [] if found.always is None or found.always.fatal is None else [found.always.fatal]
    known += [row.fatal for row in found.rows if row.fatal is not None]
    return min(known, key=len, default=None)


def fatal_words(found: MeasuredFaults, names: Mapping[int, str]) -> str:
    """The smallest combination that is not tolerated, by the names of its things; empty: none is known."""
    things = fatal_of(found)
    return "" if things is None or not all(thing in names for thing in things) else named(things, names)


def named(things: Sequence[int], names: Mapping[int, str], most: int = MOST_NAMED) -> str:
    """Things by their names; where there are more than ``most``, how many more.

    >>> named((3, 5, 8), {3: "A to B", 5: "A to C", 8: "A to D"}, most=2)
    'A to B; A to C and 1 more'
    """
    more = f" and {len(things) - most:,} more" if len(things) > most else ""
    return "; ".join(names[thing] for thing in things[:most]) + more


def always_words(found: MeasuredFaults) -> str:
    """How many faults are always tolerated, as short as can be; empty: that was not worked out."""
    if found.always is None:
        return ""
    least = "at least " if found.always.proof == "not proved" else ""
    return f"{least}{found.always.faults:,} always"


def fault_keys(result: FaultStudyResult, published: tuple[PublishedAlways, ...]) -> list[str]:
    """Each network for a key: its name, how packets find their way, its hosts, what it always tolerates."""
    told = {one.network: one.faults for one in published}
    words = []
    for network, found in zip(result.study.networks, result.networks, strict=True):
        parts = [network.name]
        if found is not None:
            parts += [found.on.scheme, counted(found.on.hosts, "host")]
            if always := always_words(found):
                parts.append(always + (f" (paper {told[network.name]:,})" if network.name in told else ""))
        words.append(" · ".join(parts))
    return words
