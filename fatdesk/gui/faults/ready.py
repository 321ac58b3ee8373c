"""Ready-made fault studies of the papers."""

from fatdesk.networks.fault_tolerance.reference_studies import READY_MADE_FAULTS
from fatdesk.networks.fault_tolerance.study import FaultStudy


def ready_titles() -> tuple[tuple[str, str], ...]:
    """What they are called, and what they show."""
    return tuple((ready.study.name, f"{ready.source}. {ready.told}") for ready in READY_MADE_FAULTS)


def ready_study(number: int) -> FaultStudy:
    """One of them."""
    return READY_MADE_FAULTS[number].study


def told_of(study: FaultStudy) -> str:
    """What the paper says of a study that is asked as there; empty: nothing."""
    return next((ready.told for ready in READY_MADE_FAULTS if ready.study == study), "")
