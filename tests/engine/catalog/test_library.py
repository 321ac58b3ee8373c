"""The parts of a search: shipped ones with overrides and prices of one's own, before anything is searched."""

import pickle
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from fatdesk.cli import main
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.library import load_library
from fatdesk.engine.catalog.parts import AnyPart, Price

OWN = "kind: switch\nid: own\npart_number: S-1\nports: [{count: 32, connector: qsfp28, rate_gbps: 100}]\n"


def price_of(part: AnyPart) -> Price:
    assert part.price is not None
    return part.price


def folder(place: Path, **files: str) -> Path:
    place.mkdir()
    for name, text in files.items():
        (place / f"{name.replace('__', '.')}.yaml").write_text(text)
    return place


def test_a_folder_of_overrides_alone_prices_shipped_parts(tmp_path: Path) -> None:
    own = folder(tmp_path / "own", **{"nvidia-qm9700__override": "price: {amount: 30000, currency: EUR}\n"})
    library = load_library([own])
    assert price_of(library.catalog["nvidia-qm9700"]).amount == Decimal(30000)
    assert price_of(library.catalog["nvidia-qm9700"]).currency == "EUR"
    assert len(library.catalog) == len(load_library().catalog)
    assert library.files["nvidia-qm9700"].name == "nvidia-qm9700.yaml"


def test_of_several_overrides_the_later_folder_wins_and_parts_of_other_folders_count(tmp_path: Path) -> None:
    parts = folder(tmp_path / "parts", own=OWN)
    one = folder(tmp_path / "one", own__override="price: 1\nmass_kg: 8\n")
    two = folder(tmp_path / "two", own__override="price: 2\n")
    part = load_library([one, parts, two]).catalog["own"]
    assert (price_of(part).amount, part.mass_kg) == (Decimal(2), 8)


def test_an_override_of_no_part_is_refused_with_its_file(tmp_path: Path) -> None:
    own = folder(tmp_path / "own", **{"nvidia-qm970__override": "price: 1\n"})
    with pytest.raises(FatdeskError) as caught:
        load_library([own])
    assert str(caught.value) == (
        f"{own}/nvidia-qm970.override.yaml:1: file: overrides nothing: no part is next to it or has the id "
        '"nvidia-qm970", correct its name'
    )
    (own / "nvidia-qm970.override.yaml").rename(own / "nvidia-qm9700.override.yaml")
    (own / "nvidia-qm9700.override.yaml").write_text("notes: a\nprice: -1\n")
    with pytest.raises(FatdeskError) as caught:
        load_library([own])
    assert str(caught.value).startswith(f"{own}/nvidia-qm9700.override.yaml:2: price")


def test_price_lists_go_over_overrides_and_say_what_was_not_applied(tmp_path: Path) -> None:
    own = folder(tmp_path / "own", own=OWN, own__override="price: 5\n")
    (tmp_path / "offer.csv").write_text(
        "Part Number,Unit Price,Currency\nS-1,12500,EUR\nnvidia-qm9700,9000,\nX-9,1,USD\nS-1x,call us,USD\n"
    )
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(["Part number", "Price"])
    sheet.append(["server-1u", 4000])
    book.save(tmp_path / "hosts.xlsx")
    library = load_library([own, tmp_path / "offer.csv"], [tmp_path / "hosts.xlsx"])
    assert price_of(library.catalog["own"]) == Price(
        amount=Decimal(12500), currency="EUR", source="offer.csv"
    )
    assert price_of(library.catalog["nvidia-qm9700"]).currency == "USD"
    assert price_of(library.catalog["server-1u"]).amount == Decimal(4000)
    offer, hosts = tmp_path / "offer.csv", tmp_path / "hosts.xlsx"
    assert library.notes[0].startswith(f"{offer}:5: price: ")
    assert library.notes[1:] == (
        f"{offer}: 1 of its 3 prices state no currency, USD is assumed",
        f"{offer}: 1 of 3 numbers are of no part, the first is X-9 in line 4",
        f"{hosts}: 1 of its 1 prices state no currency, USD is assumed",
    )


