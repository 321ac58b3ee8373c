"""Whether what was designed still is what is asked: requirements may have changed since."""

from collections.abc import Iterator
from fractions import Fraction

from fatdesk.engine.core.finding import Finding, Severity
from fatdesk.engine.core.units import ratio
from fatdesk.engine.core.yaml_events import short
from fatdesk.project.project import FabricDecision, Project

RULE = "design-misses"
FIX = "search again under Requirements, or change what is asked"


def not_kept(project: Project) -> Iterator[Finding]:
    """A warning for each thing asked that the chosen design, or the floor, does not give."""
    for decision in project.fabrics:
        for text in _fabric(decision):
            yield Finding(Severity.WARNING, RULE, decision.requirement.name, text, FIX)
    limits = project.wishes.limits
    used = sum(bool(rack.devices) for rack in project.floor.racks)
    if limits.racks is not None and used > limits.racks:
        yield Finding(Severity.WARNING, RULE, "racks", f"{used} are used, {limits.racks} are allowed", FIX)


def _fabric(decision: FabricDecision) -> Iterator[str]:
    asked, design = decision.requirement, decision.design
    if design is None:
        return  # told by a rule of its own
    told = str(design.params.get("blocking", "1"))
    reached = _ratio(told)
    if reached is None:
        yield f"its blocking is {short(told)}, which is no ratio; asked is {asked.blocking}"
    elif reached > ratio(asked.blocking):
        yield f"its blocking is {reached}, asked is {asked.blocking}"
    if asked.families and design.family not in asked.families:
        yield f"it is of the family {design.family}, asked is {' or '.join(asked.families)}"
    for role, allowed in (("edge", asked.edge), ("middle", asked.core), ("core", asked.core)):
        use = design.part(role)
        if use is not None and allowed and use.part not in allowed:
            yield f"its {role} switch is {use.part}, asked is {' or '.join(allowed)}"
    for key, wanted in (("rails", asked.rails), ("planes", asked.planes)):
        number = str(design.params.get(key, 1))
        if number != str(wanted):
            yield f"it has {short(number)} {key}, asked are {wanted}"


def _ratio(text: str) -> Fraction | None:
    """What a file says, which may be anything."""
    try:
        return ratio(text)
    except ValueError:
        return None
