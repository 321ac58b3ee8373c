"""Marks of the drawings of a step, against the rows of its change order."""

import dataclasses
import pickle
from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace

from fatdesk.engine.change_order.drawing_sheets import StepSheets, print_inks
from fatdesk.engine.change_order.floor_drawing import FloorDrawing
from fatdesk.engine.change_order.marks import (
    AFTER,
    LETTERS,
    WHOLE,
    Mark,
    MarkedStep,
    State,
    is_there,
    states,
)
from fatdesk.engine.change_order.network_drawing import DASHES, mark_ink, network_pictures, swatch_of
from fatdesk.engine.change_order.rows import order_csv
from fatdesk.engine.change_order.sheets import order_leaves
from fatdesk.engine.drawing.display import Lines, Page, Text
from fatdesk.engine.drawing.palette import LIGHT, PRINT, Palette, contrast
from fatdesk.engine.drawing.sheet import STOCK_A4, Imprint, content_area
from fatdesk.engine.growth.changes import Fate
from fatdesk.engine.topology.frame import View, width_of
from fatdesk.project.growing.marking import drawn_order, marked_step
from tests.project.growing.test_change_order import order, table
from tests.project.growing.test_growing import ROOM, followed, project, steps, works

CASES = [("in-place", 0), ("in-place", 1), ("sized", 0), ("rebuild", 0)]


def marked(policy: str, step: int) -> MarkedStep:
    return marked_step(works(policy, 108, 150)[step], "step")


def cables_of_rows(rows: list[dict[str, str]]) -> dict[Mark, Counter[str]]:
    """Cables by mark and stage as the rows of an order have them: one label is one cable."""
    found: dict[Mark, set[tuple[str, str]]] = {mark: set() for mark in (Mark.MOVED, Mark.NEW, Mark.REMOVED)}
    for row in rows:
        cable = row["label"], row["stage"]
        if row["action"] == "move" or "replaces " in row["note"]:
            found[Mark.MOVED].add(cable)
        elif row["action"] == "add":
            found[Mark.NEW].add(cable)
        elif row["action"] == "pull" and row["note"] == "the cable becomes a spare":
            found[Mark.REMOVED].add(cable)
    return {mark: Counter(stage for _, stage in some) for mark, some in found.items()}


@pytest.mark.parametrize(("policy", "step"), CASES)
def test_counts_are_those_of_the_rows_of_the_order(policy: str, step: int) -> None:
    work, made = works(policy, 108, 150)[step], marked(policy, step)
    rows = table(order_csv(order(work)))
    wanted = cables_of_rows(rows)
    [network] = made.networks
    for mark, by_stage in wanted.items():
        assert network.cables(mark) == made.counts[mark] == by_stage.total()
        for stage in range(1, len(made.stages) + 1):
            assert network.cables(mark, stage) == by_stage[str(stage)]
    assert network.cables(Mark.LEFT) == network.cables(Mark.MOVED)
    assert [(one.moved, one.new, one.removed) for one in made.stages] == [
        tuple(wanted[mark][str(stage)] for mark in (Mark.MOVED, Mark.NEW, Mark.REMOVED))
        for stage in range(1, len(made.stages) + 1)
    ]
    actions = Counter(row["action"] for row in rows)
    assert sum(made.floor.mounted.values()) == actions["mount"]
    assert sum(made.floor.dismounted.values()) == actions["dismount"]
    plugs = Counter[str]()
    for _, mark, _, count in made.floor.plugs.tolist():
        plugs["pull" if mark in (Mark.LEFT, Mark.REMOVED) else "plug"] += count
    assert plugs["pull"] == actions["pull"]
    whole = sum("leg " not in row["note"] for row in rows if row["action"] == "add")
    assert plugs["plug"] == actions["move"] + 2 * whole, "no splitters here"


