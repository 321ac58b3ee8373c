"""One remark of a check: how bad, where, what, and what would help."""

from enum import StrEnum

import msgspec


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
    """

    severity: Severity
    rule: str
    where: str
    text: str
    fix: str = ""
    elements: tuple[str, ...] = ()


ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def sorted_findings(findings: list[Finding]) -> list[Finding]:
    """Errors first, then by rule and place: the same order for the same input."""
    return sorted(findings, key=lambda f: (ORDER[f.severity], f.rule, f.where, f.text))
