"""Fixtures of several forms of export."""

import pytest

from fatdesk.core.progress import SILENT
from fatdesk.engine.drawing.plan import Plan
from fatdesk.project.derived.derived import Derived
from fatdesk.tasks.designing import design_file
from tests.engine.plan_samples import SPLIT


@pytest.fixture(scope="session")
def split_plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    """A plan with splitter cables, placed by the rules."""
    path = tmp_path_factory.mktemp("split") / "r.yaml"
    path.write_text(SPLIT)
    return Derived(design_file(path, "eth", SILENT)).plan
