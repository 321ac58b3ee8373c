"""Loading parts: prices, ids, folders, errors of several files at once, speed."""

import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError, InputErrors
from fatdesk.engine.catalog.part_files import (
    load_catalog,
    load_parts,
    load_shipped,
    overridden,
    override_yaml,
    part_files,
    part_yaml,
    read_part,
)
from fatdesk.engine.catalog.parts import (
    AnyPart,
    Cable,
    Enclosure,
    ModularSwitch,
    Ports,
    Price,
    StandardLength,
    Switch,
)
from tests.patience import judge_time

WORDS = st.text(
    st.characters(
        codec="utf-8", exclude_categories=("Cc", "Cs", "Cn"), exclude_characters="\ufeff\ufffe\uffff"
    ),
    max_size=40,
) | st.sampled_from(
    ["null", "~", "no", "0123", "1e5", "- a", "a: b", "# x", "<<", "=1", "'", '"', "a\nb ", "*a", "!b"]
)
AMOUNTS = (
    st.none() | st.decimals(0, 10**12, places=6) | st.decimals(0, 10**6, places=2) | st.just(Decimal("1E+3"))
)
PRICES = st.builds(Price, amount=AMOUNTS, currency=st.sampled_from(["USD", "EUR"]), source=WORDS)
FIGURES = st.floats(0.001, 1e5)


@given(
    st.builds(
        Switch,
        id=st.just("s-1"),
        name=WORDS,
        part_number=WORDS,
        notes=WORDS,
        sources=st.dictionaries(WORDS, WORDS, max_size=3),
        price=st.none() | PRICES,
        mass_kg=st.none() | FIGURES,
        height_u=st.none() | st.integers(0, 100),
        ports=st.just((Ports(count=2, connector="osfp", rate_gbps=0.1, lanes=4, breakout=(1, 2)),)),
    )
    | st.builds(
        Cable,
        id=st.just("c"),
        medium=st.just("copper"),
        connectors=st.just(("a", "b")),
        lengths=st.lists(
            st.builds(StandardLength, m=st.floats(0.001, 1e5), price=st.none() | PRICES), max_size=3
        ).map(tuple),
        per_metre=st.none() | PRICES,
    )
)
def test_any_part(part: AnyPart) -> None:
    again: Any = read_part(part_yaml(part), "again")
    assert again == part


ORDER = [
    "kind",
    "id",
    "name",
    "vendor",
    "part_number",
    "height_u",
    "depth_mm",
    "mass_kg",
    "power_w",
    "price",
    "mtbf_h",
    "redundancy",
    "airflow",
    "(own)",
    "notes",
    "source",
    "sources",
]


def test_shipped_parts_and_the_order_of_their_keys() -> None:
    for part in load_shipped():
        data = part_yaml(part)
        assert read_part(data, part.id) == part
        assert part_yaml(read_part(data, part.id)) == data
        places = [ORDER.index(key if key in ORDER else "(own)") for key in yaml.safe_load(data)]
        assert places == sorted(places)


def test_texts_that_look_like_something_else_stay_texts() -> None:
    text = (
        'kind: tray\nid: "123"\nname: "no"\nwidth_mm: 1\ntray_depth_mm: 1\nnotes: "null"\nsource: "# a: b"\n'
    )
    part = read_part(text.encode(), "p.yaml")
    assert read_part(part_yaml(part), "p.yaml") == part


IMPORTED = b"""\
kind: switch
id: a
mass_kg: 4
power_w: 150
ports: [{count: 4, connector: qsfp, rate_gbps: 40}]
source: a library
sources: {power_w: a sheet, mass_kg: a scale}
dates: {power_w: 2024-05, mass_kg: 2024-05}
"""


def imported() -> AnyPart:
    return read_part(IMPORTED, "a.yaml")


def test_fields_win_as_a_whole_and_sources_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(IMPORTED)
    (tmp_path / "a.override.yaml").write_text(
        "# ours\nprice: 11000\nmass_kg: 4.5\npower_w:\nsources: {mass_kg: weighed}\n"
        "dates: {mass_kg: 2026-11-22}\n"
    )
    assert [file.name for file in part_files(tmp_path)] == ["a.yaml"]
    part = load_catalog([tmp_path])["a"]
    assert isinstance(part, Switch)
    assert part.price is not None
    assert (part.price.amount, part.mass_kg, part.power_w) == (Decimal(11000), 4.5, None)
    assert part.sources == {"power_w": "a sheet", "mass_kg": "weighed"}
    assert part.dates == {"power_w": "2024-05", "mass_kg": "2026-11-22"}
    assert part.source == "a library"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mass_kg: 1\nid: b\n", "o.yaml:2: id: stays that of the imported part, remove it here"),
        ("kind: server\n", "o.yaml:1: kind: stays that of the imported part, remove it here"),
        ("\nmass: 1\n", 'o.yaml:2: mass: is not a known key, did you mean "mass_kg"?'),
        ("notes: x\nmass_kg: -1\n", "o.yaml:2: mass_kg: expected a number from 0 to 100000"),
        ("- a\n", "o.yaml:1: file: expected fields of the part with their values"),
    ],
)
def test_what_is_wrong_is_told_with_the_lines_of_the_override(text: str, said: str) -> None:
    with pytest.raises(FatdeskError) as caught:
        overridden(imported(), text.encode(), "o.yaml")
    assert str(caught.value).startswith(said)


def test_an_override_of_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "b.yaml").write_bytes(IMPORTED)
    (tmp_path / "a.override.yaml").write_text("mass_kg: 1\n")
    with pytest.raises(FatdeskError, match=r"a\.override\.yaml:1: file: overrides nothing"):
        part_files(tmp_path)


@pytest.mark.parametrize(
    "text",
    ["", "mass_kg: 5\n", "power_w:\nroles: [core]\n", "sources: {mass_kg: b}\n", "dates: {mass_kg: 2025}\n"],
)
def test_the_override_of_a_difference_gives_the_same_part(text: str) -> None:
    part = overridden(imported(), text.encode(), "o.yaml")
    made = override_yaml(imported(), part)
    assert overridden(imported(), made, "made.yaml") == part
    assert bool(made) == bool(text)


def test_an_override_never_makes_another_part() -> None:
    other = read_part(IMPORTED.replace(b"id: a", b"id: b"), "b.yaml")
    with pytest.raises(InputErrors, match="cannot change kind or id"):
        override_yaml(imported(), other)


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
        "adapter, cable, cassette, enclosure, equipment, modular-switch, panel, power, rack, server,"
        " switch, transceiver, tray"
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
