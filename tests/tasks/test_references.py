"""Published networks as projects: designed, placed and cabled with shipped parts."""

import pytest

from fatdesk.engine.design.references import Reference, shipped_references
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.comparing import lacking
from fatdesk.tasks.designing import design_reference

USUAL = {"dgx-h100-1", "dgx-b300-1", "slim-fly-5"}
"""Small ones of each generation of cages, and one that is adopted; nox -s nightly places all."""


@pytest.mark.parametrize(
    "reference",
    [
        pytest.param(one, id=one.id, marks=() if one.id in USUAL else pytest.mark.slow)
        for one in shipped_references().references
    ],
)
def test_placed_counts_of_references_are_those_published(reference: Reference) -> None:
    """Every link has a cable that reaches, and the counts are those of the placed project."""
    made = design_reference(reference.id)
    assert not [row.figure for row in made.counts if row.differs]
    derived = Derived(made.project)
    assert not any(lacking(some) for some in derived.cabling.fabrics)
    cables = sum(some.count for some in derived.cabling.fabrics)
    assert reference.published.cables in (None, cables)
    assert made.project.name == reference.id
