"""Designs placed in the background: no figures are lost when several arrive at once."""

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.project.designing.designing import search_fabrics
from fatdesk.project.designing.from_point import routed_design
from fatdesk.tasks.designing import route_designs

CATALOG = load_shipped([])
WISH = b"""
hosts: [{name: n, part: server-1u, count: 30}]
fabrics: [{name: a, edge: [ib-36], core: [ib-36], families: [star, two-level]}]
room: {rack: rack-42u, rows: 1, racks_per_row: 1, improve_steps: 0}
"""


class Latest:
    """A progress that sees the last result alone, as a busy window does."""

    def __init__(self):
        self.value = None

    def step(self, done, total, text):
        pass

    def show(self, value):
        self.value = value


def test_the_last_result_has_those_before_it():
    wanted = parse_requirements(WISH, "r.yaml", CATALOG)
    designs = tuple(one.design for one in search_fabrics(wanted, CATALOG).results[0].candidates[:3])
    assert len(designs) > 1
    seen = Latest()
    found = route_designs(wanted, (), designs, CATALOG, progress=seen)
    assert seen.value == found
    assert [one.design for one in found] == list(designs)
    for one in found:
        if one.figures is not None:
            assert one.figures == routed_design(wanted, (), one.design, CATALOG)
        else:
            assert "room" in one.why
