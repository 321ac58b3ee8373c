"""Differences of two projects in words: how many records of each kind."""

from collections import Counter

from fatdesk.project.document.project import Project
from fatdesk.project.document.record_kinds import RECORD_KINDS

WORDS = {
    "project": "the name of the project",
    "hosts": "host groups",
    "fabrics": "fabrics",
    "wishes": "requirements of the design",
    "parts": "parts",
    "racks": "racks",
    "trays": "trays",
    "columns": "columns",
    "feeds": "power feeds",
    "zones": "zones",
    "cabling": "the rules of cabling",
    "cables": "cable records",
    "naming": "the templates of names",
    "bill": "the rules of the bill",
    "alternatives": "alternatives",
    "terms": "terms of purchase",
    "studies": "networks under study",
    "simulations": "simulation studies",
    "faults": "fault studies",
    "jobs": "export jobs",
    "replugged": "exchanged plugs",
    "waivers": "waived findings",
}


def differences(one: Project, other: Project) -> list[str]:
    """Describe records added, changed or removed between two projects; empty when they are equal.

    >>> differences(Project(name="a"), Project(name="b"))
    ['the name of the project']
    """
    told = []
    for kind in RECORD_KINDS:
        before = Counter(map(repr, kind.values(one)))
        after = Counter(map(repr, kind.values(other)))
        count = max((before - after).total(), (after - before).total())
        if count:
            word = WORDS[kind.word]
            if not kind.section:
                word = f"{count:,} {word.removesuffix('s') if count == 1 else word}"
            told.append(word)
    return told
