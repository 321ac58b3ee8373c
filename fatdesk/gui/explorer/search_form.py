"""Form with the requirements of a search, their source and digest; the button that chooses the source."""

import hashlib
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QFileDialog, QGridLayout, QVBoxLayout, QWidget

from fatdesk.core.number_text import counted
from fatdesk.core.program import shipped
from fatdesk.core.units import ceil_div, ratio
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.design.requirements import Exploration as SearchSettings
from fatdesk.engine.design.requirements import Requirements
from fatdesk.engine.design.requirements_file import read_requirements, requirements_tree, requirements_yaml
from fatdesk.engine.families import FAMILIES
from fatdesk.gui.desk import Desk
from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.requirements.fields import FAMILY_TIPS, Field, Form, WholeNumbersField, decided, several
from fatdesk.gui.widgets.menu_button import MenuButton, TickMenu
from fatdesk.gui.widgets.plain_text import menu_text
from fatdesk.project.document.explorations import KeptExploration

STUDIES = (
    ("figure-1", "Mudigonda et al. 2011, figure 1: cost against bisection, 1,024 servers", "bisection"),
    (
        "figure-2",
        "Mudigonda et al. 2011, figure 2: cost against bisection, trees of 8,192 servers",
        "bisection",
    ),
    ("figure-3", "Mudigonda et al. 2011, figure 3: lattices of 8,192 servers, USD 100 per port", "bisection"),
    ("figure-4", "Mudigonda et al. 2011, figure 4: cost against hops, lattices of 8,192 servers", "hops"),
)
"""Ready-made studies: file, title, quantity of the x axis."""
EXPLORED = ("egft", "hyperx")
ONLY_OF = {
    "levels": ("egft", "Has no effect: no trees are searched."),
    "dimensions": ("hyperx", "Has no effect: no lattices are searched."),
}
"""Fields of a single family: its name, and the message if it is not searched."""
USUAL = (16, 24, 32)


class Source(NamedTuple):
    """Source of the requirements."""

    kind: Literal["none", "project", "study", "file", "draft"]
    title: str
    name: str = "network"


