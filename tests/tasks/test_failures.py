"""Losses as a job: the figures are those of the engine, whether worked out at once or part by part."""

import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.core.progress import SILENT
from fatdesk.project.derived import losses as of_project
from fatdesk.project.derived.derived import Derived
from fatdesk.tasks.failures import find_losses


@pytest.fixture(scope="module")
def project(designed):
    return designed("nodes-60")


def test_figures_are_those_of_the_engine(project):
    found = find_losses(project, "compute", 1, SILENT)
    known = of_project.losses(Derived(project), "compute")
    assert found.exhaustive
    assert [loss.elements[0].key for loss in found.losses] == [loss.element.key for loss in known]
    for stated, loss in zip(found.losses, known, strict=True):
        assert (stated.hosts_lost, stated.hosts) == (loss.left.hosts_lost, 60)
        assert (stated.pairs_connected, stated.pairs) == (loss.left.pairs_connected, 60 * 59)
        assert stated.bisection_left == loss.bisection_left
        assert (stated.uplinks_left, stated.uplinks, stated.remark) == (
            loss.uplinks_left,
            loss.uplinks,
            loss.remark,
        )


def test_part_by_part_the_figures_are_the_same(project, monkeypatch):
    """In a large room only the worst have what is left of the bisection."""
    whole = find_losses(project, "compute", 1, SILENT).losses
    links = Derived(project).bare_network("compute")[0].link_count
    monkeypatch.setattr(of_project, "CUT_LINKS", 5 * links)
    monkeypatch.setattr("fatdesk.tasks.failures.AT_ONCE", 4)
    parts = find_losses(project, "compute", 1, SILENT).losses
    assert [some.bisection_left is not None for some in parts[:5]] == [True] * 5
    assert all(some.bisection_left is None for some in parts[5:])
    figures = {some.elements[0].key: some[1:5] for some in whole}
    assert {some.elements[0].key: some[1:5] for some in parts} == figures
    lost = [some.hosts_lost for some in parts]
    assert lost == sorted(lost, reverse=True)


def test_two_together_do_no_less_than_the_worst_alone(project):
    worst = find_losses(project, "compute", 1, SILENT).losses[0]
    both = find_losses(project, "compute", 2, SILENT).losses[0]
    assert len(both.elements) == 2
    assert both.hosts_lost >= worst.hosts_lost


def test_an_unknown_fabric_is_refused(project):
    with pytest.raises(FatdeskError, match="the project has no fabric gone"):
        find_losses(project, "gone", 1, SILENT)
