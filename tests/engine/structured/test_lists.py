"""Bill, pieces, trunks, panel ports and labels of channels agree with each other and with the arrays."""

import json
from collections import Counter
from decimal import Decimal

import msgspec
import pytest

from fatdesk.engine.bill.counting import part_to_price
from fatdesk.engine.catalog.parts import Price
from fatdesk.engine.drawing.sheets.labels import cable_labels
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.identifiers.schemes import Identifiers
from fatdesk.engine.structured.loss import loss_db
from fatdesk.project.commands.bill import SetPart
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import summary
from tests.csv_rows import read_csv
from tests.engine.structured.samples import four_units_derived, with_rules


@pytest.fixture(scope="module")
def derived():
    return four_units_derived()


@pytest.fixture(scope="module")
def plan(derived):
    return derived.plan


def table(plan, name):
    return read_csv(BY_NAME[name].make(plan)[name])


def test_patch_panels_are_a_figure_of_the_work(derived):
    """Of the network whose links go over them; none where all cables go directly."""
    assert derived.deployability.panels == derived.structured.counts["panels"] > 0
    assert Derived(with_rules(derived.project, panels=None)).deployability.panels == 0


def test_bill_has_cords_trunks_cassettes_and_panels(derived):
    """The 1,024 links of the spine are 2,048 cords and 64 trunks; host cables stay as they are."""
    direct = Derived(with_rules(derived.project, panels=None))
    lines = Counter()
    for line in derived.bill.lines:
        lines[line.category, line.part] += line.needed
    before = Counter()
    for line in direct.bill.lines:
        before[line.category, line.part] += line.needed
    fibre = ("cables", "nvidia-mfp7e10-n")
    assert lines[fibre] == before[fibre] + 1024
    assert lines["cables", "generic-trunk-144-base8-mpo-12-om4"] == 64
    assert lines["panels", "generic-cassette-mpo-12-om4-base8"] == 384
    assert lines["panels", "generic-panel-1u"] == 32
    assert lines["transceivers", "nvidia-mma4z00-ns"] == before["transceivers", "nvidia-mma4z00-ns"]
    units = [line.height_u for line in derived.bill.lines if line.part == "generic-panel-1u"]
    assert units == [32]


def test_prices_that_are_not_known_make_the_sum_a_lower_bound(derived):
    unpriced = [line for line in derived.bill.lines if line.part.startswith("generic-")]
    assert unpriced
    assert all(line.unit_price is None and line.extended is None for line in unpriced)
    assert derived.bill.total.at_least
    part = part_to_price(None, derived.project.floor, "generic-panel-1u")
    priced = msgspec.structs.replace(part, price=Price(amount=Decimal(100)))
    after = Derived(SetPart(part=priced).apply(derived.project))
    assert after.bill.total.amount == derived.bill.total.amount + 32 * 100


def test_pieces_lead_from_device_to_device(derived, plan):
    """Cord, trunk and cord of each link follow each other; their far ends are those of the wiring list."""
    rows = {row.id: row for row in plan.cables}
    pieces = table(plan, "pieces.csv")
    assert len(pieces) == 3 * 1024
    for near, through, far in zip(pieces[::3], pieces[1::3], pieces[2::3], strict=True):
        row = rows[near["cable_id"]]
        assert [piece["piece_id"] for piece in (near, through, far)] == [f"{row.id}-{x}" for x in "ABC"]
        assert (near["a_device"], near["a_port"]) == (row.a.device, row.a.port)
        assert (far["b_device"], far["b_port"]) == (row.b.device, row.b.port)
        assert near["b_device"] == through["a_device"]
        assert through["b_device"] == far["a_device"]
        assert (near["b_rack"], far["a_rack"]) == (row.a.rack_label, row.b.rack_label)
        lengths = [float(piece["ordered_m"]) for piece in (near, through, far)]
        assert row.length.ordered_um == round(sum(lengths) * 1e6)
    ports = Counter((row["b_device"], row["b_port"]) for row in pieces if row["piece"] == "A")
    ports += Counter((row["a_device"], row["a_port"]) for row in pieces if row["piece"] == "C")
    assert max(ports.values()) == 1
    assert len(ports) == 2048


def test_trunks_add_up(derived, plan):
    trunks = table(plan, "trunks.csv")
    assert len(trunks) == 64
    assert sum(int(row["links"]) for row in trunks) == 1024
    assert sum(int(row["lit"]) for row in trunks) == 8192
    assert {int(row["lit"]) + int(row["dark"]) for row in trunks} == {144}
    counts = derived.structured.counts
    stated = summary(derived, [])["structured"]
    assert stated | counts == stated
    assert not stated["loss_at_least"]
    assert counts == {
        "channels": 1024,
        "patch_cords": 2048,
        "trunks": 64,
        "cassettes": 384,
        "panels": 32,
        "lit_fibres": 8192,
        "dark_fibres": 64 * 144 - 8192,
    }


