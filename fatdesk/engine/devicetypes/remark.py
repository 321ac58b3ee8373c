"""What is said of a file: a finding, and what would mend it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from fatdesk.core.finding import Finding, Severity
from fatdesk.engine.devicetypes.draft import Draft, Edit, Give
from fatdesk.engine.devicetypes.sockets import groups_of_cages, say_ports


class Suggestion(NamedTuple):
    """A correction that the user may accept.

    Attributes
    ----------
    field
        The field of the part that it changes.
    found, suggested
        What the file says, and what it would be, in words.
    why
        The reason.
    edit
        What accepting it does.
    """

    field: str
    found: str
    suggested: str
    why: str
    edit: Edit


class Remark(NamedTuple):
    """A finding, and a correction where there is one."""

    finding: Finding
    suggestion: Suggestion | None = None


Remarks = Iterator[Remark]


def remark(
    draft: Draft, rule: str, text: str, fix: str = "", severity: Severity = Severity.WARNING
) -> Remark:
    """A finding about a file's part."""
    return Remark(Finding(severity, rule, str(draft.figures["id"]), text, fix))


def mend_figure(draft: Draft, rule: str, text: str, name: str, value: Any) -> Remark:
    """A finding that another figure would mend."""
    found = draft.figures.get(name)
    words = "nothing" if found is None else f"{found:g}" if isinstance(found, float) else str(found)
    suggested = f"{value:g}" if isinstance(value, float) else str(value)
    finding = remark(draft, rule, text, f"{name}: {suggested}").finding
    return Remark(finding, Suggestion(name, words, suggested, text, Give(name, value)))


def mend_ports(draft: Draft, rule: str, text: str, edit: Edit) -> Remark:
    """A finding that other ports would mend."""
    found = say_ports(groups_of_cages(draft.sockets))
    suggested = say_ports(groups_of_cages(edit(draft).sockets)) or "no port"
    finding = remark(draft, rule, text, f"ports: {suggested}").finding
    return Remark(finding, Suggestion("ports", found, suggested, text, edit))
