"""Every dialog of the window, opened over a project of 132 cables of which 40 are measured."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
from PySide6.QtWidgets import QDialog

from fatdesk.core.formats.sheets import read_sheets
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.exploring.building import choices
from fatdesk.engine.exploring.catalog_designs import Unsold
from fatdesk.engine.exploring.explore import explore
from fatdesk.engine.exploring.result import Candidate
from fatdesk.gui.dialogs.about import About
from fatdesk.gui.dialogs.adopt_dialog import AdoptDialog
from fatdesk.gui.dialogs.dcim_dialog import DcimDialog
from fatdesk.gui.dialogs.recover_dialog import RecoverDialog
from fatdesk.gui.dialogs.references_dialog import ReferencesDialog
from fatdesk.gui.dialogs.revisions_dialog import RevisionsDialog
from fatdesk.gui.dialogs.rules_dialog import RulesDialog
from fatdesk.gui.dialogs.settings_dialog import SettingsDialog
from fatdesk.gui.explorer.for_sale.table import UnsoldDialog
from fatdesk.gui.explorer.project_maker import SwitchDialog
from fatdesk.gui.explorer.result_dialogs import PartsDialog, TreeCountsDialog
from fatdesk.gui.floor.clipboard import RepeatDialog, chosen_in
from fatdesk.gui.imports.calibration import CalibrationDialog
from fatdesk.gui.imports.destination import of_project
from fatdesk.gui.imports.device_type_dialog import ImportDialog
from fatdesk.gui.imports.price_list_dialog import PriceDialog
from fatdesk.gui.imports.report_dialog import ReportDialog
from fatdesk.gui.imports.work_hours import WorkHoursDialog
from fatdesk.gui.requirements.growth import GrowthDialog
from fatdesk.gui.schedule.figures import LevelsDialog
from fatdesk.gui.schedule.universal_dialog import SizesDialog, UniversalDialog
from fatdesk.gui.topology.hypercube_dialog import HypercubeDialog
from fatdesk.gui.views.port_map import HostPortsDialog, PortTableDialog
from fatdesk.gui.widgets.folder_dialog import FolderDialog
from fatdesk.gui.window.main_window import MainWindow
from fatdesk.networks.schedules.room_figures import room_figures
from fatdesk.networks.schedules.universal_trees.decomposition import decompose
from fatdesk.project.document.ref import RACK
from tests.project.commands import returned_lists as lists
from tests.project.designing.test_adopting import DUMP

PRICES = b"Part number;Description;Unit price EUR\nib-36;36 ports;10500\nserver-1u;Server;4200,50\n"
DEVICE_TYPE = """manufacturer: Mellanox
model: QM8790
slug: mellanox-qm8790
u_height: 1
interfaces:
  - {name: swp1, type: 200gbase-x-qsfp56}
