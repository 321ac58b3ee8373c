"""Loading parts: prices, ids, folders, errors of several files at once, speed."""

import time
from decimal import Decimal
from pathlib import Path

import pytest

from fatdesk.core.errors import FatdeskError, InputErrors
from fatdesk.engine.catalog.load import load_catalog, load_parts, load_shipped, part_files, read_part
from fatdesk.engine.catalog.parts import Cable, Enclosure, ModularSwitch, Price, Switch
from tests.patience import judge_time

SWITCH = "kind: switch\nid: {}\nports: [{{count: 4, connector: qsfp, rate_gbps: 40, lanes: 4}}]\n"


def read(text: str) -> object:
    return read_part(text.encode(), "p.yaml")


def error_of(text: str) -> str:
    with pytest.raises(FatdeskError) as caught:
        read(text)
    return str(caught.value)


def test_a_plain_amount_is_a_price_wherever_it_stands() -> None:
    eleven = Price(amount=Decimal(11))
    switch = read(SWITCH.format("a") + "price: 11\nprice_per_port: 11\n")
    assert isinstance(switch, Switch)
    assert (switch.price, switch.price_per_port) == (eleven, eleven)
    cable = read(
        "kind: cable\nid: c\nmedium: copper\nconnectors: [a, a]\nper_metre: 11\nper_connector: 11\n"
        "lengths: [{m: 1, price: 11}]\n"
    )
    assert isinstance(cable, Cable)
    assert [cable.per_metre, cable.per_connector, cable.lengths[0].price] == [eleven] * 3
    chassis = read(
        "kind: modular-switch\nid: m\nslots: 1\nprice: 11\nfixed: [{name: f, price: 11}]\n"
        "cards: [{name: c, price: 11, ports: [{count: 1, connector: q, rate_gbps: 1}]}]\n"
    )
    assert isinstance(chassis, ModularSwitch)
    assert [chassis.price, chassis.fixed[0].price, chassis.cards[0].price] == [eleven] * 3
    box = read("kind: enclosure\nid: e\nblades: 1\nswitch: [a]\npass_through: {price: 11}\n")
    assert isinstance(box, Enclosure)
    assert box.pass_through is not None
    assert box.pass_through.price == eleven


def test_unknown_price_stays_unknown() -> None:
    assert read(SWITCH.format("a") + "price:\n").price is None
    assert read(SWITCH.format("a") + "price: {source: nobody}\n").price.amount is None


@pytest.mark.parametrize("amount", ["-5", "nan", "inf", "1e999", "1e13", "0.0000001", "9" * 99_999])
def test_impossible_prices(amount: str) -> None:
    error = error_of(SWITCH.format("a") + f"price: {amount}\n")
    shown = amount if len(amount) < 40 else amount[:40] + "..."
    assert error == (
        f"p.yaml:4: price.amount: expected an amount from 0 to 1000000000000 with at most 6 decimals, "
        f'got "{shown}"'
    )


@pytest.mark.parametrize(
    ("date", "good"),
    [
        ("2013", True),
        ("2013-05", True),
        ("2013-05-31", True),
        ("2013-13", False),
        ("13", False),
        ("2013-5", False),
    ],
)
def test_dates_of_prices(date: str, good: bool) -> None:
    text = SWITCH.format("a") + f"price: {{amount: 1, date: {date}}}\n"
    if good:
        read(text)
    else:
        assert "price.date: expected a date such as 2026, 2026-05 or 2026-05-31" in error_of(text)


def test_kinds() -> None:
    kinds = (
        "adapter, cable, enclosure, equipment, modular-switch, power, rack, server, switch, transceiver, tray"
    )
    assert error_of("id: a\n") == f"p.yaml:1: kind: is missing, add one of {kinds}"
    assert error_of("id: a\nkind: swich\n") == f'p.yaml:2: kind: expected one of {kinds}, got "swich"'


def test_zero_ports_and_zero_count() -> None:
    assert error_of("kind: switch\nid: a\nports: []\n") == (
        "p.yaml:3: ports: expected a list of 1 or more, got a list of 0"
    )
    assert error_of(SWITCH.format("a").replace("4,", "0,", 1)) == (
        'p.yaml:3: ports[0].count: expected a whole number from 1 to 10000, got "0"'
    )


def test_errors_of_all_files(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "a.yaml").write_text(SWITCH.format("a") + "heigth_u: 1\nmass_kg: x\n")
    (tmp_path / "in" / "b.yml").write_text("- not a part\n")
    (tmp_path / "c.yaml").write_text(SWITCH.format("c"))
    with pytest.raises(InputErrors) as caught:
        load_catalog([tmp_path])
    assert [(Path(e.file).name, e.line, e.field) for e in caught.value.errors] == [
        ("a.yaml", 4, "heigth_u"),
        ("a.yaml", 5, "mass_kg"),
        ("b.yml", 1, "file"),
    ]


def test_an_id_twice_names_both_files(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    for folder in (one, two):
        folder.mkdir()
        (folder / "s.yaml").write_text("# remark\n" + SWITCH.format("s"))
    with pytest.raises(FatdeskError) as caught:
        load_catalog([one, two])
    first, second = one / "s.yaml", two / "s.yaml"
    assert str(caught.value) == (
        f"{second}:3: id: s is in {first} as well, rename or remove one "
        "(figures of your own for that part go into s.override.yaml)"
    )


def test_a_file_named_twice_counts_once(tmp_path: Path) -> None:
    file = tmp_path / "s.yaml"
    file.write_text(SWITCH.format("s"))
    assert len(load_parts([file, file])) == 1


def test_folders(tmp_path: Path) -> None:
    with pytest.raises(FatdeskError, match="is not a folder, name a folder of part files"):
        part_files(tmp_path / "none")
    with pytest.raises(FatdeskError, match=r"holds no part, expected files named \*\.yaml or \*\.yml"):
        part_files(tmp_path)
    for name in ("b/z.yaml", "b/a.yml", "a.yaml", ".hidden.yaml", ".git/x.yaml", "readme.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [str(f.relative_to(tmp_path)) for f in part_files(tmp_path)] == ["a.yaml", "b/a.yml", "b/z.yaml"]


def test_added_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(SWITCH.format("mine"))
    assert "mine" in load_shipped([tmp_path])
    assert "ib-36" in load_shipped([tmp_path])


def test_shipped_parts_load_at_once() -> None:
    load_shipped()
    start = time.process_time()
    load_shipped()
    judge_time(time.process_time() - start, 0.3)


@pytest.mark.slow
def test_twenty_megabytes_of_catalog(tmp_path: Path) -> None:
    texts = [file.read_text() for file in part_files(Path(__file__).resolve().parents[3] / "catalogs")]
    size = count = 0
    while size < 20_000_000:
        text = texts[count % len(texts)]
        head, tail = text.split("\nid: ", 1)
        text = f"{head}\nid: p{count}\n{tail.split(chr(10), 1)[1]}"
        (tmp_path / f"p{count}.yaml").write_text(text)
        size += len(text)
        count += 1
    start = time.process_time()
    assert len(load_catalog([tmp_path])) == count
    judge_time(time.process_time() - start, 5)
