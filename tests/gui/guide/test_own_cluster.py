"""docs/guide/own-cluster.md: its steps run, and the window shows what it says."""

from tests.gui.guide.hand import run_page
from tests.gui.guide.own_cluster import STEPS
from tests.gui.guide.text import GuidePage


def test_the_steps_of_the_page_run(guided):
    run_page(GuidePage("own-cluster"), STEPS, guided)
