"""What a search came to, and why nothing is shown, in words."""

from fatdesk.gui.explorer.filters import Filters
from fatdesk.gui.explorer.findings import Finding, Found
from fatdesk.gui.widgets.numbers import counted, in_sentence

NOTHING = "Search shows every tree and lattice for the hosts as a point."


def found_words(found: Found) -> str:
    """How many candidates, and how they were found."""
    points, result = found.points, found.result
    saving = max((one.saving for one in result.unsearched), default=0.0)
    return (
        f"{counted(len(points), 'candidate')} for {found.told} · {int((~points.fits).sum()):,} rejected · "
        f"{int(points.front.sum()):,} on the front of cost, bisection, hops, switches and cables · "
        f"{result.searched:,} searched in {result.seconds:.1f} s"
        + (f" · unlisted trees may cost up to {saving:.1%} less" if result.unsearched else "")
    )


def incomplete_words(found: Found) -> str:
    """For which trees the front need not be complete in cost, a line each; empty where it is complete."""
    return "\n".join(one.text for one in found.result.unsearched)


def why_empty(finding: Finding, filters: Filters) -> str:
    """Why there is nothing to see, and what would help."""
    found = finding.found
    if finding.task is not None and found is None:
        return "Searching…"
    if found is None:
        return f"Nothing was found. {in_sentence(finding.failed)}" if finding.failed else NOTHING
    if not len(found.points) and found.result.refused:
        texts = "; ".join(one.text for one in found.result.refused)
        return f"Nothing could be searched. {texts}. Use switches with more ports or fewer hosts on one."
    if not len(found.points):
        return (
            "No network joins this number of hosts with such switches. "
            "Allow more ports, levels, switches or hops under What is explored."
        )
    if not found.points.fits.any() and not filters.rejected.isChecked():
        count = len(found.points)
        return f"No network keeps the limits. Rejected shows all {count:,} with their reasons."
    return "No candidate passes the filters."
