"""Registry of printable documents with their pages; free of Qt."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import NamedTuple

from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.drawing import font_sizes
from fatdesk.engine.drawing.display import Leaf, Page
from fatdesk.engine.drawing.palette import PRINT, Palette
from fatdesk.engine.drawing.plan import Chosen, Plan, without_building
from fatdesk.engine.drawing.sheet import STOCK_A4, Heading, Imprint, Stock, content_area, sheet
from fatdesk.engine.drawing.sheets.bill_sheets import bill_leaves
from fatdesk.engine.drawing.sheets.checklists import Listed, table_leaves, tables_leaves
from fatdesk.engine.drawing.sheets.elevation import elevation_leaves
from fatdesk.engine.drawing.sheets.facility_sheets import feed_table, rack_table
from fatdesk.engine.drawing.sheets.floor_plan import floor_plan
from fatdesk.engine.drawing.sheets.labels import LabelPrinting, label_leaves
from fatdesk.engine.drawing.sheets.pack_lists import cut_table, pull_table
from fatdesk.engine.drawing.sheets.packet import Packets
from fatdesk.engine.drawing.sheets.panel_sheets import (
    WHY_NONE,
    fibre_table,
    port_table,
    strip_leaves,
    trunk_table,
)
from fatdesk.engine.drawing.sheets.revision_sheets import revision_leaves
from fatdesk.engine.drawing.sheets.route_sheets import RunSheets
from fatdesk.engine.drawing.sheets.study_sheets import fault_leaves, study_leaves
from fatdesk.engine.drawing.sheets.tray_lists import tray_leaves, tray_list_sheets
from fatdesk.engine.drawing.sheets.waiver_sheets import waiver_leaves
from fatdesk.engine.drawing.sheets.wiring_sheets import bundle_leaves, legend_leaves, wiring_leaves
from fatdesk.engine.drawing.wiring.port_map import port_map_leaves
from fatdesk.engine.drawing.wiring.wiring_diagram import diagram_leaves
from fatdesk.engine.export.change_orders import order_file, why_no_orders

PLAIN_LABELS = LabelPrinting()
_DAY = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?\Z")


@dataclass(frozen=True)
class Printing:
    """Print options of a document.

    Attributes
    ----------
    stock
        The papers of the printer.
    revision
        What the user calls this issue; printed on every sheet. Empty: the revision that is this state.
    drawing
        Template of drawing numbers, ``4711-{document}-{sheet:02}``; empty: sheets have none.
    document
        The document that is printed, which drawing numbers name.
    date
        When it is printed or issued, in the user's words; none by default, so that files stay the same.
    racks
        Labels of the racks that packets, runs and labels are for; none: all.
    bundles, phases
        Which cables the installers' pack is for, as the wiring list has them; none: all.
    labels
        How labels are printed.
    palette
        Black on white, by default.
    building_plan
        Whether floor plans show the building plan.
    network, domain
        The network that devices get their addresses from in files for DHCP and DNS, and their domain.
    """

    stock: Stock = STOCK_A4
    revision: str = ""
    drawing: str = ""
    document: str = ""
    date: str = ""
    racks: tuple[str, ...] = ()
    bundles: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    labels: LabelPrinting = PLAIN_LABELS
    palette: Palette = PRINT
    building_plan: bool = True
    network: str = ""
    domain: str = ""
    progress: Progress = SILENT

    def plan_for(self, plan: Plan) -> Plan:
        """Return a plan as the files need it: without the building plan, with day, network and domain."""
        shown = plan if self.building_plan else without_building(plan)
        stated = (self.day_for(plan), self.network, self.domain)
        if (shown.day, shown.network, shown.domain) == stated:
            return shown
        day, network, domain = stated
        return replace(shown, day=day, network=network, domain=domain)

    def day_for(self, plan: Plan) -> str:
        """Return the day on which waivers are judged; empty: none is stated.

        The date of the documents where it is written like 2026-11-27, else that of the latest revision.
        The clock is not read, so that the same input gives the same bytes.
        """
        date = self.date.strip()
        if date and _DAY.match(date):
            return date
        return plan.issues[-1].date if plan.issues else ""

    def imprint(self, plan: Plan) -> Imprint:
        """Return the origin printed on every sheet."""
        return Imprint(
            project=plan.title,
            state=plan.state,
            printed=self.date,
            revision=self.revision,
            issue=plan.issue,
            issues=plan.issues,
            drawing=self.drawing,
            document=self.document,
        )

    @property
    def chosen(self) -> Chosen:
        """The cables that it is for."""
        return Chosen(frozenset(self.racks), frozenset(self.bundles), frozenset(self.phases))


Leaves = Callable[[Plan, Printing], Iterator[Leaf]]


class Part(NamedTuple):
    """One of the files of a document: its name, its title, its pages."""

    name: str
    title: str
    leaves: Iterator[Leaf]


@dataclass(frozen=True)
class Pdf:
    """A document: its name, what it is in one line, and its pages.

    Attributes
    ----------
    by_rack
        Whether ``Printing.racks`` chooses among its pages.
    by_cable
        Whether ``Printing.bundles`` and ``phases`` choose among its cables.
    on_labels
        Whether it goes on sheets of labels (``Printing.labels``), without frame and title block.
    asked_only
        Whether it is so long that it is made only when it is named.
    parts
        Of a document of several files: these, instead of one of its name.
    why_none
        Of what a project may not have: why there is none, in words; empty: there is.
    """

    name: str
    description: str
    pages: Leaves
    by_rack: bool = False
    by_cable: bool = False
    on_labels: bool = False
    asked_only: bool = False
    parts: Callable[[Plan, Printing], Iterator[Part]] | None = None
    why_none: Callable[[Plan], str] | None = None

    @property
    def title(self) -> str:
        """Common name of the document."""
        return self.description.partition(":")[0]

    def make(self, plan: Plan, printing: Printing | None = None) -> dict[str, bytes]:
        """The file, or its files.

        Raises
        ------
        PaperError
            When Qt is not there or fails.
        """
        from fatdesk.paper.pdf import pdf

        printing = replace(printing or Printing(), document=self.name)
        parts = () if self.parts is None else tuple(self.parts(plan, printing))
        if parts:
            last = tuple(self._revisions(plan, printing))
            return {one.name: pdf(chain(one.leaves, last), one.title, printing.progress) for one in parts}
        leaves = self.leaves(plan, printing)
        return {self.name: pdf(leaves, f"{self.title} of {plan.title}", printing.progress)}

    def leaves(self, plan: Plan, printing: Printing) -> Iterator[Leaf]:
        """Its pages by name; one that says so where there is nothing, or not all, to show.

        The table of revisions follows.
        """
        empty = True
        printing = replace(printing, document=self.name)
        for leaf in self.pages(plan, printing):
            empty = False
            yield leaf
        why = self.why_none(plan) if self.why_none is not None else ""
        if empty or why:
            words = f"{why[0].upper()}{why[1:]}" if why else "There is nothing to show yet"
            yield Leaf(self.title, partial(_nothing, self.title, words, printing, printing.imprint(plan)))
        yield from self._revisions(plan, printing)

    def _revisions(self, plan: Plan, printing: Printing) -> Iterator[Leaf]:
        """The table of revisions; none on sheets of labels."""
        if self.on_labels:
            return iter(())
        imprint = printing.imprint(plan)
        return revision_leaves(self.title, imprint, printing.palette, printing.stock.standing)

    def sheets(self, plan: Plan, printing: Printing) -> Iterator[Page]:
        """Its pages, each drawn when it is requested."""
        return (leaf.draw() for leaf in self.leaves(plan, printing))


def _nothing(document: str, words: str, printing: Printing, imprint: Imprint) -> Page:
    """A page that states why there is nothing on it."""
    paper = printing.stock.lying[0]
    sketch = sheet(paper, printing.palette, Heading(document=document), imprint)
    left, _, right, _ = content_area(paper)
    wide, x, y = right - left - 8, paper.width / 2, paper.height / 2
    sketch.text(x, y, words, font_sizes.HEADING, anchor="middle", within=wide)
    return sketch.page(document)


def _diagrams(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return diagram_leaves(plan, printing.palette, printing.imprint(plan), printing.stock)


def _floor(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    imprint, palette, stock = printing.imprint(plan), printing.palette, printing.stock
    if not printing.building_plan:
        plan = without_building(plan)
    lists = tray_list_sheets(plan, stock)
    runs = RunSheets(plan, palette, imprint, stock, frozenset(printing.racks))

    def total() -> int:
        return 1 + lists + len(runs.sheets)

    yield Leaf("Floor plan", lambda: floor_plan(plan, palette, imprint, stock, total()))
    yield from tray_leaves(plan, palette, imprint, stock, 1, total)
    yield from runs.leaves(1 + lists)


def _elevations(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return elevation_leaves(plan, printing.palette, printing.imprint(plan), printing.stock)


def _packets(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    imprint, racks = printing.imprint(plan), frozenset(printing.racks)
    return Packets(plan, printing.palette, imprint, printing.stock, racks).leaves()


def _wiring(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return wiring_leaves(plan, printing.palette, printing.imprint(plan), printing.stock, printing.chosen)


def _bill(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return bill_leaves(plan, printing.palette, printing.imprint(plan), printing.stock)


def _simulations(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return study_leaves(plan, printing.palette, printing.imprint(plan), printing.stock)


def _faults(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return fault_leaves(plan, printing.palette, printing.imprint(plan), printing.stock)


def _labels(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return label_leaves(plan, printing.palette, printing.imprint(plan), printing.labels, printing.chosen)


def _bundles(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return bundle_leaves(plan, printing.palette, printing.imprint(plan), printing.stock, printing.chosen)


def _port_maps(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return port_map_leaves(plan, printing.palette, printing.imprint(plan), printing.stock, printing.chosen)


def _cuts(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return _listed(cut_table(plan, printing.chosen), plan, printing)


def _pulls(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return _listed(pull_table(plan, printing.chosen), plan, printing)


def _facility(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    tables = rack_table(plan), feed_table(plan)
    return tables_leaves(tables, printing.stock.standing, printing.palette, printing.imprint(plan))


def _waivers(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    judged = printing.plan_for(plan)
    return waiver_leaves(judged, printing.palette, printing.imprint(plan), printing.stock.standing)


def _order_parts(plan: Plan, printing: Printing) -> Iterator[Part]:
    imprint = printing.imprint(plan)
    for one in plan.orders.orders:
        leaves = one.leaves(printing.palette, imprint, printing.stock)
        yield Part(order_file(one.number, "pdf"), f"Change order of {one.title}", leaves)


def _orders(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    """The pages of all steps, named by the step where there are several."""
    orders, imprint = plan.orders.orders, printing.imprint(plan)
    for one in orders:
        step = f"Step {one.number}, " if len(orders) > 1 else ""
        for leaf in one.leaves(printing.palette, imprint, printing.stock):
            title, group = (
                f"{step}{text[:1].lower() if step else text[:1]}{text[1:]}" if text else ""
                for text in (leaf.title, leaf.group)
            )
            yield Leaf(title, leaf.draw, group=group)


def _panels(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    if plan.structured is None:
        return iter(())
    tables = trunk_table(plan), port_table(plan)
    return tables_leaves(tables, printing.stock.standing, printing.palette, printing.imprint(plan))


def _strips(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return strip_leaves(plan, printing.palette, printing.imprint(plan), printing.stock.lying[0])


def _fibre_tests(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return iter(()) if plan.structured is None else _listed(fibre_table(plan), plan, printing)


def _why_no_panels(plan: Plan) -> str:
    return WHY_NONE if plan.structured is None or not plan.structured.count else ""


def _listed(table: Listed, plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return table_leaves(table, printing.stock.standing, printing.palette, printing.imprint(plan))


def _legend(plan: Plan, printing: Printing) -> Iterator[Leaf]:
    return legend_leaves(plan, printing.palette, printing.imprint(plan), printing.stock, printing.chosen)


PDFS: tuple[Pdf, ...] = (
    Pdf(
        "diagrams.pdf",
        "Wiring diagrams: an overview of each network, then every port of its switches",
        _diagrams,
    ),
    Pdf(
        "floor.pdf",
        "Floor plan to scale: racks and trays with their fill, then the routes of each rack's cables",
        _floor,
        by_rack=True,
    ),
    Pdf("elevations.pdf", "Rack elevations: front views of all racks, several a sheet", _elevations),
    Pdf(
        "packets.pdf",
        "Rack packets: front view, port map and cables of each switch with boxes to tick",
        _packets,
        by_rack=True,
    ),
    Pdf(
        "bundles.pdf",
        "Bundles: the cables from rack to rack in order of plugging with boxes to tick",
        _bundles,
        by_rack=True,
        by_cable=True,
    ),
    Pdf(
        "port-maps.pdf", "Port maps: the cages of all switches with their far ends", _port_maps, by_rack=True
    ),
    Pdf(
        "cuts.pdf",
        "Cut and pick list: cables by phase, part and length",
        _cuts,
        by_rack=True,
        by_cable=True,
    ),
    Pdf(
        "pulls.pdf",
        "Pull list: for each tray what goes through it, in order",
        _pulls,
        by_rack=True,
        by_cable=True,
    ),
    Pdf(
        "legend.pdf",
        "Legend of cables: patterns and codes of kinds with their counts, phases",
        _legend,
        by_rack=True,
        by_cable=True,
    ),
    Pdf(
        "labels.pdf",
        "Labels: both ends of every cable with a code to scan, on sheets or rolls (only when named)",
        _labels,
        by_rack=True,
        by_cable=True,
        on_labels=True,
        asked_only=True,
    ),
    Pdf(
        "wiring.pdf",
        "Wiring list: every cable with both ends, kind and lengths",
        _wiring,
        by_rack=True,
        by_cable=True,
    ),
    Pdf("bill.pdf", "Bill of materials: what to order, prices and their sources", _bill),
    Pdf(
        "facility.pdf",
        "Power, cooling and floor load: racks, rows and the room, then the feeds of each rack",
        _facility,
    ),
    Pdf(
        "panels.pdf",
        "Patch panels: trunks to pull, then what is plugged into each port of the panels (only when named)",
        _panels,
        asked_only=True,
        why_none=_why_no_panels,
    ),
    Pdf(
        "strips.pdf",
        "Designation strips: ports of all panels at 1:1, to cut out (only when named)",
        _strips,
        asked_only=True,
        why_none=_why_no_panels,
    ),
    Pdf(
        "fibre-tests.pdf",
        "Tests of fibres: expected length and loss of each, with room for results (only when named)",
        _fibre_tests,
        asked_only=True,
        why_none=_why_no_panels,
    ),
    Pdf(
        "waivers.pdf",
        "Waived findings: what was accepted and why, to sign off (only when named)",
        _waivers,
        asked_only=True,
    ),
    Pdf(
        "change-order.pdf",
        "Change orders: drawings and rows of each growth stage, a file for each step (only when named)",
        _orders,
        asked_only=True,
        parts=_order_parts,
        why_none=why_no_orders,
    ),
    Pdf(
        "simulations.pdf",
        "Simulations: latency and accepted traffic of each study over its loads",
        _simulations,
    ),
    Pdf(
        "faults.pdf",
        "Faults: what each study tolerates, who stays connected, throughput over faults",
        _faults,
    ),
)
"""All documents, in the order in which they are listed and written."""
