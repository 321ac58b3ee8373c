"""Parts written as catalog files read back to the same parts, whatever their words and figures are."""

from decimal import Decimal
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.catalog.load import load_shipped, read_part
from fatdesk.engine.catalog.parts import AnyPart, Cable, Ports, Price, StandardLength, Switch
from fatdesk.engine.catalog.write import part_yaml

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
