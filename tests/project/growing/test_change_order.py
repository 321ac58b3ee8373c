"""The change order carried out by port alone, against the lists of cables before and after the step."""

import csv
import io
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import openpyxl
import pytest
from msgspec import structs

from fatdesk.core.program import shipped
from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.change_order.rows import ChangeOrder, order_csv, order_workbook
from fatdesk.engine.change_order.sheets import order_leaves
from fatdesk.engine.change_order.texts import gate_text, roll_back_text
from fatdesk.engine.design.growth_target import HostTarget, Policy
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.export import EXPORTS
from fatdesk.engine.growth.changes import Fate, WorkStage
from fatdesk.project.commands.history import History
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.growing.expected import plan_for
from fatdesk.project.growing.policies import policy_results
from fatdesk.project.growing.work import Work
from tests.project.growing.test_growing import CATALOG, project, works

Port = tuple[str, str, str]
"""Rack, device, port as printed."""
MADE = {export.name: export for export in EXPORTS}


def table(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


def wiring(derived: Derived) -> dict[str, tuple[frozenset[Port], str, str]]:
    """Ports, part and length of each cable by its number, from wiring.csv; legs of a splitter together."""
    found: dict[str, tuple[frozenset[Port], str, str]] = {}
    for row in table(MADE["wiring.csv"].make(derived.plan)["wiring.csv"]):
        ports = set()
        for end in "ab":
            port = f"{row[f'{end}_slot']}:{row[f'{end}_port']}" if row[f"{end}_slot"] else row[f"{end}_port"]
            leg = f".{row['b_sub_port']}" if end == "b" and row["b_sub_port"] else ""
            ports.add((row[f"{end}_rack"], row[f"{end}_device"], port + leg))
        known = found.get(row["number"], (frozenset[Port](), "", row["ordered_m"]))
        found[row["number"]] = known[0] | ports, row["part"], known[2]
    return found


class Installer:
    """Hands that know ports and labels only; a plug that does not fit is an error."""

    def __init__(self, before: dict[str, tuple[frozenset[Port], str, str]]) -> None:
        self.label_at = {port: label for label, (ports, _, _) in before.items() for port in ports}
        self.kind = {label: (part, length) for label, (_, part, length) in before.items()}

    def do(self, row: dict[str, str]) -> None:
        origin, target = (
            (row[f"{end}_rack"], row[f"{end}_device"], row[f"{end}_port"]) for end in ("from", "to")
        )
        if row["action"] == "pull":
            assert self.label_at.pop(origin) == row["label"]
        elif row["action"] == "move":
            self._plug(target, row["label"])
        elif row["action"] == "add":
            self.kind[row["label"]] = row["part"], row["length_m"]
            if self.label_at.get(origin) != row["label"]:  # once for all legs of a splitter
                self._plug(origin, row["label"])
            self._plug(target, row["label"])
        elif row["action"] == "rename":
            renamed = {place: label for place, label in self.label_at.items() if place[:2] == origin[:2]}
            for place, label in renamed.items():
                del self.label_at[place]
                self.label_at[place[0], target[1], place[2]] = label
        elif row["action"] == "relabel":
            assert row["label"] in self.kind
            kind = self.kind.pop(row["label"])
            new = row["new_label"] or row["label"]  # other names of devices alone: the number stays
            self.kind[new] = kind
            for port, label in self.label_at.items():
                if label == row["label"]:
                    self.label_at[port] = new

    def _plug(self, port: Port, label: str) -> None:
        assert port not in self.label_at, f"{port} is in use"
        self.label_at[port] = label

    def wiring(self) -> dict[str, tuple[frozenset[Port], str, str]]:
        found: dict[str, set[Port]] = {}
        for port, label in self.label_at.items():
            found.setdefault(label, set()).add(port)
        return {label: (frozenset(ports), *self.kind[label]) for label, ports in found.items()}


def order(work: Work) -> ChangeOrder:
    return work.order("cluster, step 1")


@pytest.mark.parametrize(("policy", "step"), [("in-place", 0), ("in-place", 1), ("sized", 0), ("rebuild", 0)])
def test_done_row_by_row_the_order_makes_the_wiring_after_the_step(policy: str, step: int) -> None:
    work = works(policy, 108, 150)[step]
    hands = Installer(wiring(work.grown.before))
    rows = table(order_csv(order(work)))
    for row in rows:
        hands.do(row)
    assert hands.wiring() == wiring(work.grown.after)
    assert [int(row["step"]) for row in rows] == list(range(1, len(rows) + 1))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["blades-224", "gpu-31", "superpod-b200"])
