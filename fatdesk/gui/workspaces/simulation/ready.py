"""Ready-made studies of the papers, and what was published of their networks."""

from fatdesk.engine.sim.study import SimulationStudy


def ready_titles() -> tuple[str, ...]:
    """What they are called."""
    return ()


def ready_study(number: int) -> SimulationStudy:
    """One of them."""
    raise IndexError(number)


def papers_of(study: SimulationStudy) -> list[float | None]:
    """The published throughput of each network of a study."""
    return [None] * len(study.networks)
