"""Profiles in files: what is refused with file and line, and what a base adds."""

import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.cabling.rules import CIRCLES, SQUARES
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.figures import Figure, Values, registry
from fatdesk.engine.rules.profiles import parse_profile, profile_named, shipped_profiles

HOUSE = """\
id: house
title: House rules
source: handbook of the site
base: planning
rules:
- name: tray-fill
  scope: tray
  figure: tray-fill
  limit: 0.3
  source: handbook, page 4
- name: wide-fill
  scope: tray
  filter: [wide-*]
  figure: tray-fill-square
  op: "<"
  limit: 0.6
  severity: warning
  source: handbook, page 5
"""


def test_a_profile_replaces_rules_of_its_base_by_name() -> None:
    house = parse_profile(HOUSE.encode(), "house.yaml", FIGURES)
    assert [(rule.name, rule.limit, rule.severity) for rule in house.rules][:1] == [
        ("tray-fill", 0.3, "error")
    ]
    assert ("wide-fill", "<", ("wide-*",)) in [(rule.name, rule.op, rule.filter) for rule in house.rules]
    assert {rule.name for rule in profile_named("planning").rules} <= {rule.name for rule in house.rules}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("tray-fill\n  l", "tray-fil\n  l", '8: rules[0].figure: there is no figure "tray-fil", did'),
        ("scope: tray\n", "scope: rack\n", "8: rules[0].figure: tray-fill is a figure of a tray, not of a"),
        ("limit: 0.3", "limt: 0.3", "9: rules[0].limt: is not a known key"),
        ("  source: handbook, page 4\n", "", "6: rules[0].source: is missing"),
        ("op: \"<\"", "op: below", "15: rules[1].op: expected one of"),
        ("name: wide-fill", "name: tray-fill", '11: rules[1].name: "tray-fill" is there twice'),
        ("base: planning", "base: plannig", '4: base: there is no profile "plannig"'),
    ],
)  # fmt: skip
def test_a_typo_is_refused_with_file_line_and_field(old: str, new: str, message: str) -> None:
    with pytest.raises(FatdeskError) as refused:
        parse_profile(HOUSE.replace(old, new, 1).encode(), "house.yaml", FIGURES)
    assert f"house.yaml:{message}" in str(refused.value)


def test_every_rule_that_comes_with_the_program_names_a_figure_and_a_source() -> None:
    profiles = shipped_profiles()
    assert next(iter(profiles)) == "default"
    for profile in profiles.values():
        for rule in profile.rules:
            assert FIGURES[rule.figure].of == rule.scope, (profile.id, rule.name)
            assert len(rule.source) > 20
            assert rule.fix


def test_optical_cables_are_the_remedy_of_the_rules_that_they_are_replaced_for() -> None:
    """Optical instead of copper acts on the fill alone."""
    for profile in shipped_profiles().values():
        for rule in profile.rules:
            assert ("optical" in rule.fix) == (rule.figure in (CIRCLES, SQUARES)), (profile.id, rule.name)


def test_fill_limits_of_the_profiles_of_the_program() -> None:
    limits = {
        name: [rule.limit for rule in profile_named(name).rules if rule.figure == "tray-fill"]
        for name in ("default", "planning", "tia-569", "initial")
    }
    assert limits == {"default": [0.5], "planning": [0.4], "tia-569": [0.5], "initial": [0.25]}


def test_an_unknown_profile_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(
        FatdeskError, match='no rule profile "tia": did you mean "tia-569"\\? Known are default, '
    ):
        profile_named("tia")


def test_two_figures_of_one_name_are_an_error_of_the_program() -> None:
    figure = Figure[None]("f", "tray", "F", "", "", lambda _: Values.of([], []))
    with pytest.raises(ValueError, match="two figures are called f"):
        registry([figure, figure])
