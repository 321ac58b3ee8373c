"""Whether a design still meets its requirements, which may have changed since it was chosen."""

from collections.abc import Iterator
from fractions import Fraction

from fatdesk.core.finding import Finding, Severity
from fatdesk.core.units import ratio
from fatdesk.core.yaml_events import short
from fatdesk.engine.design.allowed import allowed_parts
from fatdesk.project.document.project import FabricDecision, Project

RULE = "design-misses"
FIX = "search again under Requirements, or change what is asked"


def not_kept(project: Project) -> Iterator[Finding]:
    """What the chosen designs do not meet: an error where a part is not allowed."""
    for decision in project.fabrics:
        for text in _parts(decision):
            yield Finding(Severity.ERROR, RULE, decision.requirement.name, text, FIX)
        for text in _fabric(decision):
            yield Finding(Severity.WARNING, RULE, decision.requirement.name, text, FIX)


def _fabric(decision: FabricDecision) -> Iterator[str]:
    asked, design = decision.requirement, decision.design
    if design is None:
        return  # reported by a rule of its own
    told = str(design.params.get("blocking", "1"))
    reached = _ratio(told)
    if reached is None:
        yield f"its blocking is {short(told)}, which is no ratio; asked is {asked.blocking}"
    elif reached > ratio(asked.blocking):
        yield f"its blocking is {reached}, asked is {asked.blocking}"
    if asked.families and design.family not in asked.families:
        yield f"it is of the family {design.family}, asked is {' or '.join(asked.families)}"
    for key, wanted in (("rails", asked.rails), ("planes", asked.planes)):
        number = str(design.params.get(key, 1))
        if number != str(wanted):
            yield f"it has {short(number)} {key}, asked are {wanted}"


def _parts(decision: FabricDecision) -> Iterator[str]:
    """Switches that the lists ``edge`` and ``core`` do not allow in their roles."""
    asked, design = decision.requirement, decision.design
    if design is None:
        return  # reported by a rule of its own
    for use in design.switches:
        allowed = allowed_parts(asked, design, use.role)
        if allowed is not None and use.part not in allowed:
            yield f"its {use.role} switch is {use.part}, allowed is {' or '.join(allowed) or 'no part'}"


def _ratio(text: str) -> Fraction | None:
    """What a file says, which may be anything."""
    try:
        return ratio(text)
    except ValueError:
        return None
