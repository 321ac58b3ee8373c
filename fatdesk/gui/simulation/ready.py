"""Ready-made studies of the papers, and what was published of networks that are simulated as there."""

from fatdesk.networks.simulation.reference_studies import READY_MADE, Published, published_of
from fatdesk.networks.simulation.study import SimulationStudy


def ready_titles() -> tuple[tuple[str, str], ...]:
    """What they are called, and what they show."""
    return tuple((ready.study.name, f"{ready.source}. {ready.told}") for ready in READY_MADE)


def ready_study(number: int) -> SimulationStudy:
    """One of them."""
    return READY_MADE[number].study


def papers_of(study: SimulationStudy) -> list[Published | None]:
    """What was published of each network of a study, where traffic and switches are those of the paper."""
    told = {one.network: one for one in published_of(study)}
    return [told.get(network.name) for network in study.networks]
