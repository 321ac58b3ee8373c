"""One remark of a check: how bad, where, what, and what would help; the waiver that accepts it."""

from collections.abc import Collection
from enum import StrEnum
from typing import Annotated

import msgspec

from fatdesk.core import ranges
from fatdesk.core.struct import Date, Struct, Text


class Severity(StrEnum):
    """Severity of a finding; an unwaived error makes ``check`` exit with 1."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Finding(msgspec.Struct, frozen=True, order=True):
    """A remark from a check.

    Parameters
    ----------
    rule
        Name of the check, ``tray-fill``; waivers are by ``rule@where``.
    where
        The element it is about: a device, cable, rack, tray, part or fabric.
    text
        What is so, with figures.
    fix
        What would help; empty when the text says it.
    elements
        The names of the elements where there are several; empty: `where` is the only one.
    amount
        The figure it is about, such that more is worse (negative where a rule requires a least): a waiver
        lapses when it grows. None: it has no figure.
    """

    severity: Severity
    rule: str
    where: str
    text: str
    fix: str = ""
    elements: tuple[str, ...] = ()
    amount: float | None = None


RevisionName = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^([A-Za-z0-9][A-Za-z0-9._+-]*)?\Z",
        max_length=80,
        description="the name of a revision, such as C",
    ),
]
"""Name of a revision; empty: none."""
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]
"""Why a finding is accepted."""


TITLES = {"no-way": "no-route"}
"""Names of checks for readers, where files keep an older one."""


def rule_title(rule: str) -> str:
    """Return the name of a check as windows and printed lists show it.

    >>> rule_title("no-way"), rule_title("tray-fill")
    ('no-route', 'tray-fill')
    """
    return TITLES.get(rule, rule)


class Waiver(Struct, frozen=True, kw_only=True):
    """A finding that was looked at and accepted.

    Attributes
    ----------
    by, on
        Who accepted it and when; empty where that is not known.
    until
        The last day on which it counts, or the last month or year; empty: no end is stated.
    until_revision
        The revision of the project from which on it does not count; empty: none.
    amount
        The figure that was accepted, as the finding has it; it lapses when that is worse. None: no figure.
    text
        What the finding said when it was accepted.
    """

    rule: Text
    where: Text
    comment: Reason
    by: Text = ""
    on: Date = ""
    until: Date = ""
    until_revision: RevisionName = ""
    amount: ranges.Figure | None = None
    text: Text = ""

    @property
    def end(self) -> str:
        """The day or the revision until which it counts, or both; empty: no end is stated.

        >>> Waiver(rule="r", where="w", comment="c", until="2026", until_revision="C").end
        'until 2026 or revision C'
        """
        ends = [self.until, f"revision {self.until_revision}" if self.until_revision else ""]
        stated = " or ".join(filter(None, ends))
        return f"until {stated}" if stated else ""

    def ended(self, day: str, revisions: Collection[str] = ()) -> str:
        """Return why it does not count any more on a day; empty: it does, or that is not known.

        A month or a year counts to its end.

        Parameters
        ----------
        day
            ``2026-11-27``, a month or a year; empty: it is not known.
        revisions
            Names of the revisions that the project has.

        >>> waiver = Waiver(rule="r", where="w", comment="c", until="2026-10", until_revision="C")
        >>> waiver.ended("2026-10-31"), waiver.ended("2026-11-01"), waiver.ended("", ["C"])
        ('', 'until 2026-10', 'until revision C, which is there')
        """
        if self.until and day[: len(self.until)] > self.until:
            return f"until {self.until}"
        if self.until_revision in revisions:
            return f"until revision {self.until_revision}, which is there"
        return ""


ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def sorted_findings(findings: list[Finding]) -> list[Finding]:
    """Errors first, then by rule and place: the same order for the same input."""
    return sorted(findings, key=lambda f: (ORDER[f.severity], f.rule, f.where, f.text))