@pytest.mark.parametrize("policy", ["in-place", "rebuild"])
def test_orders_of_examples_with_cards_legs_and_cages_of_two_links(name: str, policy: Policy) -> None:
    requirements = read_requirements(shipped("resources") / "examples" / f"{name}.yaml", CATALOG)
    designed = design_project(requirements, CATALOG, name).project
    assert designed is not None
    more = tuple(HostTarget(name=one.name, count=one.count * 8 // 5 + 1) for one in designed.hosts)
    [found] = policy_results(designed, (GrowthStep(hosts=more),), CATALOG, [(policy,)])
    [work] = found.works
    hands = Installer(wiring(work.grown.before))
    for row in table(order_csv(order(work))):
        hands.do(row)
    assert hands.wiring() == wiring(work.grown.after)


def test_no_kept_cable_has_a_row() -> None:
    [work] = works("in-place", 108)
    before, after = wiring(work.grown.before), wiring(work.grown.after)
    kept = {label for label, cable in before.items() if after.get(label) == cable}
    labels = {row["label"] for row in table(order_csv(order(work)))}
    assert kept
    assert not kept & labels


def test_each_stage_is_walked_once_for_each_kind_of_work() -> None:
    """Racks come in order within each kind of work of a stage; pulls are before all plugs."""
    for work in works("in-place", 108, 150):
        rows = table(order_csv(order(work)))
        for _, stage in groupby(rows, key=lambda row: row["stage"]):
            some = list(stage)
            kinds = [kind for kind, _ in groupby(row["action"] for row in some)]
            assert len(kinds) == len(set(kinds))
            wanted = ["mount", "pull", "move", "add", "relabel", "verify", "roll back"]
            assert kinds == [kind for kind in wanted if kind in kinds]
            for kind, side in (("pull", "from"), ("move", "to"), ("mount", "to"), ("add", "from")):
                racks = [row[f"{side}_rack"] for row in some if row["action"] == kind]
                assert racks == sorted(racks)


def test_a_roll_back_counts_plugs_not_cables() -> None:
    """A cable whose two plugs are moved has two pull rows."""
    [work] = works("in-place", 108)
    [stage, *_] = (one for one in work.stages if any(each.reused for each in one.changes))
    one = next(each for each in stage.changes if each.reused)
    assert one.after is not None
    both = [structs.replace(end, port="99") for end in (one.after.a, one.after.b)]
    moved = replace(one, after=structs.replace(one.after, a=both[0], b=both[1]))
    assert "plug 1 moved plug back in the port of its pull row;" in roll_back_text(
        replace(stage, changes=(one,))
    )
    assert roll_back_text(replace(stage, changes=())) == "no cable to undo in this stage"
    assert "plug 2 moved plugs back" in roll_back_text(replace(stage, changes=(moved,)))


@pytest.mark.parametrize(
    ("gate", "links", "text"),
    [
        (0, 0, "no link is plugged in this stage: continue"),
        (0, 14, "no link has to work: continue"),
        (1, 1, "continue when the link plugged in this stage works"),
        (1, 2, "continue when 1 of the 2 links plugged in this stage works (50 %)"),
        (1080, 1200, "continue when 1,080 of the 1,200 links plugged in this stage work (90 %)"),
    ],
)
def test_the_gate_in_words(gate: int, links: int, text: str) -> None:
    share = Fraction(gate, links or 1)
    assert gate_text(WorkStage("net", (), (), Fraction(0), gate=gate, links=links, gate_share=share)) == text


def test_cables_that_do_not_reach_are_replaced_and_others_have_their_lengths_checked() -> None:
    [work] = works("in-place", 108)
    rows = table(order_csv(order(work)))
    moved = [row for row in rows if row["action"] == "move"]
    assert all(float(row["needed_m"]) <= float(row["length_m"]) for row in moved)
    assert {row["reaches"] for row in moved} == {"yes"}
    replaced = [row for row in rows if row["note"].startswith("replaces")]
    assert len(moved) + len(replaced) == work.moved
    spares = Counter(row["label"] for row in rows if row["note"].startswith("spare: 1 m is too short for"))
    assert sorted(spares) == sorted(row["note"].split()[1].rstrip(",") for row in replaced)
    assert set(spares.values()) == {2}  # both plugs are pulled


def test_new_devices_are_mounted_before_anything_is_plugged_into_them() -> None:
    [work] = works("in-place", 108)
    there = {device for ports, _, _ in wiring(work.grown.before).values() for _, device, _ in ports}
    for row in table(order_csv(order(work))):
        if row["action"] == "mount":
            assert row["to_device"] not in there
            there.add(row["to_device"])
        if row["action"] in ("move", "add"):
            assert row["to_device"] in there


def test_the_workbook_has_the_rows_of_the_csv_and_the_stages() -> None:
    [work] = works("in-place", 108)
    book = openpyxl.load_workbook(io.BytesIO(order_workbook(order(work))))
    assert book.sheetnames == ["Change order", "Stages"]
    rows = table(order_csv(order(work)))
    sheet = list(book["Change order"].iter_rows(values_only=True))
    assert len(sheet) == 1 + len(rows)
    for cells, row in zip(sheet[1:], rows, strict=True):
        assert ["" if cell is None else str(cell) for cell in cells[:12]] == list(row.values())[:12]
    done = [column.value for column in book["Change order"][1]].index("Done")
    assert Counter(cells[done] for cells in sheet[1:]) == {"☐": len(rows) - 3, None: 3}
    stages = list(book["Stages"].iter_rows(values_only=True))[1:]
    assert [(one[3], one[4], one[5]) for one in stages] == [(0, 60, 0), (12, 12, 0), (12, 12, 0)]


def test_a_rebuild_is_one_stage_out_of_service() -> None:
    work = works("rebuild", 108, 150)[0]
    [stage] = work.stages
    assert stage.residual == 0
    assert stage.links == len(wiring(work.grown.after)) - work.changes.count(Fate.KEPT)


def test_the_sheets_have_a_line_for_each_row_and_the_gate_of_each_stage() -> None:
    [work] = works("in-place", 108)
    made = order(work)
    pages = [leaf.draw() for leaf in order_leaves(made)]
    texts = [[item.text for item in page.items if hasattr(item, "text")] for page in pages]
    for page in pages:
        low = [item.y for item in page.items if hasattr(item, "text") and item.text != ""]
        frame = page.height - 24  # the title block of the sheet
        assert max(y for y in low if y < frame + 2.9) <= frame
    every = Counter(text for page in texts for text in page)
    for row in table(order_csv(made)):
        if row["action"] not in ("verify", "roll back"):
            assert every[row["step"]] >= 1
    assert sum(count for text, count in every.items() if text.startswith("Gate: continue when")) == 3


def test_the_same_order_has_the_same_bytes() -> None:
    [work] = works("in-place", 108)
    assert order_csv(order(work)) == order_csv(order(work))
    assert order_workbook(order(work)) == order_workbook(order(work))


def test_the_applied_project_is_as_the_network_predicted() -> None:
    """The step as an edit of the project, against ``fabric.net`` of the plan."""
    [work] = works("in-place", 108)
    predicted = MADE["fabric.net"].make(work.grown.after.plan)["fabric.net"]
    applied = Derived(History(project()).do(work.applied()))
    found = read_discovered(predicted, "fabric.net")
    built = compare(plan_for(applied, found), found)
    assert (built.differences, built.matched) == ((), len(wiring(applied)))
    today = compare(plan_for(Derived(project()), found), found)
    assert today.differences  # the network of today differs
