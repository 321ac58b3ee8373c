"""``fatdesk catalog prices``: a list is looked at, then taken, into a folder of parts and into a project."""

import json
from pathlib import Path
from typing import Any

import pytest

from fatdesk.cli import main
from fatdesk.engine.catalog.part_files import load_catalog
from fatdesk.project.files.storing import load_project

OWN = """kind: switch
id: own
part_number: S-1
ports: [{count: 32, connector: qsfp28, rate_gbps: 100}]   # as on the sheet
price: 11000
"""
IMPORTED = """kind: switch
id: imported
part_number: S-2
ports: [{count: 32, connector: qsfp28, rate_gbps: 100}]
source: device type Acme/S-2.yaml
"""
LIST = """Part Number,Description,Unit Price,Currency
S-1,switch,"12,500.00",USD
S-2,switch,9000,USD
S-9,x,1,USD
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "parts"
    place.mkdir()
    (place / "own.yaml").write_text(OWN)
    (place / "imported.yaml").write_text(IMPORTED)
    (tmp_path / "offer.csv").write_text(LIST)
    return place


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    def stated(*words: object) -> tuple[int, str, str]:
        status = main(["catalog", "prices", str(tmp_path / "offer.csv"), *map(str, words)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return stated


def test_a_look_changes_nothing(run: Any, folder: Path) -> None:
    status, out, err = run("--catalog", folder)
    assert (status, err) == (0, "")
    assert "columns: part_number = Part Number, price = Unit Price, currency = Currency" in out
    assert "USD 11,000" in out
    assert "USD 12,500.00" in out
    assert f"{folder.parent}/offer.csv:4: part_number: S-9: no part has this number" in out
    assert "2 prices change, 0 are the same, 1 part numbers of no part, 0 are ambiguous" in out
    assert (folder / "own.yaml").read_text() == OWN
    assert len(list(folder.iterdir())) == 2


def test_taken_line_by_line_and_beside_what_was_imported(run: Any, folder: Path) -> None:
    status, out, _ = run("--catalog", folder, "--take", "all", "--date", "2026-05", "--source", "offer 4711")
    assert (status, "2 applied: " in out) == (0, True)
    assert "# as on the sheet" in (folder / "own.yaml").read_text()
    assert (folder / "imported.yaml").read_text() == IMPORTED
    assert "9000" in (folder / "imported.override.yaml").read_text()
    prices = {part.id: part.price for part in load_catalog([folder])}
    assert {key: (str(price.amount), price.date, price.source) for key, price in prices.items() if price} == {
        "own": ("12500.00", "2026-05", "offer 4711"),
        "imported": ("9000", "2026-05", "offer 4711"),
    }
    assert (
        "0 prices change, 2 are the same"
        in run("--catalog", folder, "--date", "2026-05", "--source", "offer 4711")[1]
    )


def test_one_of_them(run: Any, folder: Path) -> None:
    before = (folder / "own.yaml").read_text()
    status, out, _ = run("--catalog", folder, "--take", "1", "--json")
    stated = json.loads(out)
    assert status == 0
    assert [(c["part"], c["old"], c["new"]["amount"], c["taken"]) for c in stated["changes"]] == [
        ("imported", None, "9000", True),
        ("own", {"amount": "11000", "currency": "USD", "date": "", "source": ""}, "12500.00", False),
    ]
    assert stated["written"] == ["imported.override.yaml"]
    assert (folder / "own.yaml").read_text() == before


def test_a_project_takes_them_as_one_step(run: Any, tmp_path: Path) -> None:
    requirements = tmp_path / "r.yaml"
    requirements.write_text(
        "hosts: [{name: n, part: server-1u, count: 60}]\nfabrics: [{name: f, edge: [ib-36], core: [ib-36]}]\n"
    )
    project = tmp_path / "p.fatdesk"
    assert main(["design", str(requirements), "-o", str(project)]) == 0
    (tmp_path / "offer.csv").write_text("sku;price\nib-36;9.999,50\nserver-1u;1.200,00\n")
    before = project.read_bytes()
    assert run("--project", project)[0] == 0
    assert project.read_bytes() == before
    status, _, _ = run(
        "--project", project, "--take", "all", "-o", tmp_path / "q.fatdesk", "--currency", "USD"
    )
    assert (status, project.read_bytes() == before) == (0, True)
    prices = {
        part.id: part.price for part in load_project(tmp_path / "q.fatdesk").project.parts if part.price
    }
    assert str(prices["ib-36"].amount) == "9999.50"
    assert prices["ib-36"].source == "offer.csv"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "name the parts, --catalog DIR or --project"),
        (["--catalog", "{f}", "--take", "3"], "--take 3: is not the number of a change"),
        (["--catalog", "{f}", "--map", "cost"], "is not FIELD=HEAD"),
        (["--catalog", "{f}", "--map", "price=Gone"], "there is no column 'Gone', there are Part Number"),
        (["--catalog", "{f}", "--sheet", "Two"], "--sheet Two: there is no such sheet"),
        (["--catalog", "{f}", "--currency", "dollars"], "--currency dollars"),
        (["--catalog", "{f}", "--date", "May"], "--date May"),
        (["--catalog", "{f}", "-o", "x.fatdesk"], "-o is for --project"),
    ],
)  # fmt: skip
def test_wrong_words(run: Any, folder: Path, words: list[str], message: str) -> None:
    try:
        status, out, err = run(*(word.format(f=folder) for word in words))
    except SystemExit as error:
        pytest.fail(f"ended with {error.code}")
    assert (status, out) == (2, "")
    assert message in err


def test_bad_figures_are_told_with_their_line(run: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "offer.csv").write_text("pn,price,date\nS-1,call us,\nS-2,5,soon\n")
    status, out, err = run("--catalog", folder)
    assert (status, "0 prices change" in out) == (2, True)
    assert "offer.csv:2: price: “call us” is not a number, type one such as 2.5; S-1 is not imported" in err
    assert "offer.csv:3: date: 'soon' is not a date such as 2026-05-31" in err


def test_rows_left_out_end_with_1_and_the_others_are_written(run: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "offer.csv").write_text("pn,price\nS-1,abc\nS-2,5\n")
    status, out, err = run("--catalog", folder, "--take", "all")
    assert (status, "1 applied" in out) == (1, True)
    what = "“abc” is not a number, type one such as 2.5; S-1 is not imported"
    assert err == f"{tmp_path}/offer.csv:2: price: {what}\n"


def test_a_number_with_two_readings_is_left_out_until_the_sign_is_given(
    run: Any, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "offer.csv").write_text("pn;price\nS-1;4.200\nS-2;12\n")
    status, _, err = run("--catalog", folder)
    assert status == 1
    assert "offer.csv:2: price: “4.200” may be 4.2 or 4200" in err
    assert "give the decimal sign of this list with --decimal . or --decimal ," in err
    assert run("--catalog", folder, "--decimal", ",")[0] == 0


def test_a_list_without_known_columns_is_said_with_its_line(run: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "offer.csv").write_text("Dear customer\n\nWhat,How much\nS-1,5\n")
    status, _, err = run("--catalog", folder)
    assert status == 2
    assert f"{tmp_path}/offer.csv:3: head: no column is known to be the part number and the price" in err


@pytest.mark.parametrize("rows", ["S-1,abc", "S-1,5\nS-1,6", "nobody,5\nS-1,abc"])
def test_a_list_of_which_no_row_can_be_applied_ends_with_2(
    run: Any, folder: Path, tmp_path: Path, rows: str
) -> None:
    """No figures, two prices for one part: nothing is applied, and a script sees that."""
    (tmp_path / "offer.csv").write_text(f"pn,price\n{rows}\n")
    before = {path: path.read_bytes() for path in folder.rglob("*.yaml")}
    assert run("--catalog", folder, "--take", "all")[0] == 2
    assert {path: path.read_bytes() for path in folder.rglob("*.yaml")} == before
    for rows in ("S-1,5\nnobody,5", "nobody,5"):  # a vendor has more than is here
        (tmp_path / "offer.csv").write_text(f"pn,price\n{rows}\n")
        assert run("--catalog", folder, "--take", "all")[0] == 0
