"""Side managers in the elevations: fill on screen and paper, and while a device is dragged."""

import pytest
from msgspec.structs import replace

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.catalog.parts import Cable, RackPart
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.drawing.display import Box
from fatdesk.engine.drawing.palette import LIGHT
from fatdesk.engine.drawing.plan import Subjects
from fatdesk.engine.drawing.sheets.elevation import elevation_leaves
from fatdesk.engine.floor.floor import rack_label
from fatdesk.project.commands.cables import SetCabling
from fatdesk.project.commands.devices import MoveDevice
from fatdesk.project.commands.history import perform
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.ref import RACK
from fatdesk.project.files.storing import save_project
from tests.gui.pages.inspector import Inspector
from tests.gui.pages.racks import RacksPage

REQUIREMENTS = """
hosts: [{name: gpu, part: nvidia-dgx-h100, count: 20}]
fabrics: [{name: compute, rails: 8, media: optical, edge: [nvidia-qm9700], core: [nvidia-qm9700]}]
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    file = tmp_path_factory.mktemp("managers") / "r.yaml"
    file.write_text(REQUIREMENTS)
    catalog = load_shipped([])
    made = design_project(read_requirements(file, catalog), catalog, "hall").project
    parts = []
    for part in made.parts:
        if isinstance(part, RackPart):
            parts.append(replace(part, side_manager_mm2=3500.0, top_entry_mm2=20_000.0))
        else:
            parts.append(replace(part, diameter_mm=3.0) if isinstance(part, Cable) else part)
    return perform(replace(made, parts=tuple(parts)), SetCabling(profile="planning"))


@pytest.fixture
def racks(window, project, tmp_path):
    path = tmp_path / "managers.fatdesk"
    save_project(project, path)
    window.files.open_path(path)
    return RacksPage(window)


def test_screen_and_paper_show_the_same_fill(racks, project):
    derived = Derived(project)
    [judged] = [one for one in derived.judged if one.rule.name == "rack-side-fill"]
    expected = dict(zip(judged.values.elements, judged.values.amount.tolist(), strict=True))
    racks.show_largest()
    racks.show_rear_ports()
    for label, fill in expected.items():
        left, right = racks.strips(label)
        fullest = max(left.fullest, right.fullest, key=lambda run: run.fill)
        assert fullest.fill == pytest.approx(fill)
        assert f"{fullest.fill:.1%}".replace("%", " %") in racks.strip_tip(label)
    over = [label for label, fill in expected.items() if fill > 0.4]
    assert over, "a manager of 3,500 mm² is too small for the rack of the switches"
    pages = [leaf.draw() for leaf in elevation_leaves(derived.plan)]
    drawn = [item for page in pages for item in page.items if isinstance(item, Box)]
    dark = [box for box in drawn if box.fill == LIGHT.heat[-1]]
    assert dark


def test_fill_while_a_switch_is_dragged_is_that_after_the_drop(window, racks, project):
    """What is drawn during the drag is worked out for the moved switch alone, and equals the whole."""
    racks.show_largest()
    racks.show_rear_ports()
    rack, switch = next(
        (rack, device)
        for rack in project.floor.racks
        for device in rack.devices
        if len(rack.devices) < 10 and device.part == "nvidia-qm9700"
    )
    label = rack_label(rack)
    taken = {u for d in rack.devices for u in range(d.u, d.u + (1 if "qm9700" in d.part else 8))}
    free = max(set(range(1, 42)) - taken)
    before = racks.strips(label)
    racks.look_at(racks.scene.boxes[rack.number])
    racks.drag(racks.spot(switch.id), racks.unit(label, free), release=False)
    during = racks.strips(label)
    assert during != before
    assert racks.drawn()
    after = Derived(perform(project, MoveDevice(id=switch.id, rack=rack.number, u=free)))
    assert during == Subjects(after.plan).strips(rack, "rear")


def test_inspector_lists_each_side(window, racks, project):
    rack = max(project.floor.racks, key=lambda one: len(one.devices))
    window.session.select([RACK(rack.number)])
    texts = Inspector(window).texts
    assert any(text.startswith("Left at the rear") for text in texts)
    assert any(" % at U" in text for text in texts)
    assert "Excess cable stored" in texts
    assert "Top entry, left" in texts
