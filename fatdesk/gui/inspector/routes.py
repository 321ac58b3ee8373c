"""Inspector page of route rules, and the rules of selected cables: trays to pass and to avoid."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.engine.cabling.checks import cables_by_rule
from fatdesk.engine.floor.floor import rack_label
from fatdesk.engine.floor.route_rules import RACK, RouteRule, rack_of
from fatdesk.engine.wiring.wiring_list import CableRow
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.gui.widgets.numbers import in_sentence
from fatdesk.project.commands import Command
from fatdesk.project.commands.routes import RemoveRoute, RenameRoute, SetRoute
from fatdesk.project.document.ref import ROUTE

SHOWN_PAIRS = 12
LONGEST = 60


def show_route(page: Page, name: str) -> None:
    """The page of one route rule."""
    session = page.session
    rule = next((some for some in session.project.floor.routes if some.name == name), None)
    if rule is None:
        page.title(name, "It was removed")
        return
    cables = cables_by_rule(session.derived.cabling).get(name, 0)
    page.title(name, f"Route rule for {counted(cables, 'cable')} between racks")
    grid = page.section("Route", "trays, or points x; y in m")
    page.field(grid, "Name", name, lambda text: _rename(session, name, text))
    _fields(page, rule, lambda changed: _set(session, changed))
    page.section("Between", counted(len(rule.between), "pair"))
    shown = [" – ".join(end_text(session, end) for end in pair) for pair in rule.between[:SHOWN_PAIRS]]
    page.note("\n".join(shown))
    if len(rule.between) > SHOWN_PAIRS:
        page.note(f"{len(rule.between) - SHOWN_PAIRS:,} more pairs.")
    page.note("Floor marks the trays to pass with a solid line, and those to avoid with a dashed one.")
    page.button("Remove this rule", lambda: session.do(RemoveRoute(name=name)))


def show_routes_of(page: Page, rows: Sequence[CableRow]) -> None:
    """The rule of the cables between two racks, where all of some cables run between these."""
    session = page.session
    numbers = {rack_label(rack): rack.number for rack in session.project.floor.racks}
    ends = {frozenset((row.a.rack_label, row.b.rack_label)) for row in rows}
    racks = sorted(ends.pop(), key=lambda label: numbers.get(label, 0)) if len(ends) == 1 else []
    if len(racks) != 2 or any(label not in numbers for label in racks):
        return
    first, second = (f"{RACK}{numbers[label]}" for label in racks)
    between = ((first, second),)
    routes = session.project.floor.routes
    own = next((rule for rule in routes if rule.between in (between, ((second, first),))), None)
    page.section("Route rule", f"all cables {racks[0]} – {racks[1]}")
    name = f"{racks[0]} – {racks[1]}"[:LONGEST]
    _fields(page, own or (name, between), lambda changed: _set(session, changed))
    if own is not None:
        page.button("Show the rule", lambda: session.select([ROUTE(own.name)]))


def _fields(
    page: Page,
    rule: RouteRule | tuple[str, tuple[tuple[str, str], ...]],
    put: Callable[[RouteRule | str], bool],
) -> None:
    """Stops and avoided trays, as typed; a rule without either is removed."""
    known = isinstance(rule, RouteRule)
    name, between = (rule.name, rule.between) if isinstance(rule, RouteRule) else rule
    lists = (
        {"via": rule.via, "avoid": rule.avoid} if isinstance(rule, RouteRule) else {"via": (), "avoid": ()}
    )
    grid = page.rows()

    def to(key: str, text: str) -> bool | str:
        found = lists | {key: tuple(word.strip() for word in re.split(r",\s*", text) if word.strip())}
        if not any(found.values()):
            return put(name) if known else True
        try:
            return put(RouteRule(name=name, between=between, **found))
        except FatdeskError as error:
            return in_sentence(f"{error}").removesuffix(".") + "."

    for key, title in (("via", "Must pass"), ("avoid", "Kept out of")):
        page.field(grid, title, ", ".join(lists[key]), partial(to, key), empty="none")


def _set(session: Session, changed: RouteRule | str) -> bool:
    """Set a rule, or remove the one of a name."""
    if isinstance(changed, str):
        return session.do(RemoveRoute(name=changed))
    return session.do(SetRoute(rule=changed))


def _rename(session: Session, name: str, text: str) -> bool | str:
    if not 0 < len(text) <= LONGEST or not text.isprintable():
        return f"Type a name of 1 to {LONGEST} characters."
    if not session.do(RenameRoute(name=name, to=text)):
        return False
    session.select([ROUTE(text)])
    return True


def end_text(session: Session, end: str) -> str:
    """Return an end of a rule in words: the label of a rack, devices by the beginning of their ids."""
    number = rack_of(end)
    if number is None:
        return end or "any"
    label = next((rack_label(rack) for rack in session.project.floor.racks if rack.number == number), None)
    return f"rack {number}, which is gone" if label is None else label


def renamed_tray(session: Session, tray: str, to: str) -> tuple[Command, ...]:
    """Return the commands by which route rules follow a tray to another id."""
    changed = [
        replace(
            rule,
            via=tuple(to if stop == tray else stop for stop in rule.via),
            avoid=tuple(to if one == tray else one for one in rule.avoid),
        )
        for rule in session.project.floor.routes
        if tray in rule.trays
    ]
    return tuple(SetRoute(rule=rule) for rule in changed)
