"""Power feeds and zones: the racks that hang on a feed, and parts of the room that are lost as a whole."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.floor.floor import Feed, Rack, Zone, rack_label
from fatdesk.gui.inspector.page import Page
from fatdesk.gui.inspector.several import do_all
from fatdesk.gui.inspector.typed import millimetres
from fatdesk.gui.session import Session, Thing
from fatdesk.gui.words import in_sentence
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.feeds import RemoveFeed, RenameFeed, SetFeed
from fatdesk.project.commands.zones import RemoveZone, RenameZone, SetZone

LONGEST = 60
AROUND_M = 0.3
"""A new zone reaches so far beyond its racks."""


def feeds_field(page: Page, racks: list[Rack]) -> None:
    """A section in which feeds of some racks are typed, and a zone around them is made."""
    session = page.session
    grid = page.section("Power and zones")
    numbers = [rack.number for rack in racks]
    found = [frozenset(feeds_of(session, number)) for number in numbers]
    text = ", ".join(feeds_of(session, numbers[0])) if len(set(found)) == 1 else None
    page.field(grid, "Power feeds", text, lambda typed: _hang(session, racks, typed), empty="none")
    which = "this rack" if len(racks) == 1 else "these racks"
    page.button(f"New zone around {which}", lambda: _zone(session, racks))


def feeds_of(session: Session, number: int) -> list[str]:
    """Names of the feeds that a rack hangs on."""
    return [feed.name for feed in session.project.floor.feeds if number in feed.racks]


def _hang(session: Session, racks: Sequence[Rack], text: str) -> bool | str:
    """Hang racks on the feeds that are named, and on no others."""
    wanted = list(dict.fromkeys(filter(None, (part.strip() for part in text.split(",")))))
    wrong = next((name for name in wanted if not _is_name(name)), None)
    if wrong is not None:
        return f"A name has 1 to {LONGEST} letters; several stand with commas between."
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
    told = rack_label(racks[0]) if len(racks) == 1 else f"{len(racks)} racks"
    return do_all(session, f"Power of {told}", commands)


def _zone(session: Session, racks: Sequence[Rack]) -> None:
    """Put a zone around racks, and select it."""
    parts = session.derived.catalog
    sizes = [parts.rack(rack.part) for rack in racks]
    boxes = [(r.x_mm, r.y_mm, p.width_mm, p.depth_mm) for r, p in zip(racks, sizes, strict=True)]
    left, top = min(b[0] for b in boxes) / 1000 - AROUND_M, min(b[1] for b in boxes) / 1000 - AROUND_M
    right = max(b[0] + b[2] for b in boxes) / 1000 + AROUND_M
    bottom = max(b[1] + b[3] for b in boxes) / 1000 + AROUND_M
    taken = {zone.name for zone in session.project.floor.zones}
    name = next(f"Zone {n}" for n in range(1, len(taken) + 2) if f"Zone {n}" not in taken)
    zone = Zone(
        name=name,
        x_m=round(left, 3),
        y_m=round(top, 3),
        width_m=round(right - left, 3),
        depth_m=round(bottom - top, 3),
    )
    if session.do(SetZone(zone=zone)):
        session.select([Thing("zone", name)])


def show_feed(page: Page, name: str) -> None:
    """A power feed: its name and its racks."""
    session = page.session
    feed = next((some for some in session.project.floor.feeds if some.name == name), None)
    if feed is None:
        page.title(name, "It was removed")
        return
    page.title(name, "Power feed: lost as a whole")
    grid = page.section("What hangs on it")
    page.field(grid, "Name", name, lambda text: _rename(session, "feed", name, text))
    labels = {rack.number: rack_label(rack) for rack in session.project.floor.racks}
    text = ", ".join(labels.get(number, f"gone: {number}") for number in feed.racks)
    page.field(grid, "Racks", text, lambda typed: _racks(session, feed, typed), empty="none", wide=190)
    page.note("A rack with several feeds lives while one of them does.")
    page.button("Remove this power feed", lambda: _remove(session, RemoveFeed(name=name)))


def _racks(session: Session, feed: Feed, text: str) -> bool | str:
    numbers = {rack_label(rack).casefold(): rack.number for rack in session.project.floor.racks}
    found = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        if word.casefold() not in numbers:
            return f"There is no rack {word}: type labels with commas between, as A01, A02."
        found.append(numbers[word.casefold()])
    return session.do(SetFeed(feed=replace(feed, racks=tuple(sorted(dict.fromkeys(found))))))


def show_zone(page: Page, name: str) -> None:
    """A zone: its name, place and size."""
    session = page.session
    zone = next((some for some in session.project.floor.zones if some.name == name), None)
    if zone is None:
        page.title(name, "It was removed")
        return
    page.title(name, "Zone of the room: lost as a whole")
    grid = page.section("Place and size")
    page.field(grid, "Name", name, lambda text: _rename(session, "zone", name, text))
    for title, key in (("x", "x_m"), ("y", "y_m"), ("Width", "width_m"), ("Depth", "depth_m")):
        page.field(grid, title, f"{getattr(zone, key):.3f}", _size(session, zone, key), "m")
    page.note("Everything whose rack it touches is lost with it, and what runs through it.")
    page.button("Remove this zone", lambda: _remove(session, RemoveZone(name=name)))


def _size(session: Session, zone: Zone, key: str) -> Callable[[str], bool | str]:
    def take(text: str) -> bool | str:
        value = millimetres(text)
        if value is None:
            return "Type metres, such as 1.2, or 1200 mm."
        try:
            changed = replace(zone, **{key: value / 1000})
            return session.do(SetZone(zone=changed))
        except FatdeskError as error:
            return in_sentence(str(error))

    return take


def _rename(session: Session, kind: str, name: str, text: str) -> bool | str:
    if not _is_name(text):
        return f"Type a name of 1 to {LONGEST} letters."
    command = RenameFeed(name=name, to=text) if kind == "feed" else RenameZone(name=name, to=text)
    if not session.do(command):
        return False
    session.select([Thing(kind, text)])
    return True


def _remove(session: Session, command: Command) -> None:
    if session.do(Batch(commands=(command,), name=command.label)):
        session.select([])


def _is_name(text: str) -> bool:
    return 0 < len(text) <= LONGEST and text.isprintable()
