"""Figures of a project as text with their changes, and selections in words for screen readers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fatdesk.core.number_text import counted
from fatdesk.gui.session.session import Session
from fatdesk.gui.widgets.numbers import bounded, in_unit, length_unit, priced, signed
from fatdesk.project.document.ref import CABLE, DEVICE, RACK, TRUNK, Ref

if TYPE_CHECKING:
    from fatdesk.project.derived.figures import Figures


def figure_texts(figures: "Figures") -> dict[str, str]:
    """Each figure with its unit."""
    return {
        "Hosts": f"{figures.hosts:,}",
        "Switches": f"{figures.switches:,}",
        "Links": f"{figures.links:,}",
        "Cables": f"{figures.cables:,}",
        "Ordered": _unit(bounded(in_unit(figures.metres), figures.metres_bound, ",.0f"), length_unit()),
        "Cost": priced(figures.cost, figures.cost_bound, figures.currency),
        "Power": _unit(bounded(figures.power_w / 1000, figures.power_bound, ",.1f"), "kW"),
        "Mass": _unit(bounded(figures.mass_kg, figures.mass_bound, ",.0f"), "kg"),
        "Worst tray": _unit(bounded(figures.worst_fill * 100, figures.worst_bound, ".1f"), "%")
        + f", limit {figures.fill_max * 100:.0f} %",
    }


def _unit(figure: str, unit: str) -> str:
    return figure if figure == "unknown" else f"{figure} {unit}"


def problems(now: "Figures", then: "Figures") -> list[str]:
    """Describe what would be wrong: cables that cannot be laid, a tray that is too full."""
    found = []
    for count, before, what in (
        (then.no_route, now.no_route, "have no tray to run in"),
        (then.no_cable, now.no_cable, "have no part in the catalog that fits and reaches"),
        (then.unplaced, now.unplaced, "have an end in no rack"),
    ):
        if count:
            would = "would still" if count <= before else "would"
            more = f", {count - before:,} more than now" if 0 < before < count else ""
            found.append(f"{counted(count, 'cable')} {would} {what}{more}")
    if then.worst_fill > then.fill_max:
        fill, most = bounded(then.worst_fill * 100, then.worst_bound, ".1f"), then.fill_max * 100
        found.append(f"{then.worst_tray} would be {fill} % full; the limit is {most:.0f} %")
    for one in then.beyond:
        more = f", and of {counted(one.trays - 1, 'more tray')}" if one.trays > 1 else ""
        would = "would still be" if any(one.title == was.title for was in now.beyond) else "would be"
        found.append(f"{one.title} of {one.tray} {would} {one.value}{more}; the limit is {one.limit}")
    return found


def change_tone(now: "Figures", then: "Figures", change: float) -> str:
    """Return the tone of a change: green and amber only where both states have every cable.

    Figures do not contain cables that cannot be laid, so with such cables less is not better, nor more worse.
    """
    if now.unlaid or then.unlaid:
        return "text2"
    return "warn" if change > 0 else "text2" if then.cost_bound > now.cost_bound else "ok"


def differences(now: "Figures", then: "Figures") -> dict[str, tuple[str, str]]:
    """Return changes between two states: text and tone by name; unchanged figures are left out."""
    found: dict[str, tuple[str, str]] = {}

    def add(name: str, change: float, text: str) -> None:
        if text.strip("+\u2212±0., %mft") or any(sign in text for sign in "123456789"):
            found[name] = (text, change_tone(now, then, change))

    metres = then.metres - now.metres
    if metres:
        add("Ordered", metres, f"{signed(in_unit(metres), ',.0f')} {length_unit()}")
    cost = then.cost - now.cost
    if cost:
        add("Cost", float(cost), signed(cost, ",.0f"))
    fill = (then.worst_fill - now.worst_fill) * 100
    if abs(fill) >= 0.05:
        add("Worst tray", fill, f"{signed(fill, '.1f')} %")
    return found


MOST_NAMED = 3
"""Of a larger selection, the rest is counted."""


def spoken(session: Session, elements: Sequence[Ref]) -> str:
    """Return a selection in words: the first elements by type and name, and the number of others."""
    if not elements:
        return "Nothing is selected"
    named = [_named(session, element) for element in elements[:MOST_NAMED]]
    more = len(elements) - len(named)
    listed = ", ".join(named) + (f" and {counted(more, 'other')}" if more else "")
    return f"Selected: {listed}"


def _named(session: Session, element: Ref) -> str:
    name = _name(session, element)
    return f"{element.kind.title} {name}" if name else element.kind.title


def _name(session: Session, element: Ref) -> str:
    """Return the name that people use; empty where an element has none, such as a wall."""
    from fatdesk.engine.floor.floor import rack_label  # not before a project is open

    if (number := RACK.id_of(element)) is not None:
        labels = (rack_label(rack) for rack in session.project.floor.racks if rack.number == number)
        return next(labels, "")
    if (device := DEVICE.id_of(element)) is not None:
        return session.derived.device_names.get(device, device)
    if (cable := CABLE.id_of(element)) is not None:
        row = session.cable(cable)
        if row is None:
            return ""
        ends = f"{row.a.device} port {row.a.port} to {row.b.device} port {row.b.port}"
        return f"{session.wiring.numbers[row.id]} from {ends}"
    if (trunk := TRUNK.id_of(element)) is not None:
        structured = session.derived.structured
        found = () if structured is None else structured.trunks
        return next((some.name for some in found if some.id == trunk), "")
    return element.id if isinstance(element.id, str) else ""
