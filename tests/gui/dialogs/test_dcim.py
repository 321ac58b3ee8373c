"""The dialog NetBox: the difference before the push; a hall as a new project; the token is stored nowhere."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPushButton

from fatdesk.engine.dcim.product import NETBOX
from fatdesk.engine.floor.floor import rack_label
from fatdesk.gui.dialogs.dcim_dialog import DcimDialog
from fatdesk.project.files.storing import save_project
from tests.neighbours.fake_netbox import TOKEN, FakeNetBox, serving
from tests.patience import PATIENCE_MS

LEFT = Qt.MouseButton.LeftButton


class NetBoxPage:
    """The dialog as a user sees it."""

    def __init__(self, window, qtbot):
        window.actions_by_id["netbox"].trigger()
        self.dialog = window.findChild(DcimDialog)
        self._qtbot = qtbot

    def type(self, name, text):
        field = self.dialog.findChild(QLineEdit, f"dcim-{name}")
        field.clear()
        self._qtbot.keyClicks(field, text)

    def press(self, name, words):
        """Press a button and wait for words in the line of the state."""
        self._qtbot.mouseClick(self.button(name), LEFT)
        self._qtbot.waitUntil(lambda: words in self.state, timeout=PATIENCE_MS)

    def button(self, name):
        return self.dialog.findChild(QPushButton, f"dcim-{name}")

    def tick(self, name):
        self.dialog.findChild(QCheckBox, f"dcim-{name}").click()

    @property
    def state(self):
        return self.dialog.findChild(QLabel, "dcim-state").text()

    def states_while_running(self):
        """The texts that the line of the state has from now on."""
        seen = []
        self.dialog._desk.tasks.moved.connect(lambda _: seen.append(self.state))
        return seen

    @property
    def lines(self):
        return self.dialog.model.shown()


@pytest.fixture
def netbox():
    made = FakeNetBox()
    made.page = 500
    return made


@pytest.fixture
def page(window, qtbot, netbox, designed, monkeypatch, tmp_path):
    monkeypatch.delenv(NETBOX.variable, raising=False)
    save_project(designed("nodes-60"), tmp_path / "nodes-60.fatdesk")
    window.files.open_path(tmp_path / "nodes-60.fatdesk")
    with serving(netbox) as address:
        made = NetBoxPage(window, qtbot)
        made.type("address", address)
        made.type("token", TOKEN)
        made.type("site", "Hall 3")
        yield made
        made.dialog.close()


def test_a_push_is_reviewed_before_it_is_written_and_the_second_writes_nothing(page, netbox, home):
    assert not page.button("push").isEnabled()
    page.press("compare", "create")
    assert netbox.requests["POST"] == 0
    assert ("create", "site", "Hall 3", "") in [tuple(line[:4]) for line in page.lines]
    seen = page.states_while_running()
    page.press("push", "Written: created 1 site")
    assert any(text.startswith("Cables of the plan") for text in seen)
    page.press("compare", "nothing to change")
    assert not page.button("push").isEnabled()
    like = next(one for one in netbox.objects["dcim/devices"].values() if one["name"] == "E01")
    netbox.add("dcim/devices", **{**like, "name": "left", "position": None})
    page.press("compare", "1 not in the plan")
    assert not page.button("push").isEnabled()
    page.tick("delete")
    page.press("push", "Written: deleted 1 device")
    written = [path for path in home.rglob("*") if path.is_file() and TOKEN.encode() in path.read_bytes()]
    assert written == []


def test_a_hall_becomes_a_new_project_and_errors_are_one_line(page, window, netbox):
    page.press("pull", "there is no site Hall 3")
    site = netbox.add("dcim/sites", name="Hall 3", slug="hall-3")
    shape = {"u_height": 42, "outer_width": 600, "outer_depth": 1200, "outer_unit": "mm"}
    racks = [netbox.add("dcim/racks", name=name, site=site, **shape) for name in ("B01", "B02")]
    kind = netbox.add("dcim/device-types", model="Store", manufacturer=None, u_height=4)
    netbox.add("dcim/devices", name="s1", site=site, device_type=kind, rack=racks[1], position=10.0)
    page.press("pull", "2 racks, 80 units free")
    reserved = {rack_label(rack): rack.reserved for rack in window.session.project.floor.racks}
    assert [(one.u, one.height_u, one.note) for one in reserved["B02"]] == [(10, 4, "s1 (Store)")]
    assert reserved["B01"] == ()


def test_a_hall_is_pulled_into_the_open_project_as_one_step(page, window, netbox):
    """Listed first; what is added is undone at once."""
    before = window.session.project
    rack = before.floor.racks[1]
    site = netbox.add("dcim/sites", name="Hall 3", slug="hall-3")
    shape = {"u_height": 42, "outer_width": 600, "outer_depth": 1200, "outer_unit": "mm"}
    there = netbox.add("dcim/racks", name=rack_label(rack), site=site, **shape)
    netbox.add("dcim/racks", name="C01", site=site, **shape)
    kind = netbox.add("dcim/device-types", model="Store", manufacturer=None, u_height=2)
    netbox.add("dcim/devices", name="s1", site=site, device_type=kind, rack=there, position=2.0)
    assert not page.button("add").isVisible()
    page.press("pull-into", "1 rack to add")
    assert window.session.project is before
    assert ("reserve", "rack", rack_label(rack), "units 2 to 3: s1 (Store)") in [
        tuple(line) for line in page.lines
    ]
    page.press("add", "2 units reserved")
    after = window.session.project.floor.racks
    assert [rack_label(one) for one in after][-1] == "C01"
    assert [(one.u, one.note) for one in after[1].reserved] == [(2, "s1 (Store)")]
    window.session.undo()
    assert window.session.project == before


def test_devices_of_others_are_adopted_when_it_is_ticked_and_nautobot_has_its_own_words(page, netbox):
    page.press("compare", "create")
    page.press("push", "Written: created 1 site")
    one = next(one for one in netbox.objects["dcim/devices"].values() if one["name"] == "E01")
    one["tags"] = []
    page.press("compare", "1 conflict")
    assert not page.button("push").isEnabled()
    page.tick("adopt")
    page.press("compare", "1 to adopt")
    page.press("push", "Written: adopted 1 device")
    page.dialog.product.setCurrentIndex(1)
    assert page.dialog.token.text() == ""
    page.press("pull", "no token, set FATDESK_NAUTOBOT_TOKEN")


def test_a_wrong_token_and_a_missing_one_are_one_line(page):
    page.type("token", "nbt_other.token")
    page.press("compare", "refuses the token")
    page.type("token", "")
    page.press("compare", "no token")
