"""Findings marked as waived, waivers that have lapsed, and waivers that no finding has any more."""

from collections.abc import Collection, Iterable, Sequence
from math import inf

import msgspec

from fatdesk.core.finding import Finding, Severity, Waiver, sorted_findings

UNUSED = "unused-waiver"
NOTHING = "nothing is found there any more"
LONGEST = 2000
"""Characters of the text that a waiver keeps."""
NEAR = 1e-9
"""Part of a figure by which it may exceed the waived one: rounding of sums."""


class Checked(msgspec.Struct, frozen=True):
    """A finding, and the waiver of it where there is one.

    Attributes
    ----------
    lapsed
        Why its waiver does not count any more; empty: it has none, or one that counts.
    """

    finding: Finding
    waiver: Waiver | None = None
    lapsed: str = ""

    @property
    def waived(self) -> str:
        """Why it was accepted; empty: it counts, because it is not waived or its waiver has lapsed."""
        return "" if self.waiver is None or self.lapsed else self.waiver.comment

    @property
    def waiver_text(self) -> str:
        """Why it was accepted, by whom, when and until when, or why that lapsed; empty: no waiver.

        >>> waiver = Waiver(rule="r", where="w", comment="agreed", by="rk", on="2026-11-19")
        >>> Checked(Finding(Severity.NOTE, "r", "w", "t"), waiver).waiver_text
        'Waived: agreed (rk, 2026-11-19)'
        """
        one = self.waiver
        if one is None:
            return ""
        if self.lapsed:
            return f"Waiver lapsed: {self.lapsed}"
        origin = ", ".join(filter(None, (one.by, one.on, one.end)))
        return f"Waived: {one.comment}" + (f" ({origin})" if origin else "")


def with_waivers(
    findings: Iterable[Finding],
    waivers: Sequence[Waiver],
    today: str = "",
    revisions: Collection[str] = (),
) -> list[Checked]:
    """Return each finding once, errors first, with the waivers that count on a day.

    A waiver names a rule and a place. It lapses after its last day, when the revision is there until which it
    counts, and where the figure of the finding is worse than the one that was accepted. One that no finding
    has is reported by a note.

    Parameters
    ----------
    today
        The day, ``2026-11-27``; empty: no waiver has ended.
    revisions
        Names of the revisions of the project.
    """
    once = list(dict.fromkeys(findings))
    known = {(some.rule, some.where): some for some in waivers}
    places = {(some.rule, some.where) for some in once}
    rules = {some.rule for some in once}
    unused = {_unused(one, rules): one for place, one in known.items() if place not in places}
    found = sorted_findings([*once, *unused])
    return [
        Checked(one, unused[one], NOTHING)
        if one in unused
        else _marked(one, known.get((one.rule, one.where)), today, revisions)
        for one in found
    ]


def _unused(waiver: Waiver, rules: Collection[str]) -> Finding:
    """The note of a waiver that no finding has.

    Parameters
    ----------
    rules
        Those that have found something.
    """
    gone = "" if waiver.rule in rules else ", and no finding has this rule, which may be renamed or removed"
    text = f"the waiver of {waiver.rule} accepts nothing there any more{gone}: {waiver.comment}"
    return Finding(Severity.NOTE, UNUSED, waiver.where, text, "revoke it, or keep it as a record")


def _marked(finding: Finding, waiver: Waiver | None, today: str, revisions: Collection[str]) -> Checked:
    if waiver is None:
        return Checked(finding)
    return Checked(finding, waiver, _lapsed(finding, waiver, today, revisions))


def _lapsed(finding: Finding, waiver: Waiver, today: str, revisions: Collection[str]) -> str:
    """Why a waiver does not count any more."""
    if ended := waiver.ended(today, revisions):
        return f"{ended} ({waiver.comment})"
    now, accepted = finding.amount, waiver.amount
    if now is not None and accepted is not None and now - accepted > NEAR * max(abs(now), abs(accepted)):
        accepted_text = waiver.text or waiver.comment
        return f"worse than accepted ({accepted_text})"
    return ""


def waivable(findings: Iterable[Finding]) -> list[Finding]:
    """Return one finding for each place that a waiver can name, in order.

    It has the worst figure there, and the texts of all that are accepted together.
    """
    places: dict[tuple[str, str], list[Finding]] = {}
    for one in findings:
        places.setdefault((one.rule, one.where), []).append(one)
    return [_together(some) for some in places.values()]


def _together(some: Sequence[Finding]) -> Finding:
    worst = max(some, key=lambda one: -inf if one.amount is None else one.amount)
    text = "; ".join(dict.fromkeys([worst.text, *(one.text for one in some)]))
    if len(text) > LONGEST:
        text = f"{worst.text[: LONGEST // 2]}; and {len(some) - 1:,} more"
    return msgspec.structs.replace(worst, text=text)


def errors(checked: Iterable[Checked]) -> int:
    """Number of unwaived findings of severity error."""
    return _count(checked, Severity.ERROR)


def warnings(checked: Iterable[Checked]) -> int:
    """Number of unwaived findings of severity warning."""
    return _count(checked, Severity.WARNING)


def _count(checked: Iterable[Checked], severity: Severity) -> int:
    return sum(1 for some in checked if some.finding.severity is severity and not some.waived)
