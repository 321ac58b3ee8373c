"""What the command line prints of a search: the keys and figures of spec 8's example."""

from fractions import Fraction

from fatdesk.engine.design.output import number, to_json, totals_json
from fatdesk.engine.design.requirements import Limits
from fatdesk.engine.design.search import search
from tests.engine.design.search_samples import MODULAR_108, PAPER, changed, wanted, with_parts


def test_the_example_of_the_specification() -> None:
    requirements, one = wanted(60, families=("two-level",), edge=("ib-36",), core=("ib-36",))
    record = to_json(search(requirements, one, PAPER))
    [candidate] = record["candidates"]
    expected = {
        "rank": 1,
        "family": "two-level",
        "parts": [
            {"role": "edge", "part": "ib-36", "count": 4},
            {"role": "core", "part": "ib-36", "count": 2},
        ],
        "params": {"P_En": 18, "P_Ec": 18, "E": 4, "C": 2, "B": 9, "blocking": "1"},
        "counts": {"hosts": 60, "switches": 6, "links": 132, "cables": 132, "transceivers": 0},
        "cost": {"amount": "76560.00", "currency": "USD", "at_least": False},
        "power_w": 912,
        "mass_kg": None,
        "height_u": 6,
        "hosts_possible": 72,
    }
    assert {key: candidate[key] for key in expected} == expected
    assert (record["name"], record["rejected"], record["rejected_count"]) == ("compute", [], 0)


def test_rejected_ones_tell_parts_and_reason() -> None:
    more = {"limits": Limits(racks=1)}
    requirements, one = wanted(60, families=("two-level",), edge=("ib-36",), core=("ib-36",), more=more)
    assert to_json(search(requirements, one, PAPER))["rejected"] == [
        {
            "family": "two-level",
            "parts": [
                {"role": "edge", "part": "ib-36", "count": 4},
                {"role": "core", "part": "ib-36", "count": 2},
            ],
            "reason": "racks: needs 2, allowed 1",
        }
    ]


def test_a_modular_part_tells_its_cards_and_both_hosts_possible() -> None:
    requirements, one = wanted(224, "blade-2s", families=("two-level",), core=("modular-108",))
    record = to_json(search(requirements, one, PAPER))["candidates"][0]
    assert record["parts"][1] == {"role": "core", "part": "modular-108", "cards": 5, "count": 3}
    assert (record["hosts_possible"], record["hosts_possible_full"]) == (240, 288)
    cards = (*MODULAR_108.cards, changed(MODULAR_108.cards[0], name="other"))
    two_kinds = with_parts(PAPER, [changed(MODULAR_108, cards=cards)])
    records = to_json(search(requirements, one, two_kinds))["candidates"]
    assert {entry["parts"][1]["card"] for entry in records} == {"card-18", "other"}


def test_params_of_trivial_cases() -> None:
    requirements, one = wanted(30, "blade-2s", families=("star",))
    found = to_json(search(requirements, one, PAPER))["candidates"]
    params = [entry["params"] for entry in found]
    assert params[0] == {"E": 1, "C": 0, "enclosure": "box-16"}
    assert {"E": 2, "C": 0, "B": 16}.items() <= params[1].items()
    requirements, one = wanted(30, families=("star",), extra_ports=2)
    assert to_json(search(requirements, one, PAPER))["candidates"][0]["params"] == {
        "E": 1,
        "C": 0,
        "extra_ports": 2,
    }


def test_totals_of_a_cluster_with_unknown_figures() -> None:
    requirements, one = wanted(60, edge=("ib-36",), core=("ib-36",))
    best = search(requirements, one, PAPER).best
    whole = totals_json(requirements, {"compute": best}, PAPER)
    assert whole["cost"] == {"amount": "76560.00", "currency": "USD", "at_least": True}  # hosts: no price
    assert (whole["hosts"], whole["switches"], whole["height_u"], whole["power_w"]) == (60, 6, 66, None)


def test_numbers_as_json_writes_them() -> None:
    assert [number(value) for value in (Fraction(3), 7, Fraction(1, 4), None)] == [3, 7, 0.25, None]
    assert isinstance(number(Fraction(3)), int)
