"""Dialog *NetBox or Nautobot*: the difference from the open project, pushing it, and pulling a hall."""

import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QWidget

from fatdesk.core.number_text import counted
from fatdesk.engine.dcim.product import PRODUCTS, Product
from fatdesk.gui.desk import Desk
from fatdesk.gui.files.files import Files
from fatdesk.gui.session.background_tasks import BackgroundTask
from fatdesk.gui.tables import Column, RowsModel, Table
from fatdesk.gui.views.results_dialog import ResultsDialog
from fatdesk.gui.widgets.combo import Combo
from fatdesk.gui.widgets.plain_text import ElidedLabel, label, tip
from fatdesk.project.designing.hall import HallProject
from fatdesk.project.designing.hall_merge import HallMerge
from fatdesk.tasks.dcim import (
    Difference,
    Review,
    Server,
    compare_hall,
    pull_hall,
    push_reviewed,
    review_push,
)

MEANING = (
    "Compare lists what a push would write, and writes nothing. Objects of others are not changed. "
    "Pull makes a new project from the racks of a site, with occupied units as reserved units, "
    "or lists what the floor of this project lacks, and adds it as one step."
)
PUSH = "Push to "
TITLES = {
    "create": "create",
    "change": "change",
    "replace": "replace",
    "adopt": "adopt",
    "add": "add rack",
    "reserve": "reserve",
    "kept": "only here",
    "extra": "not in the plan",
    "conflict": "conflict",
}
SUMMED = TITLES | {"create": "to create", "change": "to change", "replace": "to replace", "adopt": "to adopt"}
ORDER = ("conflict", "add", "reserve", "kept", "extra", "adopt", "change", "replace", "create")
COLUMNS: tuple[Column[Difference], ...] = (
    Column(
        "Action",
        130,
        lambda row: TITLES[row.action],
        tone=lambda row: {"conflict": "error", "extra": "warn"}.get(row.action, "text"),
        about="What a push does; a conflict stops it before anything is written",
    ),
    Column("Kind", 140, lambda row: row.kind),
    Column("Name", 240, lambda row: row.name, strong=True),
    Column("Details", 320, lambda row: row.what, stretch=True),
)


