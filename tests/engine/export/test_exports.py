"""All export formats: names, keys, sums, hostile text, the same bytes every time."""

import csv
import hashlib
import io
import json
import os
import pkgutil
import subprocess
import sys
from dataclasses import replace
from decimal import Decimal
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

import fatdesk.engine.export as folder
from fatdesk.core.money import Money
from fatdesk.engine.bill.making import Bill
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME, EXPORTS, Export
from fatdesk.engine.floor.floor import Floor
from fatdesk.engine.listing.cells import UNKNOWN
from fatdesk.engine.wiring.wiring_list import CableRow, Length
from fatdesk.tasks.files import OF_PANELS
from tests.csv_rows import read_csv
from tests.engine import plan_samples as samples
from tests.trust.promises import Promise

ROOT = Path(__file__).resolve().parents[3]
MAKE = {export.name: export.make for export in EXPORTS}


END_KEYS = {
    "row", "rack", "rack_label", "u", "height_u", "device", "model", "slot", "port", "os_ports", "identifier",
    "transceiver",
}  # fmt: skip
CABLE_KEYS = {
    "id", "label_a", "label_b", "fabric", "part", "kind", "bundle", "links", "a", "b", "length", "run",
    "reason", "cost",
}  # fmt: skip
LENGTH_KEYS = {
    "route_m", "vertical_m", "side_m", "depth_m", "slack_m", "tolerance_m", "computed_m", "ordered_m",
}  # fmt: skip
LINE_KEYS = {
    "part", "category", "needed", "spares", "order", "unit_price", "extended", "price_date", "source",
}  # fmt: skip


def with_cables(plan: Plan, cables: list[CableRow]) -> Plan:
    return replace(plan, make_cables=lambda: cables)


def splitter(plan: Plan) -> CableRow:
    """The first cable as one that splits into two legs."""
    first, second = plan.cables[:2]
    return msgspec.structs.replace(
        first, kind="SPL", legs=(first.b, second.b), links=("l1", "l2"), cost=Decimal("120.50")
    )


def unknown(row: CableRow) -> CableRow:
    length = Length(**dict.fromkeys(Length.__struct_fields__))
    return msgspec.structs.replace(row, part="", kind="", length=length, cost=None, run=())


def test_every_format_in_the_folder_is_listed_with_what_it_is() -> None:
    modules = [import_module(f"{folder.__name__}.{m.name}") for m in pkgutil.iter_modules(folder.__path__)]
    declared = [
        value.name for module in modules for value in vars(module).values() if isinstance(value, Export)
    ]
    assert sorted(declared) == sorted(MAKE)
    for export in EXPORTS:
        assert 20 <= len(export.description) <= 100
        assert export.description.endswith(".")


@pytest.mark.parametrize("name", [name for name in MAKE if name not in OF_PANELS])
def test_every_format_makes_files_of_its_name(name: str) -> None:
    stem, dot, ending = name.partition(".")
    for plan in (samples.nodes_60(), samples.two_fabrics(), samples.gpu(63)):
        files, why_none = MAKE[name](plan), BY_NAME[name].why_none
        assert files or (why_none is not None and why_none(plan))
        for file, content in files.items():
            assert file.startswith(stem)
            assert file.endswith((dot + ending, *BY_NAME[name].more_endings))
            assert content
    nothing = replace(
        samples.nodes_60(),
        fabrics=(),
        names=(),
        floor=Floor(),
        make_cables=list,
        make_bill=lambda: Bill(lines=(), total=Money(Decimal(0))),
        make_studies=tuple,
        make_fault_studies=tuple,
    )
    assert all(MAKE[name](nothing).values())


def test_several_fabrics_have_a_file_each() -> None:
    plan = samples.two_fabrics()
    assert set(MAKE["fabric.net"](plan)) == {"fabric-compute.net", "fabric-storage.net"}
    assert set(MAKE["fabric-inside.net"](plan)) == {"fabric-inside-compute.net", "fabric-inside-storage.net"}
    assert set(MAKE["wiring-diagram.svg"](plan)) == {
        "wiring-diagram-compute.svg",
        "wiring-diagram-storage.svg",
    }


def test_wiring_json_has_the_agreed_keys() -> None:
    plan = samples.nodes_60()
    plan = with_cables(plan, [*plan.cables[1:], unknown(plan.cables[0])])
    cables = json.loads(MAKE["wiring.json"](plan)["wiring.json"])["cables"]
    assert len(cables) == 132
    for cable in cables:
        assert set(cable) == CABLE_KEYS
        assert set(cable["a"]) == set(cable["b"]) == END_KEYS
        assert set(cable["length"]) == LENGTH_KEYS
    first, last = cables[0], cables[-1]
    length = first["length"]
    parts = ("route_m", "vertical_m", "side_m", "depth_m", "slack_m", "tolerance_m")
    assert round(sum(length[part] for part in parts), 6) == length["computed_m"]
    assert (first["a"]["row"], first["a"]["rack"], first["a"]["rack_label"]) == (0, 0, "A01")
    assert first["cost"] == "85.00"
    assert last["cost"] is None
    assert set(last["length"].values()) == {None}


