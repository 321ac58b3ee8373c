"""Designing step by step gives the same as designing at once; a chosen candidate is the one that is built."""

import pytest

from fatdesk.core.program import shipped
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements, read_requirements
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.figures import counts
from fatdesk.project.designing.designing import assemble, design_project, search_fabrics

CATALOG = load_shipped([])
TWO = b"""
hosts: [{name: nodes, part: server-1u, count: 36}]
fabrics:
- {name: first, families: [two-level], edge: [ib-36], core: [ib-36], cable_price: 80}
- {name: second, families: [two-level], edge: [ib-36], core: [ib-36], cable_price: 80}
"""


@pytest.mark.parametrize("name", ["nodes-60", "nodes-396", "gpu-31"])
def test_step_by_step_as_at_once(name):
    wanted = read_requirements(shipped("resources") / "examples" / f"{name}.yaml", CATALOG)
    searched = search_fabrics(wanted, CATALOG)
    assert searched.whole
    steps = assemble(wanted, [one.design for one in searched.chosen], CATALOG, name)
    assert steps == design_project(wanted, CATALOG, name).project


def test_another_candidate_is_built_when_it_is_chosen():
    wish = b"""
hosts: [{name: nodes, part: server-1u, count: 60}]
fabrics: [{name: compute, edge: [ib-36], core: [ib-36, modular-108], cable_price: 80}]
"""
    wanted = parse_requirements(wish, "wish.yaml", CATALOG)
    best = search_fabrics(wanted, CATALOG)
    other = best.results[0].candidates[-1]
    assert other.design != best.chosen[0].design
    searched = search_fabrics(wanted, CATALOG, wanted={"compute": other.design})
    assert searched.chosen[0] == other
    project = assemble(wanted, [other.design], CATALOG, "x")
    assert counts(Derived(project))["switches"] == other.switches


def test_a_choice_that_is_no_candidate_any_more_gives_way_to_the_best():
    wanted = read_requirements(shipped("resources") / "examples" / "nodes-60.yaml", CATALOG)
    stranger = search_fabrics(
        read_requirements(shipped("resources") / "examples" / "nodes-396.yaml", CATALOG), CATALOG
    ).chosen[0]
    searched = search_fabrics(wanted, CATALOG, wanted={"compute": stranger.design})
    assert searched.chosen[0] == searched.results[0].candidates[0]


def test_the_search_ends_where_a_network_has_no_design():
    """Hosts with one port: the first network takes it, none is left for the second."""
    wanted = parse_requirements(TWO, "two.yaml", CATALOG)
    one_port = sum(ports.count for ports in CATALOG.server("server-1u").ports) == 1
    if one_port:
        with pytest.raises(Exception, match="ports"):
            search_fabrics(wanted, CATALOG)
    else:
        assert search_fabrics(wanted, CATALOG).whole
