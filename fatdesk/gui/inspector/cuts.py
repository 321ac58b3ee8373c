"""A plane that halves a part of the room."""

from fatdesk.gui.analysis.cuts import STANDS, density, plane_of, room_cuts
from fatdesk.gui.views.property_page import Page


def show_cut(page: Page, number: int) -> None:
    """Where it is, what crosses it."""
    plane, found = plane_of(page.session, number), room_cuts(page.session)
    if plane is None or found is None:
        page.title("Cut", "The room has been cut differently since")
        return
    page.title(f"Cut of level {plane.level}", f"{STANDS[plane.axis]}, for {found.name}")
    if not found.holds:
        page.banner("Racks or devices have been moved since: it belongs to an earlier state of the project.")
    grid = page.section("Across it")
    page.value(grid, "Links", f"{plane.links:,}", strong=True)
    page.value(grid, "Bandwidth", f"{plane.gbps:,.0f}", "Gb/s")
    page.value(grid, "Density", density(plane), "Gb/s/m²", strong=True)
    page.note("What the room must let through there, whatever carries it.", "text3")
    grid = page.section("Place")
    page.value(grid, f"At {'xyz'[plane.axis]}", f"{plane.at_m:.3f}", "m")
    for axis, name in enumerate("xyz"):
        if axis != plane.axis:
            page.value(grid, f"From {name}", f"{plane.low_m[axis]:.3f} – {plane.high_m[axis]:.3f}", "m")
    page.value(grid, "Area", f"{plane.area_m2:.2f}", "m²")