class DcimDialog(ResultsDialog):
    """Asks for address, site and token; the token is kept until the dialog closes, and stored nowhere."""

    def __init__(self, desk: Desk, files: Files, parent: QWidget) -> None:
        super().__init__(desk, "NetBox or Nautobot", "NetBox or Nautobot", MEANING, parent)
        px = desk.theme.px
        self.setObjectName("dcim")
        self.resize(px(920), px(580))
        self._files = files
        self._review: Review | None = None
        self._merge: HallMerge | None = None
        self.column.addLayout(self._form())
        self.model: RowsModel[Difference] = RowsModel(COLUMNS, self)
        self.table = Table(desk, self.model, "Differences")
        self.table.empty = "Press Compare: what a push would write is listed here."
        self.column.addWidget(self.table, 1)
        desk.tasks.moved.connect(self._moved)
        self.state = ElidedLabel("", "text")
        self.state.setObjectName("dcim-state")
        self.column.addWidget(self.state)
        self.pull = self._button("Pull as new project", "dcim-pull")
        self.pull.setToolTip(
            tip("Racks of the site with their free units, as a project that is not saved yet")
        )
        self.pull.clicked.connect(self._pull)
        self.pull_into = self._button("Pull into project\N{HORIZONTAL ELLIPSIS}", "dcim-pull-into")
        self.pull_into.setToolTip(
            tip("List racks of the site that the project lacks, and units that others occupy; then add them")
        )
        self.pull_into.clicked.connect(self._pull_into)
        self.add = self._button("Add to project", "dcim-add")
        self.add.setProperty("kind", "primary")
        self.add.clicked.connect(self._add)
        self.compare = self._button("Compare", "dcim-compare")
        self.compare.clicked.connect(self._compare)
        self.push = self._button("Push", "dcim-push")
        self.push.setProperty("kind", "primary")
        self.push.clicked.connect(self._push)
        self.stopping = self._button("Cancel", "dcim-cancel")
        self.stopping.clicked.connect(self._cancel)
        self.add_foot(self.table, self.stopping, self.pull, self.pull_into, self.compare, self.add, self.push)
        self.product.currentIndexChanged.connect(self._change_product)
        desk.session.changed.connect(self._forget)
        desk.session.opened.connect(self._forget)
        self._offer()

    def _form(self) -> QFormLayout:
        px = self._desk.theme.px
        form = QFormLayout()
        form.setHorizontalSpacing(px(12))
        self.product = Combo(self._desk.theme)
        for one in PRODUCTS.values():
            self.product.addItem(one.name, one.key)
        self.product.setObjectName("dcim-product")
        self.product.setAccessibleName("Product")
        title = label("Product", "text2")
        title.setBuddy(self.product)
        form.addRow(title, self.product)
        self.address, self.site, self.token = QLineEdit(), QLineEdit(), QLineEdit()
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setToolTip(tip("Kept until this dialog closes; it is stored in no file"))
        for field, name, words in (
            (self.address, "dcim-address", "Address"),
            (self.site, "dcim-site", "Site"),
            (self.token, "dcim-token", "Token"),
        ):
            field.setObjectName(name)
            field.setAccessibleName(words)
            field.textEdited.connect(self._forget)
            title = label(words, "text2")
            title.setBuddy(field)
            form.addRow(title, field)
            if field is self.site:
                self._place = title
        self._name_product()
        self.plain_http = QCheckBox("Allow http to other machines")
        self.plain_http.setObjectName("dcim-plain-http")
        self.plain_http.setToolTip(tip("Anyone on the way can read the token"))
        self.adopt = QCheckBox("Adopt devices of others")
        self.adopt.setObjectName("dcim-adopt")
        self.adopt.setToolTip(
            tip("Devices, feeds and cables of others that the plan names; Compare lists them first")
        )
        self.adopt.toggled.connect(self._forget)
        self.delete = QCheckBox("Delete what is not in the plan")
        self.delete.setObjectName("dcim-delete")
        self.delete.setToolTip(tip("Only objects with the tag of the project, which its pushes made"))
        self.delete.toggled.connect(lambda _: self._offer())
        line = QHBoxLayout()
        line.setSpacing(px(18))
        line.addWidget(self.plain_http)
        line.addWidget(self.adopt)
        line.addWidget(self.delete)
        line.addStretch(1)
        form.addRow(label(""), line)
        return form

    def _button(self, text: str, name: str) -> QPushButton:
        made = QPushButton(text)
        made.setObjectName(name)
        made.setAutoDefault(False)
        return made

    def _server(self) -> Server | None:
        """The server of the fields; None where there is no address."""
        address = self.address.text().strip()
        if not address:
            self.state.setText(f"Type the address of the {self._named.name}, as in a browser.")
            self.address.setFocus(Qt.FocusReason.OtherFocusReason)
            return None
        return Server(address, self.token.text().strip(), self.plain_http.isChecked(), self._named.key)

    @property
    def _named(self) -> Product:
        """The product that is chosen."""
        return PRODUCTS[str(self.product.currentData())]

    def _name_product(self) -> None:
        """Name the product in the hints of the fields."""
        product = self._named
        self.address.setPlaceholderText(product.example)
        self._place.setText(product.place.capitalize())
        self.site.setAccessibleName(product.place.capitalize())
        given = os.environ.get(product.variable)
        hint = f"from {product.variable}" if given else "from the key ring, or type it here"
        self.token.setPlaceholderText(hint)

    def _change_product(self) -> None:
        """Take the token of the other product away."""
        self.token.clear()
        self._name_product()
        self._forget()

    def _offer(self) -> None:
        """Enable what can be done now."""
        running, review = self.task is not None, self._review
        self.compare.setEnabled(not running and self._desk.session.is_open)
        self.pull.setEnabled(not running)
        self.pull_into.setEnabled(not running and self._desk.session.is_open)
        self.add.setVisible(self._merge is not None)
        self.push.setVisible(self._merge is None)
        self.add.setEnabled(not running and self._merge is not None and self._merge.step is not None)
        self.stopping.setEnabled(running)
        deletes = self.delete.isChecked()
        writes = review is not None and any(
            one.action in ("create", "change", "replace", "adopt") or (one.action == "extra" and deletes)
            for one in review.lines
        )
        stops = review is not None and any(
            one.action == "conflict" and not (deletes and "--delete" in one.what) for one in review.lines
        )
        self.push.setEnabled(not running and writes and not stops)

    def _forget(self, *_: object) -> None:
        """Take the difference away where the project or the address is another one."""
        if self.task is None:
            if self._review is not None or self._merge is not None:
                self._clear()
                self.state.setText("Compare again: the project or a field has changed.")
            self._offer()

    def _clear(self) -> None:
        self._review = self._merge = None
        self.model.show([])

    def _compare(self) -> None:
        server = self._server()
        if server is None:
            return
        self._clear()
        self.start(
            f"Comparing with {self._named.name}\N{HORIZONTAL ELLIPSIS}",
            f"Compare with {self._named.name}",
            review_push,
            self._desk.session.project,
            server,
            self.site.text().strip(),
            self.adopt.isChecked(),
            done=self._show,
        )
        self._offer()

    def _moved(self, task: BackgroundTask) -> None:
        """Show the step of what is running, and the part that is done."""
        if task is self.task and task.state == "running" and task.text != "Starting":
            done = f", {task.fraction:.0%}" if task.fraction else ""
            self.state.setText(f"{task.text}{done}\N{HORIZONTAL ELLIPSIS}")

    def _show(self, review: Review) -> None:
        self._review = review
        self.model.show(sorted(review.lines, key=lambda one: ORDER.index(one.action)))
        counts = [
            f"{count:,} {SUMMED[action]}"
            for action in ORDER
            if (count := sum(one.action == action for one in review.lines))
        ]
        place = self._named.place.capitalize()
        text = f"{place} {review.site}, tag {review.tag}: {', '.join(counts) or 'nothing to change'}; "
        text += f"{review.same:,} as in the plan"
        text += f", {review.used:,} of others used as they are" if review.used else ""
        self.state.setText(f"{text}. Not held by {self._named.name}: {'; '.join(review.left_out)}.")
        self._offer()

    def _push(self) -> None:
        server, review = self._server(), self._review
        if server is None or review is None:
            return
        self.start(
            f"Pushing to {self._named.name}\N{HORIZONTAL ELLIPSIS}",
            f"{PUSH}{self._named.name}",
            push_reviewed,
            self._desk.session.project,
            server,
            review,
            self.delete.isChecked(),
            done=self._pushed,
        )
        self._offer()

    def _pushed(self, written: str) -> None:
        self._clear()
        self.state.setText(f"Written: {written}.")
        self._offer()

    def _named_site(self) -> str:
        """The site to pull; empty where none is typed, which is stated."""
        site = self.site.text().strip()
        if not site:
            self.state.setText(f"Type the name of the {self._named.place} to pull.")
            self.site.setFocus(Qt.FocusReason.OtherFocusReason)
        return site

    def _pull_into(self) -> None:
        """List what the floor lacks of a site."""
        server = self._server()
        site = "" if server is None else self._named_site()
        if server is None or not site:
            return
        self._clear()
        self.start(
            f"Reading {self._named.place} {site}\N{HORIZONTAL ELLIPSIS}",
            f"Pull {self._named.place} {site}",
            compare_hall,
            self._desk.session.project,
            server,
            site,
            done=self._show_hall,
        )
        self._offer()

    def _show_hall(self, made: HallMerge) -> None:
        self._merge = made
        lines = sorted(made.lines, key=lambda one: ORDER.index(one.action))
        self.model.show([Difference(one.action, "rack", one.rack, one.what) for one in lines])
        text = f"{self._named.place.capitalize()} {made.site}: {made.summary}"
        self.state.setText(f"{text}. {'; '.join(made.notes)}" + ("." if made.notes else ""))
        self._offer()

    def _add(self) -> None:
        """Add what is listed to the project, as one step."""
        made = self._merge
        if made is not None and made.step is not None:
            self._clear()
            if self._desk.session.do(made.step):
                self.state.setText(f"Added to the floor: {made.units:,} units reserved; one step to undo.")
            self._offer()

    def _pull(self) -> None:
        server = self._server()
        site = "" if server is None else self._named_site()
        if server is None or not site or not self._files.may_leave():
            return
        self.start(
            f"Reading {self._named.place} {site}\N{HORIZONTAL ELLIPSIS}",
            f"Pull {self._named.place} {site}",
            pull_hall,
            server,
            site,
            done=self._pulled,
        )
        self._files.waiting.emit(self.task)
        self._offer()

    def _pulled(self, made: HallProject) -> None:
        self._clear()
        self._desk.session.begin(made.project)
        racks = counted(len(made.project.floor.racks), "rack")
        self.state.setText(
            f"Opened as a new project, not saved yet: {racks}, {made.free_u:,} units free. "
            f"{'; '.join(made.notes)}."
        )
        self._offer()

    def _cancel(self) -> None:
        """Stop what is running; a push may have written a part, which the next one completes."""
        pushing = self.task is not None and self.task.title.startswith(PUSH)
        self.stop()
        self._clear()
        more = " Objects already written stay: compare again to see them, and push to complete it."
        self.state.setText("Cancelled." + (more if pushing else ""))
        self._offer()

    def fail(self, why: str) -> None:
        """Show why there is no result."""
        super().fail(why)
        self._offer()