class SearchForm(QWidget):
    """Fields of the search; ``changed`` signals an edit."""

    changed = Signal()

    def __init__(self, desk: Desk, catalog: Catalog) -> None:
        super().__init__()
        px = desk.theme.px
        self.draft = Draft(catalog, study_requirements_tree("figure-1", catalog), self)
        self.source = Source("none", "")
        self.families: tuple[str, ...] = ()
        """The fabric before it was explored."""
        self.proposed: SearchSettings | None = None
        """Search settings before the user has changed them, where none are kept."""
        self.whole: Requirements | None = None
        """Requirements with all fabrics; the draft contains only one."""
        form = Form(desk, self.draft)
        self.setProperty("role", "panel")
        self.setObjectName("search-form")
        column = QVBoxLayout(self)
        column.setContentsMargins(px(14), px(8), px(14), px(4))
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(px(6))
        self.fields = _fields(form)
        for number, field in enumerate(self.fields):
            grid.addWidget(field, number // 6, number % 6)
        for place in range(6):
            grid.setColumnStretch(place, 1)
        column.addLayout(grid)
        self.every = QCheckBox("All families and switches, not only those that the requirements name")
        self.every.setObjectName("every-part")
        self.every.toggled.connect(lambda _: self.changed.emit())
        self.every.hide()
        grid.addWidget(self.every, 0, 1, 1, 5)
        self.draft.changed.connect(self._show_effects)
        self.draft.changed.connect(self.changed)
        self._show_effects()

    def show_for_sale(self, for_sale: bool) -> None:
        """Hide the fields that have no effect on designs over parts for sale."""
        self.every.setVisible(for_sale)
        for field in self.fields:
            field.setVisible(not for_sale or field.place[0] == "hosts")

    def _show_effects(self) -> None:
        """Disable fields of networks that are not searched."""
        searched = self.draft.get("fabrics", 0, "families") or EXPLORED
        for field in self.fields:
            family, reason = ONLY_OF.get(str(field.place[-1]), ("", ""))
            field.switch_off(reason if family and family not in searched else "")

    def take(
        self,
        wanted: Requirements,
        source: Source,
        catalog: Catalog,
        number: int = 0,
        hosts_a_switch: int = 0,
        kept: KeptExploration | None = None,
    ) -> None:
        """Set the requirements and the fabric to explore, with the search settings that are kept of it."""
        fabric = wanted.fabrics[number]
        self.whole, self.source, self.families = wanted, source, fabric.families
        explored = tuple(name for name in fabric.families if name in EXPLORED)
        if not wanted.explore:
            explored = ()  # families of designs differ from those of searches
        groups = wanted.hosts_of(fabric)
        one = msgspec.structs.replace(
            wanted,
            hosts=groups or wanted.hosts,
            fabrics=(msgspec.structs.replace(fabric, families=explored),),
            growth=None,  # other numbers of hosts are explored, too: its targets may be lower
        )
        if kept is not None and kept.settings is not None:
            one = msgspec.structs.replace(one, explore=kept.settings)
        if kept is not None and kept.families:
            mine = msgspec.structs.replace(one.fabrics[0], families=kept.families)
            one = msgspec.structs.replace(one, fabrics=(mine,))
        if kept is not None and kept.count is not None:
            first = msgspec.structs.replace(one.hosts[0], count=kept.count)
            one = msgspec.structs.replace(one, hosts=(first, *one.hosts[1:]))
        tree = requirements_tree(one)
        if one.explore is None and wanted.explore is None and hosts_a_switch:
            numbers = sorted({*USUAL, hosts_a_switch})
            tree["explore"] = {"terminals": numbers}
        self.draft.catalog = catalog
        self.draft.take(tree)
        self.proposed = None if kept is not None and kept.settings is not None else self._settings

    @property
    def _settings(self) -> SearchSettings | None:
        return None if self.wanted is None else self.wanted.explore

    @property
    def to_keep(self) -> KeptExploration | None:
        """Search settings as a project keeps them, without pins; None if a field is invalid."""
        wanted, whole = self.wanted, self.whole
        if wanted is None or whole is None:
            return None
        first = wanted.hosts[0]
        known = next((group.count for group in whole.hosts if group.name == first.name), None)
        families = tuple(name for name in EXPLORED if name in wanted.fabrics[0].families)
        settings = None if self._settings == self.proposed else self._settings
        return KeptExploration(
            fabric=wanted.fabrics[0].name,
            settings=settings,
            families=() if families == EXPLORED else families,  # type: ignore[arg-type]  # names of both
            count=None if first.count == known else first.count,
        )

    @property
    def wanted(self) -> Requirements | None:
        """The requirements; None if a field is invalid."""
        return self.draft.requirements

    @property
    def hosts(self) -> int:
        """Number of hosts."""
        return 0 if self.wanted is None else sum(group.count for group in self.wanted.hosts)

    @property
    def ports(self) -> int:
        """Number of host ports, including those for external bandwidth: N of the bisection."""
        wanted = self.wanted
        if wanted is None or wanted.explore is None or not wanted.explore.external_gbps:
            return self.hosts
        rates = [self.draft.catalog.server(group.part).ports[0].rate_gbps for group in wanted.hosts]
        return self.hosts + ceil_div(round(1000 * wanted.explore.external_gbps), round(1000 * max(rates)))

    @property
    def required_blocking(self) -> Fraction | None:
        """The blocking factor that the requirements allow; None in studies, which state none."""
        wanted, whole = self.wanted, self.whole
        if wanted is None:
            return None
        allowed = ratio(wanted.fabrics[0].blocking)
        return None if whole is not None and whole.explore is not None and allowed == 1 else allowed

    @property
    def to_build(self) -> Requirements | None:
        """Requirements of all fabrics, with the edits of the explored one."""
        wanted, whole = self.wanted, self.whole
        if wanted is None or whole is None:
            return None
        mine = msgspec.structs.replace(wanted.fabrics[0], families=self.families)
        known = {group.name: group for group in wanted.hosts}
        hosts = tuple(known.get(group.name, group) for group in whole.hosts)
        return msgspec.structs.replace(
            whole,
            hosts=hosts,
            growth=whole.growth if hosts == whole.hosts else None,
            fabrics=tuple(mine if some.name == mine.name else some for some in whole.fabrics),
            explore=None,
        )

    @property
    def for_sale(self) -> Requirements | None:
        """Requirements of the fabric with families of catalog parts, for the cost curve."""
        wanted = self.wanted
        if wanted is None:
            return None
        sold = {family.NAME for family in FAMILIES}
        families = tuple(name for name in self.families if name in sold)
        one = msgspec.structs.replace(wanted.fabrics[0], families=families)
        return msgspec.structs.replace(wanted, fabrics=(one,), explore=None)

    def digest(self, *, for_sale: bool = False) -> str:
        """Digest of the requirements and parts; ``for_sale``: of those of designs over parts for sale."""
        wanted = self.to_build if for_sale else self.wanted
        if wanted is None:
            return ""
        every = b"every" * (for_sale and self.every.isChecked())
        return hashlib.sha256(requirements_yaml(wanted) + _parts(self.draft.catalog) + every).hexdigest()


_KNOWN: dict[int, tuple[Catalog, bytes]] = {}


def _parts(catalog: Catalog) -> bytes:
    """Return the digest of a catalog, cached."""
    known = _KNOWN.get(id(catalog))
    if known is None or known[0] is not catalog:
        _KNOWN.clear()
        found = hashlib.sha256(msgspec.json.encode(list(catalog), order="sorted")).digest()
        known = _KNOWN[id(catalog)] = catalog, found
    return known[1]


def study_requirements_tree(name: str, catalog: Catalog) -> dict[str, Any]:
    """Return the YAML tree of a ready-made study."""
    return requirements_tree(study(name, catalog))


def study(name: str, catalog: Catalog) -> Requirements:
    """Return the requirements of a ready-made study."""
    return read_requirements(study_path(name), catalog)


def study_path(name: str) -> Path:
    """Return the file of a ready-made study."""
    return shipped("resources") / "studies" / f"{name}.yaml"


def source_text(asking: SearchForm) -> str:
    """Return a short description of the search."""
    return f"{asking.source.title}, {counted(asking.hosts, 'host')}"


WHOLE_NUMBERS = ("radix", "terminals", "switches")
SEARCHED = (
    "radix", "terminals", "levels", "switches", "dimensions", "hops", "external_gbps", "price_per_port",
    "uplink_connectors", "lag_multiple",
)  # fmt: skip


def _fields(form: Form) -> list[Field]:
    kinds = (("egft", "Trees (EGFT)"), ("hyperx", "Lattices (HyperX)"))
    return [
        decided(form, ("hosts", 0, "count"), title="Hosts"),
        several(form, ("fabrics", 0, "families"), kinds, "Trees and lattices", FAMILY_TIPS),
        *(
            decided(form, ("explore", key), WholeNumbersField if key in WHOLE_NUMBERS else None)
            for key in SEARCHED
        ),
    ]


class SourceButton(MenuButton):
    """Button with a menu of requirements.

    ``project_chosen`` carries the number of a fabric of the project, ``study_chosen`` the file, title and
    quantity of the x axis of a study, ``file_chosen`` the path of a requirements file.
    """

    project_chosen = Signal(int)
    study_chosen = Signal(str, str, str)
    file_chosen = Signal(object)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, "open", "Explore", "Choose the requirements to explore")
        self.setObjectName("sources")
        self._desk = desk
        self._ours: list[QAction] = []
        self._menu = TickMenu(self)
        self._first = self._menu.addSeparator()
        for name, title, across in STUDIES:
            self._menu.addAction(menu_text(title)).triggered.connect(
                lambda _=False, n=name, t=title, x=across: self.study_chosen.emit(n, t, x)
            )
        self._menu.addSeparator()
        self._menu.addAction("Requirements file…").triggered.connect(lambda _=False: self._ask_file())
        self._menu.aboutToShow.connect(self._offer_fabrics)
        self.setMenu(self._menu)

    def _offer_fabrics(self) -> None:
        while self._ours:
            gone = self._ours.pop()
            self._menu.removeAction(gone)  # it is deleted after the menu is shown
            gone.deleteLater()
        session = self._desk.session
        project = session.project if session.is_open else None
        fabrics = project.fabrics if project is not None and project.hosts else ()
        for number, fabric in enumerate(fabrics):
            name = fabric.requirement.name
            words = "Requirements of the open project" + (f": {name}" if len(fabrics) > 1 else "")
            self._ours.append(QAction(menu_text(words), self._menu))
            self._ours[-1].triggered.connect(lambda _=False, n=number: self.project_chosen.emit(n))
        self._menu.insertActions(self._first, self._ours)

    def _ask_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, "Explore requirements", str(self._desk.folder), "Requirements (*.yaml *.yml)"
        )
        if name:
            self._desk.keep_folder(Path(name).parent)
            self.file_chosen.emit(Path(name))
