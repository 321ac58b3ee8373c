"""docs/guide/own-cluster.md: its steps run, and the window shows what it says."""

from tests.gui.guide.hand import run_page
from tests.gui.guide.own_cluster import STEPS
from tests.gui.guide.text import READ_A_MINUTE, GuidePage


def test_the_steps_of_the_page_run(guided):
    run_page(GuidePage("own-cluster"), STEPS, guided)


def test_a_cluster_of_shipped_parts_is_read_in_under_four_minutes():
    """Making parts comes last, for those who need it."""
    page = GuidePage("own-cluster")
    *path, last = page.steps
    assert "parts" in last.title
    words = sum(len(step.text.split()) for step in path)
    assert (words + len(page.text.partition("\n## ")[0].split())) / READ_A_MINUTE < 4
