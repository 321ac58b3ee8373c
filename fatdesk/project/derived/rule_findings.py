"""Findings about rules themselves: what they name is not there, or no value can keep them."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from fatdesk.core.finding import Finding, Severity
from fatdesk.core.formats.yaml_events import field_name
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.physical.belonging import members
from fatdesk.engine.rules.judging import Judged
from fatdesk.engine.rules.rule_problems import clashes, rule_problems
from fatdesk.engine.rules.rules import Rule
from fatdesk.project.derived.derived import Derived

UNSOUND, CONTRADICT, NOWHERE = "rule-unsound", "rules-contradict", "rule-of-nothing"
FIX = "change or remove the rule under Rules, or with fatdesk rules"
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
            yield Finding(Severity.ERROR, UNSOUND, rule.name, f"{field_name(place)}: {what}", FIX)
    for clash in clashes(judged):
        some = ", ".join(clash.elements[:MOST])
        more = f" and {len(clash.elements) - MOST:,} more" if len(clash.elements) > MOST else ""
        text = (
            f"{clash.title} {clash.most} by {clash.upper} and {clash.least} by {clash.lower}:"
            f" no value keeps both, of {some}{more}"
        )
        yield Finding(Severity.ERROR, CONTRADICT, clash.lower, text, FIX)
    own = {rule.name for rule in rules if rule.filter}
    for one in judged:
        if one.rule.name in own and not len(one.values.elements):
            names = ", ".join(one.rule.filter)
            text = f"judges nothing: no {one.rule.scope} with this figure passes its filter ({names})"
            yield Finding(Severity.NOTE, NOWHERE, one.rule.name, text, FIX)
