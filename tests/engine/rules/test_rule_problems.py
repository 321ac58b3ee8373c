"""Rules that can be read and are wrong: unknown words with what is meant, limits that no value can keep."""

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.parts import AnyPart
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.figures import Figure, Values, registry
from fatdesk.engine.rules.judging import judge
from fatdesk.engine.rules.profiles import parse_profile, read_own, rules_yaml
from fatdesk.engine.rules.rule_problems import clashes, contradicting, rule_problems
from fatdesk.engine.rules.rules import PART_KINDS, Op, Rule, RuleInForce

HOUSE = """\
base: planning
rules:
- {name: power, scope: rack, figure: rack-power, limit: 12000, source: facility}
- {name: old, scope: part, filter: [kind=switch], figure: part-power, limit: 2000, source: facility}
- {name: idle, scope: rack, figure: rack-power, op: ">=", limit: 100, source: facility}
"""
OPS = st.sampled_from(get_args(Op))
PLAIN = {"<=": float.__le__, "<": float.__lt__, ">=": float.__ge__, ">": float.__gt__}


def test_kinds_of_filters_are_those_of_the_catalog() -> None:
    assert set(PART_KINDS) == {part.__struct_config__.tag for part in get_args(AnyPart)}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rack-power, limit", "rack-powr, limit", '3: rules[0].figure: there is no figure "rack-powr", did'),
        ("rack-power, limit", "zzz, limit", '3: rules[0].figure: there is no figure "zzz", known are feed'),
        ("kind=switch", "kin=switch", '4: rules[1].filter[0]: a part has no "kin", did you mean "kind"?'),
        ("kind=switch", "kind=swich", '4: rules[1].filter[0]: there is no kind "swich", did you mean "'),
        ("limit: 12000", "limit: 50", '5: rules[2].limit: no rack can keep both "power" (<= 50 W) and'),
        ("limit: 12000", "limit: -1", "3: rules[0].limit: no rack can be <= -1, as power is never below 0"),
        ("severity", "severty", ""),
        ("name: old", "nam: old", '4: rules[1].nam: is not a known key, did you mean "name"?'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_at_its_line_with_what_is_meant(old: str, new: str, message: str) -> None:
    text = HOUSE.replace(old, new, 1)
    if not message:
        assert parse_profile(text.encode(), "rules.yaml", FIGURES).rules
        return
    with pytest.raises(FatdeskError) as refused:
        parse_profile(text.encode(), "rules.yaml", FIGURES)
    assert f"rules.yaml:{message}" in str(refused.value)


def test_a_misspelt_scope_or_severity_is_refused_with_the_word_that_is_near() -> None:
    for old, new, near in (
        ("scope: rack", "scope: rak", "rack"),
        ("source", "severity: eror, source", "error"),
    ):
        with pytest.raises(FatdeskError, match=f'did you mean "{near}"') as refused:
            parse_profile(HOUSE.replace(old, new, 1).encode(), "rules.yaml", FIGURES)
        assert str(refused.value).startswith("rules.yaml:3: rules[0].")


def test_a_share_in_percent_is_refused_with_the_share() -> None:
    one = Rule(name="r", scope="tray", figure="tray-fill", limit=40.0, source="s")
    [problem] = rule_problems(one, FIGURES)
    assert problem.what == "40 is 4,000 % of a share, write 0.4 for 40 %"


@given(OPS, st.integers(0, 6), OPS, st.integers(0, 6))
def test_rules_contradict_each_other_when_no_value_keeps_both(
    first: Op, one: int, second: Op, other: int
) -> None:
    """Against trying: values between and at the limits, and beyond both."""
    tried = [number / 2 for number in range(-2, 16)]
    kept = any(PLAIN[first](value, float(one)) and PLAIN[second](value, float(other)) for value in tried)
    rules = [
        Rule(name="a", scope="rack", figure="rack-power", op=first, limit=float(one), source="s"),
        Rule(name="b", scope="rack", figure="rack-power", op=second, limit=float(other), source="s"),
    ]
    assert bool(contradicting(*rules, FIGURES)) is not kept
    figure: Figure[None] = Figure("rack-power", "rack", "Power", "W", "", lambda _: Values.of(["A01"], [1.0]))
    judged = judge([RuleInForce(rule, "x") for rule in rules], registry([figure]), None)
    assert bool(list(clashes(judged))) is not kept


def test_rules_of_other_elements_do_not_contradict_each_other() -> None:
    low = Rule(name="a", scope="rack", filter=("row=A",), figure="rack-power", limit=1.0, source="s")
    high = msgspec.structs.replace(low, name="b", op=">", limit=2.0)
    assert contradicting(low, high, FIGURES)
    assert not contradicting(low, msgspec.structs.replace(high, filter=("row=B",)), FIGURES)
    assert not contradicting(low, msgspec.structs.replace(high, figure="rack-mass"), FIGURES)


def test_patterns_of_a_key_are_alternatives_and_keys_hold_together() -> None:
    figure: Figure[None] = Figure(
        "f", "rack", "F", "", "", lambda _: Values.of(["A01", "A02", "B01", "C01"], [1.0] * 4)
    )
    rows = {name: {"row": name[0]} for name in ("A01", "A02", "B01", "C01")}
    expected: dict[tuple[str, ...], list[str]] = {
        ("row=A", "row=C"): ["A01", "A02", "C01"],
        ("row=A", "*1"): ["A01"],
        ("*1", "*2"): ["A01", "A02", "B01", "C01"],
        ("row=[BC]",): ["B01", "C01"],
        ("row=D",): [],
    }
    for patterns, names in expected.items():
        one = Rule(name="r", scope="rack", filter=patterns, figure="f", limit=0.0, source="s")
        [judged] = judge([RuleInForce(one, "x")], registry([figure]), None, lambda _: rows)
        assert [finding.where for finding in judged.findings()] == names


def test_a_file_that_is_written_is_read_again(tmp_path: Any) -> None:
    house = parse_profile(HOUSE.encode(), "rules.yaml", FIGURES)
    own = house.rules[-3:]
    (tmp_path / "r.yaml").write_bytes(rules_yaml(own, "planning"))
    again = read_own(tmp_path / "r.yaml", FIGURES)
    assert (again.rules, again.base) == (own, "planning")