def test_panel_ports_list_every_port_once(plan):
    rows = table(plan, "panel-ports.csv")
    assert len(rows) == 384 * 6
    uses = Counter(row["use"] for row in rows)
    assert uses == {"in use": 2048, "dark": 384 * 6 - 2048}
    by_name = {(row["panel"], row["slot"], row["port"]): row for row in rows}
    for row in rows:
        if row["use"] == "in use":
            panel, _, port = row["far_port"].partition(" ")
            far = by_name[panel, *port.split("/")]
            assert (far["trunk"], far["fibres"], far["cable_id"]) == (
                row["trunk"],
                row["fibres"],
                row["cable_id"],
            )


def test_fibres_to_test(plan):
    rows = table(plan, "fibre-tests.csv")
    assert len(rows) == 8192
    assert len({(row["trunk"], row["fibre"]) for row in rows}) == 8192
    assert all(not row[name] for row in rows for name in ("measured_db", "passed", "initials", "date"))


def test_labels_and_cut_list_name_the_pieces(derived, plan):
    labels = list(cable_labels(plan))
    ids = {label.cable.id for label in labels}
    link = plan.cables[int(derived.structured.channels[0].cable[0])].id
    assert link not in ids
    assert {f"{link}-A", f"{link}-C"} <= ids
    assert derived.structured.trunks[0].id in ids
    assert len({label.code for label in labels}) == len(labels)
    cuts = table(plan, "cuts.csv")
    trunks = sum(int(row["pieces"]) for row in cuts if row["kind"] == "TRK")
    assert trunks == 64
    pulls = table(plan, "pulls.csv")
    assert {row["kind"] for row in pulls if "trunk" in row["part"]} == {"TRK"}


def test_wiring_list_keeps_its_keys(derived, plan):
    """The list of links has the columns that it has without panels; pieces are a list of their own."""
    direct = Derived(with_rules(derived.project, panels=None)).plan
    one, other = table(plan, "wiring.csv"), table(direct, "wiring.csv")
    assert [row["cable_id"] for row in one] == [row["cable_id"] for row in other]
    assert list(one[0]) == list(other[0])
    with_pieces = json.loads(BY_NAME["wiring.json"].make(plan)["wiring.json"])
    without = json.loads(BY_NAME["wiring.json"].make(direct)["wiring.json"])
    assert list(without) == ["cables"]
    assert list(with_pieces) == ["cables", "pieces"]
    assert len(with_pieces["pieces"]) == 3 * 1024
    for name in ("pieces.csv", "trunks.csv", "panel-ports.csv", "fibre-tests.csv", "structured.xlsx"):
        assert BY_NAME[name].make(direct) == {}


def test_installation_counts_pieces(derived):
    direct = Derived(with_rules(derived.project, panels=None)).installation
    over = derived.installation
    assert over.inside == direct.inside + 2048
    assert over.between == direct.between - 1024 + 64


@pytest.mark.parametrize(
    ("metres", "per_km", "expected"), [(100, 0.4, 1.44), (50, 3.0, 1.55), (500, 0.4, 1.6)]
)
def test_loss_of_four_mated_pairs(metres, per_km, expected):
    """Four pairs of 0.35 dB, and the fibre: worked out again in tenths of a millidecibel."""
    assert loss_db([(metres * 1_000_000, per_km)], [0.35] * 4) == expected
    units = 4 * 3500 + metres * round(per_km * 10_000) // 1000
    assert units == round(expected * 10_000)


@pytest.mark.parametrize(
    ("scheme", "form"), [("iso", "4BK.A01-"), ("from-top", "A01-"), ("rack-unit", "R1-U")]
)
def test_ends_of_cords_and_trunks_have_identifiers_of_their_own(derived, scheme, form):
    identifiers = Identifiers(scheme=scheme, floor="4", room="BK")
    project = derived.project
    named = Derived(
        msgspec.structs.replace(
            project, naming=msgspec.structs.replace(project.naming, identifiers=identifiers)
        ),
        derived,
    )
    labels = list(cable_labels(named.plan))
    between = identifiers.cable.between
    assert len({label.here for label in labels}) == len(labels)
    assert any(label.here.startswith(form) for label in labels)
    panels = {panel.name for panel in named.structured.panels}
    found = Counter()
    for label in labels[:: len(labels) // 200]:
        near, far = (named.marking.find(text) for text in (label.here, label.there))
        assert named.marking.ends_of(f"{label.here}{between}{label.there}") == (label.here, label.there)
        found["panel" if near.device in panels else "device"] += 1
        found["panel" if far.device in panels else "device"] += 1
    assert min(found["panel"], found["device"]) > 20


def test_labels_of_pieces_by_the_template_have_both_ends(derived, plan):
    pieces = [row for row in plan.pieces if row.kind == "TRK" or row.id.endswith(("-A", "-C"))]
    for row in pieces[::100]:
        assert row.a.label == f"{row.a.near} > {row.a.far}"
        assert (row.a.near, row.a.far) == (row.b.far, row.b.near)
        assert row.a.near
        assert row.a.far
