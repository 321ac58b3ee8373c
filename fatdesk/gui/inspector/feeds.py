"""Inspector pages of power feeds with their racks, and of failure zones."""

from collections.abc import Sequence

from msgspec.structs import replace

from fatdesk.core.schema import field_at
from fatdesk.engine.floor.floor import Feed, Rack, Zone, rack_label, racks_in_zone, zone_around
from fatdesk.gui.inspector.typed import do_all
from fatdesk.gui.session.session import Session
from fatdesk.gui.views.property_page import Page
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.room import RemoveFeed, RemoveZone, RenameFeed, RenameZone, SetFeed, SetZone
from fatdesk.project.document.ref import FEED, ZONE, Ref

LONGEST = 60
MOST_NAMED = 12
"""Racks that are named one by one where a zone is made or shown."""


def feeds_field(page: Page, racks: list[Rack]) -> None:
    """A section in which feeds of some racks are typed, and a zone around them is made."""
    session = page.session
    grid = page.section("Power and zones")
    numbers = [rack.number for rack in racks]
    found = [frozenset(feeds_of(session, number)) for number in numbers]
    text = ", ".join(feeds_of(session, numbers[0])) if len(set(found)) == 1 else None
    page.field(grid, "Power feeds", text, lambda typed: _assign_feeds(session, racks, typed), empty="none")
    which = "this rack" if len(racks) == 1 else "these racks"
    others = _between(session, racks)
    if others:
        which += f" and {_named(others)} between them"
    page.button(f"New zone around {which}", lambda: _zone(session, racks))


def feeds_of(session: Session, number: int) -> list[str]:
    """Names of the feeds that supply a rack."""
    return [feed.name for feed in session.project.floor.feeds if number in feed.racks]


def _assign_feeds(session: Session, racks: Sequence[Rack], text: str) -> bool | str:
    """Hang racks on the feeds that are named, and on no others."""
    wanted = list(dict.fromkeys(filter(None, (part.strip() for part in text.split(",")))))
    wrong = next((name for name in wanted if not _is_name(name)), None)
    if wrong is not None:
        return f"A name has 1 to {LONGEST} letters; separate several with commas."
    numbers = [rack.number for rack in racks]
    feeds = {feed.name: feed for feed in session.project.floor.feeds}
    for name in wanted:
        feeds.setdefault(name, Feed(name=name))
    commands: list[Command] = []
    for name, feed in feeds.items():
        kept = tuple(number for number in feed.racks if number not in numbers)
        now = (*kept, *numbers) if name in wanted else kept
        if set(now) != set(feed.racks) or (name in wanted and feed not in session.project.floor.feeds):
            commands.append(SetFeed(feed=Feed(name=name, racks=tuple(sorted(now)))))
    stated = rack_label(racks[0]) if len(racks) == 1 else f"{len(racks)} racks"
    return do_all(session, f"Power of {stated}", commands)


def _between(session: Session, racks: Sequence[Rack]) -> list[Rack]:
    """Racks that a zone around some others holds as well, because a zone is a rectangle."""
    floor, catalog = session.project.floor, session.derived.catalog
    chosen = {rack.number for rack in racks}
    held = racks_in_zone(floor, zone_around("around", tuple(racks), catalog), catalog)
    return [rack for rack in held if rack.number not in chosen]


def _named(racks: Sequence[Rack]) -> str:
    """Labels of racks, the first of many."""
    stated = ", ".join(rack_label(rack) for rack in racks[:MOST_NAMED])
    return stated if len(racks) <= MOST_NAMED else f"{stated} and {len(racks) - MOST_NAMED:,} more"


def _zone(session: Session, racks: Sequence[Rack]) -> None:
    """Put a zone around racks, and select it."""
    taken = {zone.name for zone in session.project.floor.zones}
    name = next(f"Zone {n}" for n in range(1, len(taken) + 2) if f"Zone {n}" not in taken)
    if session.do(SetZone(zone=zone_around(name, tuple(racks), session.derived.catalog))):
        session.select([ZONE(name)])


def show_feed(page: Page, name: str) -> None:
    """A power feed: its name and its racks."""
    session = page.session
    feed = next((some for some in session.project.floor.feeds if some.name == name), None)
    if feed is None:
        page.title(name, "It was removed")
        return
    page.title(name, "Power feed: its racks fail together")
    grid = page.section("Power feed")
    page.field(grid, "Name", name, lambda text: _rename(session, FEED(text), RenameFeed(name=name, to=text)))
    labels = {rack.number: rack_label(rack) for rack in session.project.floor.racks}
    text = ", ".join(labels.get(number, f"removed: {number}") for number in feed.racks)
    page.field(grid, "Racks", text, lambda typed: _racks(session, feed, typed), empty="none", wide=190)
    page.note("A rack with several feeds has power while one of them has.")
    page.button("Remove this power feed", lambda: _remove(session, RemoveFeed(name=name)))


def _racks(session: Session, feed: Feed, text: str) -> bool | str:
    numbers = {rack_label(rack).casefold(): rack.number for rack in session.project.floor.racks}
    found = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        if word.casefold() not in numbers:
            return f"There is no rack {word}. Type labels separated by commas, such as A01, A02."
        found.append(numbers[word.casefold()])
    return session.do(SetFeed(feed=replace(feed, racks=tuple(sorted(dict.fromkeys(found))))))


def show_zone(page: Page, name: str) -> None:
    """A zone: its name, place and size."""
    session = page.session
    zone = next((some for some in session.project.floor.zones if some.name == name), None)
    if zone is None:
        page.title(name, "It was removed")
        return
    page.title(name, "Failure zone of the room")
    grid = page.section("Place and size")
    page.field(grid, "Name", name, lambda text: _rename(session, ZONE(text), RenameZone(name=name, to=text)))
    for key in ("x_m", "y_m", "width_m", "depth_m"):

        def put(value: float, key: str = key) -> bool:
            return session.do(SetZone(zone=replace(zone, **{key: value})))

        page.decided(grid, field_at(Zone, key), [getattr(zone, key)], put)
    held = racks_in_zone(session.project.floor, zone, session.derived.catalog)
    page.section("Racks", f"{len(held):,}")
    page.note(_named(held) if held else "No rack has its centre in this zone.")
    page.note(
        "A zone holds the racks whose centre is inside it. They fail together, with the cables through it."
    )
    page.button("Remove this zone", lambda: _remove(session, RemoveZone(name=name)))


def _rename(session: Session, renamed: Ref, command: RenameFeed | RenameZone) -> bool | str:
    if not _is_name(command.to):
        return f"Type a name of 1 to {LONGEST} letters."
    if not session.do(command):
        return False
    session.select([renamed])
    return True


def _remove(session: Session, command: Command) -> None:
    if session.do(Batch(commands=(command,), name=command.label)):
        session.select([])


def _is_name(text: str) -> bool:
    return 0 < len(text) <= LONGEST and text.isprintable()
