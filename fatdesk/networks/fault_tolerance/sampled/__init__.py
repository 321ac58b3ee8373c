"""Measures of random combinations of failures, one module each, and the registry of all of them."""

import msgspec

from fatdesk.networks.fault_tolerance.sampled import throughput
from fatdesk.networks.fault_tolerance.sampled.measure import SampledMeasure, SampledParameters

SAMPLED: tuple[SampledMeasure, ...] = (throughput.MEASURE,)
"""In the order in which they are offered."""


def chosen(record: object) -> tuple[SampledMeasure, SampledParameters] | None:
    """The measure of which a study, or the inputs of results, hold parameters; None: of none."""
    for measure in SAMPLED:
        parameters = getattr(record, measure.name)
        if parameters is not None:
            return measure, parameters
    return None


def with_parameters(record: type[msgspec.Struct]) -> type[msgspec.Struct]:
    """Return the record with a field for the parameters of each measure; those it has stay where they are."""
    fields = {field.name for field in msgspec.structs.fields(record)}
    more = [
        (measure.name, measure.parameters | None, None) for measure in SAMPLED if measure.name not in fields
    ]
    name = f"{record.__name__}WithParameters"
    return msgspec.defstruct(name, more, bases=(record,), frozen=True, kw_only=True)
