"""Racks on the screen and on paper: the same devices in the same units, with the same names and roles."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from fatdesk.engine.drawing.display import Box, Text
from fatdesk.engine.drawing.palette import LIGHT
from fatdesk.engine.drawing.sheets.elevation import elevation_leaves
from fatdesk.engine.floor.floor import rack_label
from fatdesk.project.commands.project import SetNaming
from fatdesk.project.commands.racks import Reserve
from fatdesk.project.files.storing import save_project
from tests.gui.pages.racks import RacksPage

ROLES = {LIGHT.host.fill: "host", LIGHT.ground: "host", LIGHT.edge.fill: "edge", LIGHT.core.fill: "core"}


@pytest.fixture(params=["nodes-60", "nodes-396", "blades-224"])
def racks(request, window, designed, tmp_path):
    project = designed(request.param)
    *others, last = project.floor.racks
    others.insert(0, replace(last, x_mm=last.x_mm + 50_000))
    path = tmp_path / "racks.fatdesk"
    save_project(replace(project, floor=replace(project.floor, racks=tuple(others))), path)
    window.files.open_path(path)
    racks = RacksPage(window)
    runs = ((number, *run) for number in racks.scene.racks for run in racks.scene.free_runs(number))
    number, u, _ = next(run for run in runs if run[2] >= 2)
    assert window.session.do(Reserve(rack=number, u=u, height_u=2, note="Spare"))
    return racks


def on_screen(racks):
    """Each rack by its label: lowest unit, height, role and name of what is drawn in it."""
    racks.show_largest()
    found = {}
    base = racks.colour("base").name().upper()
    roles = ROLES | {base: "host", LIGHT.reserved.fill: "reserved"}
    for number, box in sorted(racks.scene.boxes.items(), key=lambda pair: pair[1].left()):
        rack = racks.scene.racks[number]
        frame, unit = racks.look_at(box), racks.unit_px
        calls = [call for call in racks.drawn() if frame.adjusted(-1, -1, 1, 1).contains(call.rect)]
        inside = found[rack_label(rack)] = set()
        for call in calls:
            if call.name == "fill" and abs(call.rect.width() - frame.width()) < 0.01 and call.fill in roles:
                u = round((frame.bottom() - call.rect.bottom()) / unit) + 1
                texts = [some.text for some in calls if some.text and call.rect.contains(some.rect.center())]
                name = next(iter(texts), "")
                inside.add((u, round(call.rect.height() / unit), roles[call.fill], name))
    return found


def on_paper(plan):
    """The same of the printed sheets."""
    heights = {rack_label(r): plan.catalog.rack(r.part).height_u for r in plan.floor.racks}
    roles, found = ROLES | {LIGHT.reserved.fill: "reserved"}, {}
    for leaf in elevation_leaves(plan, LIGHT):
        page = leaf.draw()
        boxes = [item for item in page.items if isinstance(item, Box)]
        texts = [item for item in page.items if isinstance(item, Text)]
        for frame in [box for box in boxes if box.pen and box.pen.width == 0.5 and not box.fill]:
            label = next(text.text for text in texts if text.size == 6.0 and text.x == frame.x)
            unit, bottom = frame.height / heights[label], frame.y + frame.height
            inside, enclosure = found.setdefault(label, set()), None
            for box in boxes:
                if not box.pen or box.pen.width == 0.5 or (box.x, box.width) != (frame.x, frame.width):
                    continue
                if (
                    enclosure
                    and enclosure.y <= box.y
                    and box.y + box.height <= enclosure.y + enclosure.height
                ):
                    continue
                enclosure = box if box.pen.width == 0.25 else enclosure
                u = round((bottom - box.y - box.height) / unit) + 1
                own = [
                    text.text
                    for text in texts
                    if frame.x <= text.x <= frame.x + frame.width and box.y <= text.y <= box.y + box.height
                ]
                inside.add((u, round(box.height / unit), roles[box.fill], next(iter(own), "")))
    return found


def test_screen_and_paper_show_the_same_racks(window, racks):
    plan = window.session.derived.plan
    screen, paper = on_screen(racks), on_paper(plan)
    assert list(screen) == list(paper)

    def places(found):
        return {label: {item[:3] for item in items} for label, items in found.items()}

    assert places(screen) == places(paper)
    assert sum(map(len, screen.values())) == len(racks.scene.devices) + len(racks.scene.kept)
    for label, items in screen.items():
        names = {(u, role): name for u, _, role, name in paper[label]}
        for u, _, role, name in items:
            other = names[u, role]
            if "Spare" in name:
                assert (role, name.split(), other) == (
                    "reserved",
                    ["Spare", "2", "U"],
                    "Reserved 2 U · Spare",
                )
            elif role == "reserved":
                assert set(name.split()) <= set(other.split())
            elif "…" not in name + other and other:
                assert name == other


def test_names_by_place_leave_out_the_rack_and_small_racks_keep_their_names(desk):
    racks = RacksPage(desk)
    assert desk.session.do(SetNaming(host="{label}-compute-n{in_rack:02}"))
    racks.key(Qt.Key.Key_F, Qt.KeyboardModifier.ShiftModifier)
    texts = {call.text for call in racks.drawn()}
    assert "A02" in texts
    assert any(text.startswith("…") for text in texts)
    assert not any(text.startswith("A02-") for text in texts)
    while racks.unit_px > 6:
        racks.zoom(0.9)
    assert {"A02", "B07"} <= {call.text for call in racks.drawn()}
