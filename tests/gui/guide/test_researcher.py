"""docs/guide/researcher.md: its steps run, and the window shows what it says."""

from tests.gui.guide.hand import run_page
from tests.gui.guide.researcher import STEPS
from tests.gui.guide.text import GuidePage


def test_the_steps_of_the_page_run(guided):
    run_page(GuidePage("researcher"), STEPS, guided)