def test_links_after_all_stages_are_those_of_the_network_after() -> None:
    for policy, step in CASES:
        work = works(policy, 108, 150)[step]
        [network] = marked(policy, step).networks
        there = is_there(network.mark, states(network.stage, AFTER))
        plugs = np.concatenate([network.fabric.ends, network.fabric.ports], axis=1)
        [after] = work.grown.after.fabrics
        assert plugs[there].tolist() == np.concatenate([after.ends, after.ports], axis=1).tolist()
        first = is_there(network.mark, states(network.stage, 0)) & ~np.isin(
            network.mark, (Mark.NEW, Mark.MOVED)
        )
        ids = network.fabric.ids
        was = {(ids[a], ids[b], p, q) for a, b, p, q in plugs[first].tolist()}
        [before] = work.grown.before.fabrics
        ports = zip(before.ends.tolist(), before.ports.tolist(), strict=True)
        assert was == {(before.ids[a], before.ids[b], p, q) for (a, b), (p, q) in ports}


def test_cables_in_trays_are_those_of_the_filling() -> None:
    """Sums over marks and stages, at the middle of each piece, against the fill of trays after the step."""
    work, floor = works("in-place", 108, 150)[0], marked("in-place", 0).floor
    stays = np.isin(floor.flow[:, 1], (Mark.KEPT, Mark.MOVED, Mark.NEW))
    used = np.unique(floor.flow[stays, 0])
    found = Counter[tuple[float, ...]]()
    for piece, _, _, count in floor.flow[stays].tolist():
        found[tuple(floor.pieces[piece].tolist())] += count
    filling, derived = work.grown.after.filling, work.grown.after
    hung = derived.cabling.graph.net.tray[filling.cells.piece] >= 0
    wanted = filling.cables[hung & (filling.cables > 0)]
    assert sorted(found.values()) == sorted(wanted.tolist())
    assert len(used) == len(wanted)


def test_states_go_from_to_come_over_now_to_done() -> None:
    stage = np.array([0, 1, 2])
    assert states(stage, 0).tolist() == [State.DONE, State.TO_COME, State.TO_COME]
    assert states(stage, 1).tolist() == [State.DONE, State.NOW, State.TO_COME]
    assert states(stage, AFTER).tolist() == [State.DONE] * 3