def test_a_list_without_prices_and_an_empty_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.csv").write_text("a,b\n1,2\n")
    with pytest.raises(FatdeskError, match="no columns for part numbers and prices were found"):
        load_library([tmp_path / "notes.csv"])
    with pytest.raises(FatdeskError, match="holds no part"):
        load_library([folder(tmp_path / "empty")])


CONTRADICTS = """\
kind: modular-switch
id: own-chassis
slots: 4
fixed: [{name: board, count: 2}]
cards: [{name: card, ports: [{count: 18, connector: qsfp, rate_gbps: 40, lanes: 4}]}]
inside: {card_ports: 5, board_ports: 36}
"""


def test_a_part_that_contradicts_itself_is_refused_where_it_is_named_and_left_out_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = folder(tmp_path / "own", **{"own-chassis": CONTRADICTS})
    said = f"{own}/own-chassis.yaml:6: inside-card: "
    library = load_library([own])
    assert "own-chassis" not in library.catalog
    assert library.notes[0].startswith(said)
    assert library.notes[0].endswith(": the part own-chassis is left out")
    requested = "hosts: [{name: n, part: server-1u, count: 40}]\nfabrics: [{name: a, edge: [ib-36]%s}]\n"
    (tmp_path / "r.yaml").write_text(requested % ", core: [own-chassis]")
    command = ["design", str(tmp_path / "r.yaml"), "--catalog", str(own), "--json"]
    assert main(command) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith(
        f'{tmp_path}/r.yaml:2: fabrics[0].core[0]: the part "own-chassis" contradicts itself: {said}'
    )
    (tmp_path / "r.yaml").write_text(requested % "")
    assert main(command) in (0, 1)
    written = capsys.readouterr()
    assert "own-chassis" not in written.out
    assert f"warning: {said}" in written.err


def test_a_catalog_goes_to_workers() -> None:
    catalog = pickle.loads(pickle.dumps(Catalog([], {"a": "why"})))
    assert (len(catalog), catalog.left_out) == (0, {"a": "why"})
    assert len(pickle.loads(pickle.dumps(load_library().catalog))) == len(load_library().catalog)


def test_prices_in_two_currencies_within_a_part_are_never_added(tmp_path: Path) -> None:
    (tmp_path / "l.csv").write_text("part,price,currency\nmodular-108,9000,EUR\n")
    library = load_library([], [tmp_path / "l.csv"])
    assert "its prices are in EUR and USD" in library.catalog.left_out["modular-108"]


REQUIREMENTS = """\
hosts: [{name: n, part: nvidia-dgx-h100, count: 32}]
fabrics: [{name: ib, edge: [nvidia-qm9700], core: [nvidia-qm9700], rails: 8, cable_price: 100}]
"""


def test_prices_of_shipped_parts_reach_the_search(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = folder(tmp_path / "own", **{"nvidia-qm9700__override": "price: 30000\n"})
    (tmp_path / "r.yaml").write_text(REQUIREMENTS)
    (tmp_path / "l.csv").write_text("part,price,currency\nnvidia-qm9700,40000,USD\n")
    curve = ["curve", str(tmp_path / "r.yaml"), "--hosts", "1:1", "--json", "--catalog", str(own)]
    main(curve)
    assert '"amount": "30800.00"' in capsys.readouterr().out  # 1 switch, 8 cables: a star
    main([*curve, "--prices", str(tmp_path / "l.csv")])
    assert '"amount": "40800.00"' in capsys.readouterr().out
    assert main([*curve, "--prices", str(tmp_path / "no.csv")]) == 2
    assert "there is no such file or folder" in capsys.readouterr().err
    assert main([*curve, "--prices", str(own)]) == 2
    assert "is a folder, name a price list" in capsys.readouterr().err
