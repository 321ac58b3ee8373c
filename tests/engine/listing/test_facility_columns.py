"""The lists for the facility team: same figures in CSV, spreadsheet, JSON and PDF, sums recomputed."""

import io
import json
from pathlib import Path

import pytest
from openpyxl import load_workbook

from fatdesk.cli import main
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.drawing.sheets.facility_sheets import feed_table, rack_table
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.listing.facility_columns import COLUMNS, FEED_COLUMNS
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project
from fatdesk.project.files.storing import save_project
from tests.csv_rows import read_csv

REQUIREMENTS = """
hosts: [{name: n, part: nvidia-dgx-h100, count: 12, per_rack: 3}]
fabrics: [{name: f, edge: [nvidia-qm9700], core: [nvidia-qm9700], rails: 8}]
room: {rack: apc-ar3107, rows: 2, racks_per_row: 3, power: {scheme: N+1, breaker_a: 32}}
"""


@pytest.fixture(scope="module")
def derived(tmp_path_factory):
    file = tmp_path_factory.mktemp("facility") / "r.yaml"
    file.write_text(REQUIREMENTS)
    catalog = load_shipped([])
    return Derived(design_project(read_requirements(file, catalog), catalog, "hall").project)


def made(derived, name):
    return BY_NAME[name].make(derived.light_plan)[name]


def test_rows_and_the_room_are_the_sums_of_their_racks(derived):
    rows = read_csv(made(derived, "facility.csv"))
    racks = [row for row in rows if row["level"] == "rack"]
    labels = {row["name"] for row in racks}
    assert labels == {some.label for some in derived.facility.used}
    for level in (row for row in rows if row["level"] != "rack"):
        letter = level["name"].removeprefix("Row ") if level["level"] == "row" else ""
        own = [row for row in racks if row["name"].startswith(letter)]
        for column in ("power_w", "air_w", "air_m3_h", "mass_kg"):
            assert float(level[column]) == pytest.approx(sum(float(row[column]) for row in own), abs=0.5)
    servers = sum(d.part == "nvidia-dgx-h100" for r in derived.project.floor.racks for d in r.devices)
    plugs = sum(extra.power_w for extra in derived.plugged.values())
    assert float(rows[-1]["power_w"]) == pytest.approx(servers * 10_200 + plugs, abs=0.5)


def test_feeds_of_a_rack_carry_its_power(derived):
    racks = {row["name"]: row for row in read_csv(made(derived, "facility.csv")) if row["level"] == "rack"}
    feeds = read_csv(made(derived, "power-feeds.csv"))
    for name, rack in racks.items():
        own = [row for row in feeds if row["rack"] == name]
        assert [row["feed"] for row in own] == ["A", "B", "C"]
        assert sum(float(row["load_w"]) for row in own) == pytest.approx(float(rack["power_w"]), abs=0.5)
        after = max(float(row["load_after_loss_w"]) for row in own)
        assert after == pytest.approx(float(rack["feed_after_loss_w"]), abs=0.2)
        for row in own:  # sqrt(3) x V x A x power factor is the power of the phases of the one circuit
            amperes = sum(float(row[f"l{n}_a"]) for n in (1, 2, 3))
            assert amperes * 400 / 3**0.5 * 0.95 == pytest.approx(float(row["load_w"]), rel=1e-3)


def test_spreadsheet_and_pages_state_the_same(derived):
    book = load_workbook(io.BytesIO(made(derived, "facility.xlsx")))
    assert book.sheetnames == ["Racks", "Feeds of racks"]
    for sheet, name, columns in (
        ("Racks", "facility.csv", COLUMNS),
        ("Feeds of racks", "power-feeds.csv", FEED_COLUMNS),
    ):
        rows = read_csv(made(derived, name))
        cells = [row for row in book[sheet].iter_rows(min_row=2, values_only=True) if any(row)]
        assert [cell.value for cell in book[sheet][1]] == [column.title for column in columns]
        assert len(cells) == len(rows)
        assert [str(row[1]) for row in cells] == [list(row.values())[1] for row in rows]
    table = rack_table(derived.light_plan)
    assert len(table.rows) == len(read_csv(made(derived, "facility.csv")))
    used = derived.facility.used
    assert [row.cells[2].removeprefix("≥ ") for row in table.rows[: len(used)]] == [
        f"{some.power_w / 1000:,.1f}" for some in used
    ]
    feeds = read_csv(made(derived, "power-feeds.csv"))
    bound = {some.label for some in used if some.lacks_power}
    assert 0 < len(bound) < len(used)
    for row, listed in zip(feed_table(derived.light_plan).rows, feeds, strict=True):
        assert row.cells[6] == listed["worst_loss"]
        for cell, after in ((row.cells[7], ""), (row.cells[8], "_after_loss")):
            assert cell.startswith("≥ ") == (listed["rack"] in bound)
            amperes = [float(listed[f"l{n}{after}_a"]) for n in (1, 2, 3)]
            assert [float(one) for one in cell.removeprefix("≥ ").split(" / ")] == pytest.approx(
                amperes, abs=0.06
            )


def test_the_command_line_has_the_same_list(derived, tmp_path: Path, capsys):
    path, listed = tmp_path / "hall.fatdesk", tmp_path / "facility.csv"
    save_project(derived.project, path)
    assert main(["show", str(path), "--facility", "--csv", str(listed)]) == 0
    shown = capsys.readouterr().out.splitlines()
    rows = read_csv(listed.read_bytes())
    assert [line.split()[0] for line in shown[1:]] == [
        row["name"].split()[0] if row["level"] != "room" else "Room" for row in rows
    ]
    assert listed.read_bytes() == made(derived, "facility.csv")
    assert main(["show", str(path), "--facility", "--json"]) == 0
    stated = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in stated["facility"]] == [row["name"] for row in rows]
    assert [one["power_w"] for one in stated["facility"]] == [float(row["power_w"]) for row in rows]
    assert {one["feed"] for one in stated["power_feeds"]} == {"A", "B", "C"}
    assert main(["show", str(path), "--facility", "--host-ports", "--csv", str(listed)]) == 2
