"""Figures of racks that rules limit: use of feeds by hand, floor load, and what is not known."""

import math
from pathlib import Path

import pytest

from fatdesk.core.finding import Severity
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import read_requirements
from fatdesk.engine.physical import FIGURES
from fatdesk.engine.rules.judging import judge
from fatdesk.engine.rules.rules import Profile, Rule, Scope
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project

REQUIREMENTS = """
hosts: [{name: n, part: nvidia-dgx-h100, count: 8, per_rack: 4}]
fabrics: [{name: f, edge: [nvidia-qm9700], core: [nvidia-qm9700], rails: 8}]
room: {rack: apc-ar3107, power: POWER}
"""
SCOPE: Scope = "rack"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    found = []
    for power in ("{breaker_a: 63}", "{}"):
        file: Path = tmp_path_factory.mktemp("racks") / "r.yaml"
        file.write_text(REQUIREMENTS.replace("POWER", power))
        catalog = load_shipped([])
        found.append(Derived(design_project(read_requirements(file, catalog), catalog, "hall").project))
    return found


def judged(derived, figure, limit):
    one = Rule(name="house", scope=SCOPE, figure=figure, limit=limit, source="a handbook", fix="move some")
    profile = Profile(id="house", title="House", source="a handbook", rules=(one,))
    [found] = judge(profile.in_force, FIGURES, derived.placed)
    return found


def test_feeds_of_four_dgx_h100(made):
    """40.8 kW and four transceivers of 17 W a host on two feeds of 63 A, 400 V, at a power factor of 0.95."""
    derived = made[0]
    share = 4 * (10_200 + 4 * 17) / (math.sqrt(3) * 400 * 63 * 0.95)
    known = [some.label for some in derived.facility.used if not some.lacks_power]
    for figure, expected in (("feed-load", share / 2), ("feed-load-after-loss", share)):
        found = judged(derived, figure, 0.8)
        amounts = dict(zip(found.values.elements, found.values.amount.tolist(), strict=True))
        assert [amounts[label] for label in known] == pytest.approx([expected] * len(known))
    errors = [one for one in found.findings() if one.severity is Severity.ERROR]
    assert [one.where for one in errors] == known
    assert errors[0].text == (
        "Use of a feed after a loss is 99.1 % on feed A, 80 % allowed: exceeds the profile House"
    )


def test_a_breaker_that_is_not_known_is_a_note(made):
    [note] = judged(made[1], "feed-load", 0.8).findings()
    assert note.severity is Severity.NOTE
    assert note.text.endswith("the breakers of the feeds are not known")


def test_floor_load_of_racks(made):
    """Four hosts of 130.45 kg on 600 x 1070 mm and four feet; the mass of the rack itself is not known.

    The cables in the rack count, too.
    """
    cables = max(some.mass_kg for some in made[0].rack_cables.values())
    assert 0.1 < cables < 2
    mass = 521.8 + cables
    for figure, expected in (("rack-floor-load", mass / 0.642), ("rack-point-load", mass / 4)):
        found = judged(made[0], figure, expected - 1)
        assert max(found.values.amount.tolist()) == pytest.approx(expected, rel=2e-3)
        assert found.values.at_least.all()
        assert found.count > 0


def test_no_profile_limits_them_unless_it_says_so(made):
    """Figures that no rule names are not worked out for findings."""
    assert {some.rule.scope for some in made[0].judged} == {"tray"}
