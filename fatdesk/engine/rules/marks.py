"""Marks of a design by rules: one for each rule that is broken, and the rules that are not judged."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.rules.judging import Judged


@dataclass(frozen=True)
class RuleMarks:
    """Judgement of a candidate by rules.

    Attributes
    ----------
    broken
        A finding for each rule that is broken, at the element that breaks it most, errors first.
    not_judged
        Rules of the user that are not judged, or not in full, each with what is missing.
    """

    broken: tuple[Finding, ...] = ()
    not_judged: tuple[tuple[str, str], ...] = ()

    @property
    def errors(self) -> tuple[Finding, ...]:
        """Those of rules whose severity is error."""
        return tuple(one for one in self.broken if one.severity is Severity.ERROR)

    @property
    def text(self) -> str:
        """Names of the broken rules, and the number of those not judged.

        >>> RuleMarks((), (("short", "no cable"),)).text, RuleMarks().text
        ('1 not judged', 'kept')
        """
        names = ", ".join(dict.fromkeys(one.rule for one in self.broken))
        found = [f"breaks {names}"] if names else []
        found += [f"{len(self.not_judged)} not judged"] if self.not_judged else []
        return ", ".join(found) or "kept"

    def to_json(self) -> dict[str, Any]:
        """Return the broken rules with severity, element and text, and those not judged with the reason."""
        keys = ("rule", "severity", "where", "text")
        return {
            "broken": [{key: str(getattr(one, key)) for key in keys} for one in self.broken],
            "not_judged": [{"rule": rule, "why": why} for rule, why in self.not_judged],
        }


def marks_of(
    judged: Iterable[Judged[Any]], own: Sequence[str], later: Sequence[tuple[str, str]] = ()
) -> RuleMarks:
    """Sum up judged rules.

    Parameters
    ----------
    own
        Names of the rules of the user: only these are named where they are not judged.
    later
        Rules that were not judged at all, each with the reason.
    """
    broken: list[Finding] = []
    not_judged: dict[str, str] = {}
    for one in judged:
        worst = one.worst
        if one.count and worst is not None:
            more = f", and {one.count - 1:,} more" if one.count > 1 else ""
            beyond = "exceeds" if one.rule.op in ("<=", "<") else "falls short of"
            text = f"{one.against(worst)}: {beyond} {one.of}{more}"
            where = one.values.elements[worst]
            broken.append(Finding(Severity(one.rule.severity), one.rule.name, where, text, one.rule.fix))
        elif len(one.unknown) and one.rule.name in own:
            reasons = one.missing(int(one.unknown[0])) or ()
            not_judged[one.rule.name] = ", ".join(reasons) or f"{one.figure.title.lower()} is not known"
    order = {severity: number for number, severity in enumerate(Severity)}
    missing = {**dict(later), **not_judged}
    names = {one.rule for one in broken}
    listed = tuple((rule, missing[rule]) for rule in own if rule in missing and rule not in names)
    return RuleMarks(tuple(sorted(broken, key=lambda one: (order[one.severity], one.rule))), listed)