"""


@cache
def edited_list() -> bytes:
    """A wiring list in which 40 cables are laid and measured."""
    of = lists.derived("plain")
    cells = {}
    for number, row in enumerate(of.rows[:40]):
        length = row.length
        run = (length.route_um + length.vertical_um + length.side_um) / 1e6
        cells |= {
            (number + 2, "Status"): "laid",
            (number + 2, "Measured, m"): round(0.4 + 1.02 * run, 3),
            (number + 2, "Phase"): "1",
        }
    return lists.edited(lists.wiring_bytes(of), cells)


def measured(window: MainWindow) -> None:
    """Open the project with the states and lengths of the list."""
    of = lists.derived("plain")
    window.session.begin(lists.taken(of, lists.report_on(of, edited_list())).project)


def _import_types(window: MainWindow, folder: Path) -> QDialog:
    path = folder / "QM8790.yaml"
    path.write_text(DEVICE_TYPE)
    return ImportDialog(window.desk, [path], [of_project(window.session)], [], window)


def _adopt(window: MainWindow, folder: Path) -> QDialog:
    path = folder / "site.dot"
    path.write_text(f"graph g {{\n{DUMP}\n}}\n")
    return AdoptDialog(window.desk, window.files, [path], window)


def _trees(window: MainWindow, _folder: Path) -> QDialog:
    window.show_workspace("explorer")
    return TreeCountsDialog(window.desk, window.workspace.asking, window)


def _growth(window: MainWindow, _folder: Path) -> QDialog:
    window.show_workspace("requirements")
    draft = window.workspace.draft
    assert draft.requirements is not None
    return GrowthDialog(window.desk, draft.requirements, draft.catalog, 0, window)


def _names(window: MainWindow, _folder: Path) -> QDialog:
    window.dialogs.names()
    return next(one for one in window.findChildren(QDialog) if one.windowTitle() == "Names")


def _ports(window: MainWindow, _folder: Path) -> QDialog:
    derived = window.session.derived
    switch = next(name for name in derived.device_names if "edge" in name)
    return PortTableDialog(window.desk, derived.port_maps.of(switch), window)


def _repeat(window: MainWindow, _folder: Path) -> QDialog:
    window.session.select([RACK(window.session.project.floor.racks[0].number)])
    return RepeatDialog(window.desk, chosen_in(window.session), window)


def _report(window: MainWindow, _folder: Path) -> QDialog:
    return ReportDialog(window.desk, lists.report_on(lists.derived("plain"), edited_list()), window)


def _prices(window: MainWindow, _folder: Path) -> QDialog:
    sheets = read_sheets(PRICES, "offer.csv")
    return PriceDialog(window.desk, "offer.csv", sheets, [of_project(window.session)], window)


SMALL = b"""
hosts: [{name: nodes, part: server-1u, count: 64}]
fabrics: [{name: fabric, edge: [ib-36]}]
explore: {radix: [36], terminals: [16], levels: 2}
"""


@cache
def explored() -> tuple[Requirements, Catalog, Candidate]:
    """Requirements, the catalog, and the cheapest tree that a search finds."""
    catalog = load_shipped([])
    wanted = parse_requirements(SMALL, "small.yaml", catalog)
    return wanted, catalog, next(iter(explore(wanted, catalog).candidates))


def _parts(window: MainWindow, _folder: Path) -> QDialog:
    return PartsDialog(window.desk, *explored(), window)


def _switches(window: MainWindow, _folder: Path) -> QDialog:
    wanted, catalog, one = explored()
    offered = choices(wanted, wanted.fabrics[0], one.network, catalog)
    return SwitchDialog(window.desk, one, offered, ["The hosts keep their parts."], window)


def _levels(window: MainWindow, _folder: Path) -> QDialog:
    """Eight hosts a metre apart in a row, neighbours linked."""
    where = np.stack([np.arange(8) + 0.5, np.full(8, 0.5), np.full(8, 0.5)], axis=1)
    ends = np.stack([np.arange(7), np.arange(1, 8)], axis=1)
    box = np.array([[0.0, 0, 0], [8, 1, 1]])
    room = room_figures(decompose(where, np.ones(8, bool), ends, np.full(7, 100.0), box))
    return LevelsDialog(window.desk, "compute", room, window)


def _unsold(window: MainWindow, _folder: Path) -> QDialog:
    rows = [Unsold("uplinks", "osfp, 800 Gb/s, ethernet", "no cable with this connector", ("acme-osfp-64",))]
    return UnsoldDialog(window.desk, rows, "the catalog", window)


DIALOGS: dict[str, Callable[[MainWindow, Path], QDialog]] = {
    "about": lambda window, _: About(window.theme, window),
    "adopt": _adopt,
    "calibration": lambda window, _: CalibrationDialog(window.desk, window),
    "device types": _import_types,
    "folder": lambda window, folder: FolderDialog(window, "Export", folder, "Export"),
    "growth": _growth,
    "host ports": lambda window, _: HostPortsDialog(window.desk, window),
    "hypercube": lambda window, _: HypercubeDialog(window.desk, window),
    "levels": _levels,
    "list report": _report,
    "names": _names,
    "netbox": lambda window, _: DcimDialog(window.desk, window.files, window),
    "parts": _parts,
    "ports": _ports,
    "price list": _prices,
    "recover": lambda window, _: RecoverDialog(window.desk, window.files, window),
    "references": lambda window, _: ReferencesDialog(window.desk, window.files, window),
    "repeat": _repeat,
    "revisions": lambda window, _: RevisionsDialog(window.desk, window),
    "rules": lambda window, _: RulesDialog(window.desk, window),
    "settings": lambda window, _: SettingsDialog(window.desk, window, lambda: None),
    "sizes": lambda window, _: SizesDialog(window.desk, window),
    "switches": _switches,
    "trees": _trees,
    "unsold": _unsold,
    "universal": lambda window, _: UniversalDialog(window.desk, window),
    "work hours": lambda window, _: WorkHoursDialog(window.desk, window),
}
"""Openers by name."""
