"""How many parts there are, how many contradict themselves or have no price; the first that is wrong."""

from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.lint_figures import priced
from fatdesk.gui.libraries.place import Place
from fatdesk.gui.widgets.numbers import counted


def counts_told(place: Place) -> str:
    """The counts in a line; contradictions once they are known."""
    entries = place.entries()
    told = [counted(len(entries), "part")]
    if place.is_checked:
        found = [some for several in place.findings().values() for some in several]
        errors = sum(some.severity is Severity.ERROR for some in found)
        errors += sum(len(entry.problems) for entry in entries)
        told.append(counted(errors, "contradiction"))
    unpriced = sum(entry.part is not None and not priced(entry.part) for entry in entries)
    return " · ".join([*told, f"{unpriced:,} unpriced"])


def first_wrong(place: Place) -> str:
    """The key of the first part that cannot be read or contradicts itself; empty: there is none."""
    for entry in place.entries():
        found = place.findings().get(entry.part.id, []) if entry.part is not None else []
        if entry.problems or any(some.severity is Severity.ERROR for some in found):
            return entry.key
    return ""
