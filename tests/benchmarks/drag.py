"""Processor time of a place in a drag, 1,000 racks and 40,000 cables: ``python -m tests.benchmarks.drag``.

With ``--rules`` height, load and bends of the cables in all trays are judged at each place, too; with
``--apart`` paths of hosts are kept apart, with ``--media`` a tray is for fibre alone: then all cables are
laid again in another thread, and what counts is the time in the thread of the window.

One place is the command and all figures of the status line. The whole way is what they take without what is
kept from the project before; each kind of drag is compared with it at some places.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from fatdesk.engine.catalog.parts import Cable
from fatdesk.engine.floor.floor import Rack, Tray
from fatdesk.project.commands import Batch, Command
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.history import perform
from fatdesk.project.commands.racks import MoveRack
from fatdesk.project.commands.room import AddTray
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import figures_of
from fatdesk.project.derived.trials import Trials
from fatdesk.project.document.project import Project
from tests.benchmarks.large import free_strip, large_room

PLACES = 200
BOUND_MS = 4.0
"""What the median of a rack's drag may take, and what a tray may take in the window's own thread."""
TRAY = "a tray while it is drawn"


def rack_of(project: Project, part: str) -> Rack:
    """The first rack with a device of a part."""
    return next(rack for rack in project.floor.racks if any(some.part == part for some in rack.devices))


def drags(project: Project) -> Iterator[tuple[str, Callable[[int], Command]]]:
    """What is dragged, and the command of each place."""
    left, right, y = free_strip(project)
    edge, core = rack_of(project, "edge"), rack_of(project, "core")

    def to(rack: Rack, place: int, shift: float = 0.0, room: float = 0.0) -> MoveRack:
        x = left + shift + (place * 137.0) % (right - left - room)
        return MoveRack(rack=rack.number, x_mm=round(x, 3), y_mm=y)

    def tray(place: int) -> AddTray:
        end = (500.0 + 300 * place, 30_000.0)
        line = ((500.0, 500.0), (500.0, 30_000.0), end)
        hung = Tray(id="new", points_mm=line, elevation_mm=2800.0, width_mm=300.0, depth_mm=100.0)
        return AddTray(tray=hung)

    yield "rack with an edge switch and 20 hosts", lambda place: to(edge, place)
    yield "rack with a core switch of 980 links", lambda place: to(core, place)
    some = [rack for rack in project.floor.racks if rack.row == edge.row][:10]
    many = [(rack, 620.0 * number) for number, rack in enumerate(some)]
    yield (
        f"{len(some)} racks at once",
        lambda place: Batch(commands=tuple(to(rack, place, shift, 6200.0) for rack, shift in many)),
    )
    empty = next(rack for rack in project.floor.racks if not rack.devices)
    device = edge.devices[0].id
    yield "a device", lambda place: MoveDevice(id=device, rack=empty.number, u=1 + place % 40)
    yield TRAY, tray


def begin(trials: Trials, project: Project, command: Command) -> None:
    """What the thread of the window does before another thread works the figures out."""
    trials.in_full(perform(project, command))


def spent_on(work: Callable[[], object]) -> float:
    """Processor time of some work in milliseconds."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e3


def with_rules(project: Project) -> Project:
    """The project with rules of height, load and bends, and figures for all of them."""
    parts = tuple(
        msgspec.structs.replace(part, mass_kg_per_m=0.045, bend_mm=47.0, bend_pull_mm=95.0)
        if isinstance(part, Cable)
        else part
        for part in project.parts
    )
    trays = tuple(
        msgspec.structs.replace(tray, support_mm=1500.0, nema="12A", corner_mm=300.0, drop_mm=76.0)
        for tray in project.floor.trays
    )
    return msgspec.structs.replace(
        project,
        parts=parts,
        floor=msgspec.structs.replace(project.floor, trays=trays),
        cabling=msgspec.structs.replace(project.cabling, profile="en-50174-2"),
    )


def with_paths_apart(project: Project) -> Project:
    """The project with the cables of hosts to different networks in different trays."""
    cabling = msgspec.structs.replace(project.cabling, apart="fabrics")
    return msgspec.structs.replace(project, cabling=cabling)


def with_fibre_tray(project: Project) -> Project:
    """The project with its first tray for fibre alone."""
    first, *others = project.floor.trays
    trays = (msgspec.structs.replace(first, carries="fibre"), *others)
    return msgspec.structs.replace(project, floor=msgspec.structs.replace(project.floor, trays=trays))


VARIANTS = {"--rules": with_rules, "--apart": with_paths_apart, "--media": with_fibre_tray}


def main() -> int:
    """Print the figures; 1 when a rack takes longer than it may, 2 when a figure is another."""
    project = large_room()
    for option in sys.argv[1:]:
        project = VARIANTS[option](project)
    derived = Derived(project)
    start = time.perf_counter()
    figures = figures_of(derived)
    whole = time.perf_counter() - start
    print(f"{len(project.floor.racks):,} racks, {figures.cables:,} cables; all anew {whole * 1e3:.0f} ms")
    print(f"{'ms a place':>40} {'first':>7} {'min':>7} {'median':>7} {'p99':>7}")
    worst, wrong = 0.0, False
    begun: list[float] = []
    for name, command in drags(project):
        trials, spent = Trials(derived), []
        for place in range(PLACES if name != TRAY else PLACES // 5):
            start = time.process_time()
            tried = perform(project, command(place))
            found = trials.in_full(tried) if name == TRAY else trials.begun(tried)
            spent.append((time.process_time() - start) * 1e3)
            if place % 97 == 0:
                figures = (found() if callable(found) else found).figures
                wrong |= figures != figures_of(Derived(tried))
        if name == TRAY:
            begun = [spent_on(partial(begin, trials, project, command(place))) for place in range(PLACES)]
        first, *rest = spent
        median, high = statistics.median(rest), statistics.quantiles(rest, n=100)[98]
        print(f"{name:>40} {first:>7.1f} {min(rest):>7.2f} {median:>7.2f} {high:>7.2f}")
        if name.startswith("rack"):
            worst = max(worst, median)
    worst = max(worst, statistics.median(begun))
    print(
        f"{'of a tray in the thread of the window':>40} {statistics.median(begun):>23.2f} {max(begun):>7.2f}"
    )
    print(
        f"allowed {BOUND_MS:g} ms for a rack; every figure {'DIFFERS' if wrong else 'equals the whole way'}"
    )
    return 2 if wrong else int(worst > BOUND_MS)


if __name__ == "__main__":
    sys.exit(main())