def test_wiring_json_lists_the_legs_of_a_splitter() -> None:
    plan = samples.nodes_60()
    (cable,) = json.loads(MAKE["wiring.json"](with_cables(plan, [splitter(plan)]))["wiring.json"])["cables"]
    assert set(cable) == CABLE_KEYS | {"legs"}
    assert [leg["device"] for leg in cable["legs"]] == ["n01", "n02"]
    assert cable["b"] == cable["legs"][0]


def test_bill_json_has_the_agreed_keys_and_exact_amounts() -> None:
    bill = json.loads(MAKE["bill.json"](samples.nodes_60())["bill.json"])
    assert set(bill) == {"lines", "total"}
    assert all(LINE_KEYS <= set(line) <= LINE_KEYS | {"length_m"} for line in bill["lines"])
    assert bill["total"] == {"amount": "77000.00", "currency": "USD", "at_least": True}
    known = [Decimal(line["extended"]) for line in bill["lines"] if line["extended"] is not None]
    assert sum(known) == Decimal(bill["total"]["amount"])


def test_csv_counts_a_splitter_once() -> None:
    plan = samples.nodes_60()
    plan = with_cables(plan, [splitter(plan), *plan.cables[2:4], unknown(plan.cables[4])])
    rows = read_csv(MAKE["wiring.csv"](plan)["wiring.csv"])
    assert [row["cable_id"] for row in rows[:2]] == ["ccompute-E01-1"] * 2
    assert [row["quantity"] for row in rows] == ["1", "", "1", "1", "1"]
    assert [row["cost"] for row in rows] == ["120.50", "", "85.00", "85.00", UNKNOWN]
    assert [row["ordered_m"] for row in rows] == ["5", "", "4", "4", UNKNOWN]
    assert [(row["a_sub_port"], row["b_device"], row["links"]) for row in rows[:2]] == [
        ("1", "n01", "l1"), ("2", "n02", "l2"),
    ]  # fmt: skip


def test_csv_columns_are_those_that_were_seen_in_the_field() -> None:
    rows = read_csv(MAKE["wiring.csv"](samples.nodes_60())["wiring.csv"])
    end = ("room", "row", "rack", "u", "device", "model", "slot", "port", "sub_port", "transceiver", "side")
    expected = ["cable_id", "label_a", "label_b", "status", "bundle", "phase", "links", "fabric"]
    expected += [f"{side}_{name}" for side in "ab" for name in end]
    expected += ["part", "kind", "ordered_m", "computed_m", "slack_m", "tolerance_m", "route"]
    expected += ["colour", "remark", "tested_by", "result"]
    given = [name for name in rows[0] if name in expected]
    assert given == expected
    assert rows[0]["a_u"] == "41"  # below the one core switch of its rack, in unit 42
    lines = read_csv(MAKE["bill.csv"](samples.nodes_60())["bill.csv"])
    assert [line["unit_price"] for line in lines] == ["11000.00", UNKNOWN, UNKNOWN]


@pytest.mark.promise("P12")
@pytest.mark.parametrize("text", ["=1+1", "@SUM(A1)", "+1", "-1", "\tx", "\rx", "'=1", '=cmd|" /C calc"!A0'])
def test_text_from_data_is_never_a_formula_in_csv(text: str, promise: Promise) -> None:
    plan = samples.with_text(samples.nodes_60(), text)
    for name in ("wiring.csv", "bill.csv"):
        content = MAKE[name](plan)[name]
        rows = read_csv(content)
        assert {row["part"] for row in rows} == {text}
        for cells in csv.reader(io.StringIO(content.decode(), newline="")):
            assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    promise("{trials} hostile texts stay text in CSV", trials=1)


@pytest.mark.parametrize("text", ["a\x00b", 'he said "x"', "\ud800", "\u202eabc", "<&>", "x" * 40_000])
def test_hostile_text_breaks_no_format(text: str) -> None:
    plan = samples.with_text(samples.nodes_60(), text)
    if "\ud800" in text:  # JSON has no half characters, and no reader of ours lets one in
        assert MAKE["wiring.csv"](plan)
        assert MAKE["floor.svg"](plan)
        assert MAKE["fabric.net"](plan)
        return
    for name, make in MAKE.items():
        assert all(make(plan).values()), name


def digests(plan: Plan) -> dict[str, str]:
    return {
        file: hashlib.sha256(content).hexdigest()
        for make in MAKE.values()
        for file, content in make(plan).items()
    }


OTHER_PROCESS = """
import json
from tests.engine import plan_samples as samples
from tests.engine.export.test_exports import digests
print(json.dumps(digests(samples.blades())))
"""


def test_the_same_plan_gives_the_same_bytes_in_any_process(long: bool) -> None:
    """In another one by day, in two others in the long form."""
    here = digests(samples.blades())
    for seed, zone, tongue in (("1", "Asia/Tokyo", "de_DE.UTF-8"), ("77", "America/Lima", "C"))[: 1 + long]:
        settings = {
            "PYTHONHASHSEED": seed,
            "TZ": zone,
            "LANG": tongue,
            "LC_ALL": tongue,
            "PYTHONPATH": str(ROOT),
        }
        done = subprocess.run(
            [sys.executable, "-c", OTHER_PROCESS],
            env={**os.environ, **settings},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(done.stdout) == here
