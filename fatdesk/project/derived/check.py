"""Check a whole project, requirements and rules included, and mark waived findings."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from msgspec.structs import replace

from fatdesk.core.finding import Finding, Severity
from fatdesk.core.formats.yaml_events import field_name, short
from fatdesk.core.memory import collection_paused
from fatdesk.core.units import ratio
from fatdesk.engine.bill.deployability import StepWork
from fatdesk.engine.bill.making import check_bill
from fatdesk.engine.cabling.checks import LabelCheck, check_cabling, check_routes
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.contradicting import every
from fatdesk.engine.design.judging.allowed import allowed_parts
from fatdesk.engine.drawing.sheets.labels import LabelRoom
from fatdesk.engine.families.design import WITH_CORE
from fatdesk.engine.floor.checks import (
    check_aisles,
    check_caps,
    check_doors,
    check_edges,
    check_feeds,
    floor_checks,
)
from fatdesk.engine.floor.facility_checks import check_air, check_facility
from fatdesk.engine.floor.floor import cell_findings
from fatdesk.engine.floor.placement.blocks import load_of
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.physical.belonging import members
from fatdesk.engine.rules.judging import Judged
from fatdesk.engine.rules.profiles import shipped_profiles
from fatdesk.engine.rules.rule_problems import clashes, rule_problems
from fatdesk.engine.rules.rules import Rule
from fatdesk.engine.structured.checks import check_structured
from fatdesk.engine.wiring.label_kinds import label_kinds
from fatdesk.engine.wiring.rows import near_labels
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.naming import LABEL_LENGTH, writing_of
from fatdesk.project.derived.placed_figures import over_limits
from fatdesk.project.derived.waiving import Checked, with_waivers
from fatdesk.project.document.project import FabricDecision, Project
from fatdesk.project.document.replugging import replugged_findings

UNSOUND, CONTRADICT, NOWHERE = "rule-unsound", "rules-contradict", "rule-of-nothing"
RULE_FIX = "change or remove the rule under Rules, or with fatdesk rules"
MOST = 3
"""Elements that a text names."""


def judged_findings(derived: Derived) -> Iterator[Finding]:
    """Findings by the rules; those of rows and levels name the racks and switches that these consist of."""
    for judged in derived.judged:
        parts = members(derived.placed, judged.rule.scope)
        for one in judged.findings():
            yield replace(one, elements=parts[one.where]) if one.where in parts else one


def rule_findings(rules: Sequence[Rule], judged: Sequence[Judged[Any]]) -> Iterator[Finding]:
    """Errors of rules that judge nothing or that no element can keep, notes of filters that name nothing.

    Parameters
    ----------
    rules
        Those of the project.
    judged
        All rules that it is judged by.
    """
    for rule in rules:
        for place, what in rule_problems(rule, FIGURES):
            yield Finding(Severity.ERROR, UNSOUND, rule.name, f"{field_name(place)}: {what}", RULE_FIX)
    for clash in clashes(judged):
        some = ", ".join(clash.elements[:MOST])
        more = f" and {len(clash.elements) - MOST:,} more" if len(clash.elements) > MOST else ""
        text = (
            f"{clash.title} {clash.most} by {clash.upper} and {clash.least} by {clash.lower}:"
            f" no value keeps both, of {some}{more}"
        )
        yield Finding(Severity.ERROR, CONTRADICT, clash.lower, text, RULE_FIX)
    own = {rule.name for rule in rules if rule.filter}
    for one in judged:
        if one.rule.name in own and not len(one.values.elements):
            names = ", ".join(one.rule.filter)
            text = f"judges nothing: no {one.rule.scope} with this figure passes its filter ({names})"
            yield Finding(Severity.NOTE, NOWHERE, one.rule.name, text, RULE_FIX)


RULE = "design-misses"
FIX = "search again under Requirements, or change the requirements"


def not_kept(project: Project) -> Iterator[Finding]:
    """Return requirements that the chosen designs do not meet: an error where a part is not allowed."""
    for decision in project.fabrics:
        for text in _parts(decision):
            yield Finding(Severity.ERROR, RULE, decision.requirement.name, text, FIX)
        for text in _fabric(decision):
            yield Finding(Severity.WARNING, RULE, decision.requirement.name, text, FIX)


def contradicting(project: Project, catalog: Catalog) -> Iterator[Finding]:
    """Return requirements that contradict each other, which a requirements file would not state."""
    fabrics = [decision.requirement for decision in project.fabrics]
    for problem in every(project.hosts, fabrics, catalog):
        section, number, key, *_ = problem.place
        assert isinstance(number, int)
        where = fabrics[number].name if section == "fabrics" else project.hosts[number].name
        fix = "change it under Requirements"
        yield Finding(Severity.ERROR, "contradiction", where, f"{key}: {problem.what}", fix)


def _fabric(decision: FabricDecision) -> Iterator[str]:
    requested, design = decision.requirement, decision.design
    if design is None:
        return  # reported by a rule of its own
    blocking = str(design.params.get("blocking", "1"))
    reached = _ratio(blocking)
    if reached is None:
        yield f"its blocking is {short(blocking)}, which is not a ratio; requested: {requested.blocking}"
    elif reached > (asked := ratio(requested.blocking)) and (asked >= 1 or design.family != "star"):
        yield f"its blocking is {reached}, requested: {requested.blocking}"
    if requested.families and design.family not in requested.families:
        yield f"it is of the family {design.family}, requested: {' or '.join(requested.families)}"
    places, most = design.number("P_En") * design.number("split", 1), requested.hosts_per_edge
    if most is not None and places > most and design.family != "star":
        yield f"its edge switches have places for {places} hosts, at most {most} are allowed"
    if design.family == "egft" and (requested.pods == "rail") != bool(design.number("rail_pods")):
        yield f"its pods are not the requested ones ({requested.pods})"
    by_rack = design.number("rack_edges") * requested.rails * requested.planes
    if requested.edges_per_rack and design.family != "star" and by_rack != requested.edges_per_rack:
        number = f"{by_rack} edge switches in a rack" if by_rack else "no edge switches by rack"
        yield f"it has {number}, requested: {requested.edges_per_rack}"
    cores = design.number("C") * design.number("planes", 1)
    if requested.core_count and design.family in WITH_CORE and cores != requested.core_count:
        yield f"it has {cores} core switches, requested: {requested.core_count}"
    if requested.edges_per_group and design.number("a") != requested.edges_per_group:
        yield f"it has {design.number('a')} edge switches in a group, requested: {requested.edges_per_group}"
    for key, wanted in (("rails", requested.rails), ("planes", requested.planes)):
        number = str(design.params.get(key, 1))
        if number != str(wanted):
            yield f"it has {short(number)} {key}, requested: {wanted}"


def _parts(decision: FabricDecision) -> Iterator[str]:
    """Switches that the lists ``edge`` and ``core`` do not allow in their roles."""
    requested, design = decision.requirement, decision.design
    if design is None:
        return  # reported by a rule of its own
    for use in design.switches:
        allowed = allowed_parts(requested, design, use.role)
        if allowed is not None and use.part not in allowed:
            yield f"its {use.role} switch is {use.part}, allowed is {' or '.join(allowed) or 'no part'}"


def _ratio(text: str) -> Fraction | None:
    """Return a ratio read from a file, which may be any value."""
    try:
        return ratio(text)
    except ValueError:
        return None


RACKS_A_STEP, LABELS_A_STEP = 20, 500


def check(
    derived: Derived,
    besides: Iterable[Finding] = (),
    growth: StepWork | str | None = None,
    today: str = "",
) -> list[Checked]:
    """All findings of a project, errors first.

    Parameters
    ----------
    besides
        What is found by who knows more than projects: of documents, for one.
    growth
        Work of the next growth step, or why it is not possible; None: limits on it count as met.
    today
        The day on which waivers count, ``2026-11-27``; empty: none has ended.
    """
    steps = checking(derived, besides, growth, today)
    with collection_paused():  # there are as many labels as ends of cables
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found: list[Checked] = end.value
                return found


def checking(
    derived: Derived,
    besides: Iterable[Finding] = (),
    growth: StepWork | str | None = None,
    today: str = "",
) -> Generator[None, None, list[Checked]]:
    """The same in small steps, so that something else can be done between them."""
    project = derived.project
    findings = [*_undecided(derived), *_unjoined(derived), *not_kept(project)]
    findings += contradicting(project, derived.catalog)
    findings += derived.fabric_findings
    findings += replugged_findings(project.replugged, derived.built.misfits)
    findings += _studied(derived.project)
    findings += besides
    yield
    fed = {some.rack.number for some in derived.facility.racks if some.stated and None not in some.usable_w}
    racks = floor_checks(
        project.floor, derived.wanted, derived.catalog, derived.plugged, fed, derived.rack_cables
    )
    for number, some in enumerate(racks):
        findings += some
        if number % RACKS_A_STEP == 0:
            yield
    findings += _caps(derived)
    findings += check_aisles(project.floor, project.wishes.room)
    findings += check_edges(project.floor, derived.fabrics, derived.catalog)
    findings += check_feeds(project.floor)
    findings += check_doors(project.floor, derived.catalog)
    findings += cell_findings(project.floor, derived.catalog.find)
    yield
    findings += check_facility(derived.facility, project.wishes.room)
    findings += check_air(project.floor, derived.catalog, derived.fabrics)
    yield
    findings += check_cabling(derived.cabling, project.floor, derived.catalog)
    findings += check_routes(derived.cabling, project.floor, project.cabling.apart)
    if derived.structured is not None:
        findings += check_structured(derived.structured, project.floor, derived.catalog, project.cabling)
    yield
    findings += [*_unknown_profile(project), *rule_findings(project.rules, derived.judged)]
    findings += judged_findings(derived)
    yield
    findings += check_bill(derived.bill, derived.items)
    findings += over_limits(derived, growth)
    yield
    findings += derived.findings_of_names(derived.named, project.naming)
    yield
    findings += yield from _labels(derived)
    yield
    findings += _orphans(derived)
    yield
    return with_waivers(findings, project.waivers, today, [one.name for one in project.revisions])


def _labels(derived: Derived) -> Generator[None, None, list[Finding]]:
    """Labels that are alike, too long, or wider than what they are printed on."""
    cabling, writing = derived.cabling, writing_of(derived, derived.named, derived.project.naming)
    labels, room = LabelCheck(LABEL_LENGTH), LabelRoom()
    kinds = yield from label_kinds(cabling, writing, LABEL_LENGTH)
    if kinds is not None:
        room.see(kinds)
    else:
        every = near_labels(cabling, writing)
        while ends := list(islice(every, LABELS_A_STEP)):
            labels.see([label for label, _ in ends])
            room.see(ends)
            yield
    found = labels.findings(near_labels(cabling, writing))
    yield
    return found + room.findings()


def _undecided(derived: Derived) -> list[Finding]:
    return [
        Finding(Severity.ERROR, "no-design", decision.requirement.name, "no design is chosen for this fabric")
        for decision in derived.project.fabrics
        if not decision.decided
    ] + [
        Finding(Severity.ERROR, "does-not-build", name, why, "design it again: Requirements offers that")
        for name, why in derived.built.problems.items()
    ]


def _unjoined(derived: Derived) -> list[Finding]:
    """Hosts of no network."""
    text = "no network joins them: they are on the bill, and in no rack"
    outside = {group for fabric in derived.fabrics for group, _ in fabric.outside}
    return [
        Finding(Severity.WARNING, "no-fabric", group.name, text, "let a fabric join them, or remove them")
        for group in derived.project.hosts
        if f"{group.name}/1" not in derived.wanted and group.name not in outside
    ]


def _studied(project: Project) -> list[Finding]:
    """Fabrics that simulations, fault studies and schedule studies name and that are no longer there."""
    fabrics = {fabric.requirement.name for fabric in project.fabrics}
    return [
        Finding(
            Severity.WARNING,
            "no-such-fabric",
            study.name,
            f"{what} the fabric {network.fabric}, which is not there",
            f"name another network in the {word}, or remove it",
        )
        for what, word, studies in (
            ("simulates", "simulation", project.simulations),
            ("disables links of", "fault study", project.faults),
            ("schedules traffic on", "schedule study", project.schedules),
        )
        for study in studies
        for network in study.networks
        if network.fabric and network.fabric not in fabrics
    ]


def _unknown_profile(project: Project) -> list[Finding]:
    name = project.cabling.profile
    if name is None or name in shipped_profiles():
        return []
    known = ", ".join(shipped_profiles())
    text = f"there is no rule profile {name!r}: the default holds, known are {known}"
    return [Finding(Severity.ERROR, "no-such-profile", "cabling", text, "select another under Requirements")]


def _caps(derived: Derived) -> list[Finding]:
    """Racks with more switches or cables than the requirements of the room allow."""
    room = derived.project.wishes.room
    if room is None or (room.switches_per_rack is None and room.cables_per_rack is None):
        return []
    return check_caps(derived.project.floor, room, load_of(derived.fabrics, derived.catalog).kinds)


def _orphans(derived: Derived) -> list[Finding]:
    """Records of cables that are no longer there."""
    if not len(derived.project.cables):
        return []
    known = {
        names[head]
        for made, names in zip(derived.cabling.fabrics, derived.link_ids, strict=True)
        for head in made.heads.tolist()
    }
    if derived.piece_rows is not None:
        known |= set(derived.piece_rows.ids())
    return [
        Finding(Severity.WARNING, "no-such-cable", cable_id, "is recorded, but no network has this cable")
        for cable_id in derived.project.cables
        if cable_id not in known
    ]
