"""Ready-made studies of the papers, and what was published of networks that are simulated as there."""

from fatdesk.engine.sim.studies import READY_MADE, Published
from fatdesk.engine.sim.study import Simulated, SimulationStudy


def ready_titles() -> tuple[tuple[str, str], ...]:
    """What they are called, and what they show."""
    return tuple((ready.study.name, f"{ready.source}. {ready.told}") for ready in READY_MADE)


def ready_study(number: int) -> SimulationStudy:
    """One of them."""
    return READY_MADE[number].study


def papers_of(study: SimulationStudy) -> list[Published | None]:
    """What was published of each network of a study, where traffic and switches are those of the paper."""
    return [_published(study, network) for network in study.networks]


def _published(study: SimulationStudy, network: Simulated) -> Published | None:
    for ready in READY_MADE:
        if (ready.study.traffic, ready.study.switching) != (study.traffic, study.switching):
            continue
        same = [
            one.name
            for one in ready.study.networks
            if (one.spec, one.scheme) == (network.spec, network.scheme)
        ]
        found = next((one for one in ready.published if one.network in same), None)
        if found is not None:
            return found
    return None
