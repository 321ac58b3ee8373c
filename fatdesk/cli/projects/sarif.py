"""Findings as SARIF 2.1.0 (OASIS), the format in which build servers and editors show findings of checks."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from fatdesk import __version__
from fatdesk.core.finding import Severity
from fatdesk.project.derived.waiving import Checked

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def sarif(checked: Sequence[Checked], file: PurePath) -> dict[str, Any]:
    """Return the log of one check.

    Each rule with a finding is listed once. A finding that is waived has a suppression with the reason; one
    whose waiver has lapsed has a suppression with the status ``rejected``.

    Parameters
    ----------
    file
        The project, as it was named on the command line.
    """
    rules = sorted({some.finding.rule for some in checked})
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "fatdesk",
                        "version": __version__,
                        "rules": [{"id": rule} for rule in rules],
                    }
                },
                "artifacts": [{"location": {"uri": file.as_posix()}}],
                "results": [_result(some, rules.index(some.finding.rule), file) for some in checked],
            }
        ],
    }


def _result(checked: Checked, rule: int, file: PurePath) -> dict[str, Any]:
    found = checked.finding
    text = f"{found.where}: {found.text}" + (f" ({found.fix})" if found.fix else "")
    result: dict[str, Any] = {
        "ruleId": found.rule,
        "ruleIndex": rule,
        "level": LEVELS[found.severity],
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {"artifactLocation": {"uri": file.as_posix(), "index": 0}},
                "logicalLocations": [
                    {"name": name, "fullyQualifiedName": name} for name in (found.elements or (found.where,))
                ],
            }
        ],
        "partialFingerprints": {"ruleAndPlace/v1": f"{found.rule}@{found.where}"},
    }
    if checked.waived or checked.lapsed:
        status = "accepted" if checked.waived else "rejected"
        reason = checked.waived or checked.lapsed
        result["suppressions"] = [{"kind": "external", "status": status, "justification": reason}]
    return result
