"""Judgement of figures: compared with a plain loop, element by element."""

from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.finding import Severity
from fatdesk.engine.rules.figures import Figure, Values, registry
from fatdesk.engine.rules.judging import judge
from fatdesk.engine.rules.rules import Op, Profile, Rule, RuleInForce, Varying

Amounts = dict[str, float | None]


def amounts(name: str, title: str, unit: str = "mm") -> Figure[dict[str, Amounts]]:
    """A figure that a test gives in advance."""
    return Figure(
        name, "tray", title, unit, "", lambda given: Values.of(list(given[name]), given[name].values())
    )


FIGURES = registry([amounts("height", "Height"), amounts("support", "Support distance")])


def rule(**changes: Any) -> Rule:
    fields: dict[str, Any] = {
        "name": "too-high",
        "scope": "tray",
        "figure": "height",
        "limit": 5.0,
        "source": "a table",
    }
    return Rule(**(fields | changes))


def profile(*rules: Rule) -> tuple[RuleInForce, ...]:
    return Profile(id="house", title="House", source="a handbook", rules=rules).in_force


@pytest.mark.parametrize("op", ["<=", "<", ">=", ">"])
@given(st.lists(st.one_of(st.none(), st.integers(0, 10).map(float)), max_size=8))
def test_exceeding_is_what_the_comparison_does_not_hold_for(op: Op, values: list[float | None]) -> None:
    given_figures = {"height": {f"t{n}": value for n, value in enumerate(values)}}
    [judged] = judge(profile(rule(op=op)), FIGURES, given_figures)
    plain = {"<=": float.__le__, "<": float.__lt__, ">=": float.__ge__, ">": float.__gt__}[op]
    expected = [
        name for name, value in given_figures["height"].items() if value is not None and not plain(value, 5.0)
    ]
    found = judged.findings()
    assert [one.where for one in found if one.severity is Severity.ERROR] == expected
    notes = [name for finding in found if finding.severity is Severity.NOTE for name in finding.elements]
    assert notes == [name for name, value in given_figures["height"].items() if value is None]
    known = [value for value in values if value is not None]
    worst: float | None = None if judged.worst is None else float(judged.values.amount[judged.worst])
    extreme: Literal["max", "min"] = "max" if op in ("<=", "<") else "min"
    assert worst == ({"max": max, "min": min}[extreme](known) if known else None)


def test_a_limit_that_falls_with_another_figure() -> None:
    heights = Varying(at_zero=150.0, rate=0.0007, by="support")
    given_figures: dict[str, Amounts] = {
        "height": {"a": 112.0, "b": 112.0, "c": 112.0},
        "support": {"a": 250.0, "b": 500.0, "c": None},
    }
    [judged] = judge(profile(rule(limit=heights)), FIGURES, given_figures)
    np.testing.assert_allclose(judged.limit[:2], [127.66, 111.11], atol=0.005)
    exceeded, unknown = judged.findings()
    assert exceeded.where == "b"
    assert exceeded.text == ("Height is 112.0 mm, 111.1 mm allowed: exceeds the profile House")
    assert (unknown.severity, unknown.where) == (Severity.NOTE, "c")


def test_a_filter_limits_the_elements_and_their_limits_alike() -> None:
    given_figures: dict[str, Amounts] = {"height": {"main-1": 9.0, "side-1": 9.0, "main-2": 1.0}}
    [judged] = judge(profile(rule(filter=("main-*",))), FIGURES, given_figures)
    assert list(judged.values.elements) == ["main-1", "main-2"]
    assert [one.where for one in judged.findings()] == ["main-1"]


def test_a_figure_beyond_its_limit_by_rounding_alone_does_not_exceed_it() -> None:
    given_figures: dict[str, Amounts] = {"height": {"a": 0.1 + 0.2}}
    [judged] = judge(profile(rule(limit=0.3)), FIGURES, given_figures)
    assert judged.count == 0


def at_least(height: float, support: float, *, both: bool) -> list[Figure[None]]:
    """A height that is a lower bound, and a support distance that may be one."""
    bounds = (("height", height, True), ("support", support, both))
    made = []
    for name, amount, bound in bounds:
        why = [f"{name} of some"] if bound else [""]
        values = Values(["t"], np.array([amount]), np.array([bound]), (), why)
        made.append(Figure[None](name, "tray", name.title(), "mm", "", lambda _, values=values: values))
    return made


@pytest.mark.parametrize(
    ("op", "height", "severity"),
    [
        ("<=", 6.0, Severity.ERROR),  # at least 6, at most 5 allowed: beyond whatever is missing
        ("<=", 0.0, Severity.NOTE),
        (">=", 6.0, None),  # at least 6, 5 required: enough whatever is missing
        (">=", 4.0, Severity.NOTE),
        (">", 5.0, Severity.NOTE),
    ],
)
def test_a_lower_bound_is_judged_only_where_what_is_missing_changes_nothing(
    op: Op, height: float, severity: Severity | None
) -> None:
    [judged] = judge(profile(rule(op=op)), registry(at_least(height, 1.0, both=False)), None)
    assert [one.severity for one in judged.findings()] == ([] if severity is None else [severity])
    assert len(judged.unknown) == (severity is Severity.NOTE)


def test_a_limit_by_a_lower_bound_is_unknown_and_all_that_is_missing_is_named() -> None:
    by = Varying(factor=1.0, by="support")
    [judged] = judge(profile(rule(op=">=", limit=by)), registry(at_least(4.0, 0.0, both=True)), None)
    [note] = judged.findings()
    assert note.severity is Severity.NOTE
    assert note.text == "Height is not judged in full for 1 tray: height of some, support of some"
    assert judged.unknown.tolist() == [0]


def test_an_element_without_the_figure_that_limits_it_is_not_judged() -> None:
    given_figures: dict[str, Amounts] = {"height": {"a": 9.0, "b": 9.0}, "support": {"b": 8.0}}
    by = Varying(factor=1.0, by="support")
    [judged] = judge(profile(rule(limit=by)), FIGURES, given_figures)
    assert list(judged.values.elements) == ["b"]
    assert judged.count == 1


@pytest.mark.parametrize(("height", "value"), [(0.0, None), (4.0, 4.0)])
def test_a_lower_bound_of_nothing_known_has_no_value(height: float, value: float | None) -> None:
    [judged] = judge(profile(rule()), registry(at_least(height, 1.0, both=False)), None)
    worst = judged.to_json()["worst"]
    assert (worst["value"], worst["at_least"]) == (value, True)