def test_the_picture_counts_what_is_pulled_and_plugged_in_its_stage() -> None:
    """Links on the lines that are worked on, and counts in the key, against the stage of the order."""
    made = pickle.loads(pickle.dumps(marked("in-place", 0)))
    [picture] = network_pictures(made)
    left, top, right, bottom = picture.drawing.layout.extent
    view = View(1.0, 60 - left, 60 - top, right - left + 120, bottom - top + 120)
    for at, facts in enumerate(made.stages, start=1):
        seen = picture.frame(view, at)
        key = picture.key(at, seen)
        texts = [row.name for row in key.rows]
        for title, count in (("N  New", facts.new), ("M  Moved: new place", facts.moved)):
            assert (f"{title}, {count:,} in this stage" in texts) == (count > 0)
        mark, state = np.divmod(seen.strands.code, len(State))
        now = Counter[int]()
        for one, links in zip(
            mark[state == State.NOW].tolist(), seen.strands.count[state == State.NOW].tolist(), strict=True
        ):
            now[one] += links
        moved = Counter(network_marks(made, at))
        assert now == moved
    after = picture.frame(view, AFTER)
    assert not set((after.strands.code // len(State)).tolist()) & {Mark.LEFT, Mark.REMOVED}


def network_marks(made: MarkedStep, at: int) -> list[int]:
    """Marks of the links between switches of a stage."""
    [network] = made.networks
    switches = (network.fabric.kind[network.fabric.ends] == 1).all(axis=1)
    found: list[int] = network.mark[switches & (network.stage == at)].tolist()
    return found


def test_positions_are_described() -> None:
    made = marked("in-place", 0)
    assert made.position_text(0) == "Before the step; to come: 24 moved, 84 new cables, 51 devices mounted"
    assert made.position_text(2) == (
        "Stage 2 of 3 at C01: 12 moved, 12 new, 83.3 % of bandwidth stays at E01"
    )
    assert made.position_text(made.last).startswith("After the step: 24 moved")
    [network] = made.networks
    mark = np.full(len(network.mark), Mark.KEPT)
    mark[0] = Mark.NEW
    one = dataclasses.replace(made, networks=(dataclasses.replace(network, mark=mark),))
    assert one.position_text(0) == "Before the step; to come: 1 new cable, 51 devices mounted"


# -- floor ---------------------------------------------------------------------------------------------------


def test_lines_on_the_floor_cover_the_pieces_that_have_cables() -> None:
    """Lengths of the joined lines of a mark against those of the pieces, stage by stage."""
    floor = FloorDrawing(marked("in-place", 0))
    pieces, flow = floor.floor.pieces, floor.floor.flow
    for at in (0, 1, 2, 3, AFTER):
        there = is_there(flow[:, 1], states(flow[:, 2], at))
        for mark in Mark:
            used = pieces[np.unique(flow[there & (flow[:, 1] == mark), 0])]
            length = np.abs(used[:, 2:] - used[:, :2]).sum()
            lines = np.array([line.run for line in floor.lines(at) if line.mark is mark]).reshape(-1, 4)
            assert np.abs(lines[:, 2:] - lines[:, :2]).sum() == pytest.approx(length, abs=1e-6)
        most = dict.fromkeys(Mark, 0)
        for line in floor.lines(at):
            most[line.mark] = max(most[line.mark], line.cables)
        if at in (2, 3):
            here = flow[(flow[:, 2] == at)]
            for mark in set(here[:, 1].tolist()):
                assert most[mark] == here[here[:, 1] == mark, 3].max()


def test_racks_with_work_are_those_of_the_rows_of_the_stage() -> None:
    work, floor = works("in-place", 108)[0], FloorDrawing(marked_step(works("in-place", 108)[0], "step"))
    rows = table(order_csv(order(work)))
    labels = floor.step.rack_labels
    for at in (1, 2, 3):
        touched = set()
        for row in rows:
            if row["stage"] == str(at):
                sides = {"pull": ["from"], "move": ["to"], "add": ["from", "to"], "mount": ["to"]}
                touched |= {row[f"{side}_rack"] for side in sides.get(row["action"], [])}
        assert {labels[number - 1] for number in floor.entered(at)} == touched


def test_new_racks_are_those_that_are_bought() -> None:
    """Two racks in use, then three, in a room of eight places; racks without devices are no racks."""
    wide = replace(ROOM, rows=1, racks_per_row=8)
    [work] = followed(project(60, wide), steps(108), "in-place").works
    floor = marked_step(work, "step").floor
    [bought] = [line.order for line in work.purchases.lines if line.category == "racks"]
    assert list(floor.racks.values()) == [Mark.KEPT] * 2 + [Mark.NEW] * bought + [Mark.KEPT] * 5
    assert bought == 1


# -- paper, and black and white ------------------------------------------------------------------------------


@pytest.mark.parametrize("palette", [LIGHT, PRINT])
def test_marks_differ_without_colours(palette: Palette) -> None:
    looks = {
        (DASHES.get(mark, ()), swatch_of(mark * len(State) + State.NOW, print_inks(palette)).width)
        for mark in Mark
    }
    assert len(looks) == len(Mark), "dash and width"
    assert len({LETTERS[mark] for mark in (Mark.KEPT, Mark.MOVED, Mark.NEW, Mark.REMOVED)}) == 4
    for mark in Mark:
        assert contrast(mark_ink(mark, palette), palette.ground) >= 4.5


def sheets() -> StepSheets:
    return StepSheets(marked("in-place", 0), PRINT, Imprint(project="cluster"), STOCK_A4)


def pages() -> list[Page]:
    return [leaf.draw() for leaf in sheets().of_step()]


def texts_of(page: Page) -> list[str]:
    return [item.text for item in page.items if isinstance(item, Text)]


def test_sheets_show_the_network_and_the_floor_inside_their_frame() -> None:
    network, floor = pages()
    left, upper, right, lower = content_area(STOCK_A4.lying[-1])
    for page in (network, floor):
        texts = [item.text for item in page.items if isinstance(item, Text)]
        for count in ("84", "24", "108"):
            assert count in texts, "the key"
        assert "step: 24 moved, 84 new cables, 51 devices mounted" in texts
        for item in page.items:
            if isinstance(item, Lines):
                for x1, y1, x2, y2 in item.segments:
                    assert left <= min(x1, x2) <= max(x1, x2) <= right
                    assert upper <= min(y1, y2) <= max(y1, y2) <= page.height - 10
            elif isinstance(item, Text) and item.y < lower:
                assert left <= item.bounds[0] <= item.bounds[2] <= right
    assert {"C03", "E06", "N 6", "M 6"} <= {item.text for item in network.items if isinstance(item, Text)}
    assert {"A01", "N A03", "+38", "Row A"} <= {item.text for item in floor.items if isinstance(item, Text)}


def test_each_stage_has_sheets_of_its_own_work_alone() -> None:
    work = works("in-place", 108)[0]
    for number, stage in enumerate(work.stages, start=1):
        network, floor = sheets().of_stage(number)
        assert (network.title, floor.title) == (
            f"Stage {number}, network compute",
            f"Stage {number}, floor",
        )
        moved, new = (stage.count(fate) for fate in (Fate.MOVED, Fate.ADDED))
        words = [f"M  Moved: new place, {moved} in this stage"] * bool(moved)
        words.append(f"N  New, {new} in this stage")
        for page in (network.draw(), floor.draw()):
            texts = texts_of(page)
            assert set(words) <= set(texts), "the key"
            assert "M  Moved: new place" in texts or moved
        pills = [text for text in texts_of(network.draw()) if text[:2] in ("M ", "N ") and text[2:].isdigit()]
        assert sum(int(one[2:]) for one in pills if one[0] == "M") == 2 * moved, "old and new places"


def test_the_drawn_order_has_its_drawings_stage_by_stage_and_the_same_bytes() -> None:
    work = works("in-place", 108)[0]
    groups = [(leaf.group, leaf.title) for leaf in order_leaves(drawn_order(work, "step"))]
    assert [title for group, title in groups if group == "Whole step"] == ["Network compute", "Floor"]
    for number in (1, 2, 3):
        head = f"Stage {number} of 3"
        own = [title for group, title in groups if group == head]
        assert own[:2] == [f"Stage {number}, network compute", f"Stage {number}, floor"]
        assert all("sheet" in title for title in own[2:])
        assert len(own) > 2
    assert len(set(groups)) == len(groups)
    assert pages() == pages()


def test_everything_is_worked_on_in_the_whole_step() -> None:
    assert states(np.array([0, 1, 2]), WHOLE).tolist() == [State.DONE, State.NOW, State.NOW]
    made = marked("rebuild", 0)
    [picture] = network_pictures(made)
    seen = picture.frame(View(0.5, 400.0, 50.0, 1200.0, 700.0), WHOLE)
    assert {row.links for row in picture.key(WHOLE, seen).rows} == {
        one for one in made.counts.values() if one
    }


@pytest.mark.parametrize("at", [1, 2, WHOLE])
def test_no_count_covers_the_letter_of_a_device(at: int) -> None:
    [picture] = network_pictures(marked("in-place", 0))
    left, top, right, _ = picture.drawing.layout.extent
    badges = pills = 0
    for wide in range(200, 900, 50):
        scale = wide / (right - left)
        seen = picture.frame(View(scale, 80 - left * scale, 40 - top * scale, 1000.0, 600.0), at)
        letters = [one for one in seen.labels if one.tone == "box" and one.level < 0]
        badges, pills = badges + len(letters), pills + len(seen.pills)
        for pill in seen.pills:
            half = width_of(pill.text, 12.0, True) / 2 + 10
            for one in letters:
                apart = (
                    one.x - (pill.x + half),
                    (pill.x - half) - (one.x + width_of(one.text, one.size, True)),
                )
                assert max(apart) >= 0 or abs(one.y - pill.y) >= 18
    assert badges
    assert pills
