"""docs/guide as a whole: each page has what does its steps, and pictures that are made by them."""

from importlib import import_module
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.gui.guide.hand import SIZE
from tests.gui.guide.text import GUIDE, PICTURES, Block, Entry, GuidePage, Step, pages

MOST_MINUTES = 15
MOST_BYTES = 120_000


@pytest.mark.parametrize("name", pages())
def test_a_page_is_short_and_has_a_picture_or_commands_in_each_step(name):
    page = GuidePage(name)
    assert page.minutes <= MOST_MINUTES
    assert all(step.pictures or step.blocks for step in page.steps)


@pytest.mark.parametrize("name", pages())
def test_each_page_has_drivers_and_a_test_that_runs_them(name):
    module = name.replace("-", "_")
    steps = import_module(f"tests.gui.guide.{module}").STEPS
    assert steps.page == name
    assert [*steps.by_title] == [step.title for step in GuidePage(name).steps]
    test = Path(__file__).with_name(f"test_{module}.py").read_text(encoding="utf-8")
    assert f'run_page(GuidePage("{name}"), STEPS, guided)' in test


def test_each_test_has_a_page():
    ours = {
        path.stem.removeprefix("test_").replace("_", "-") for path in Path(__file__).parent.glob("test_*.py")
    }
    assert ours - {"guide-pages"} == set(pages())


def test_the_first_page_leads_to_all_others():
    first = (GUIDE / "index.md").read_text(encoding="utf-8")
    others = [path.name for path in sorted(GUIDE.glob("*.md")) if path.stem != "index"]
    assert [name for name in others if f"]({name})" not in first] == []


def test_the_pictures_are_those_of_the_pages():
    named = {name for page in pages() for step in GuidePage(page).steps for name in step.pictures}
    assert {path.stem for path in PICTURES.iterdir()} == named  # packaging/shots.py --guide makes them
    for path in sorted(PICTURES.iterdir()):
        assert path.stat().st_size <= MOST_BYTES, path.name
        image = QImage(str(path))
        assert image.width() <= SIZE[0], path.name
        assert image.height() <= SIZE[1], path.name


def test_the_marks_of_a_step_are_read():
    text = """
Choose *File, Open…* (Ctrl+O) and click **Next: room**; it shows `1,200 m` of [*Racks, at
most*](x.md#2) and 12 hosts. Save this as `job.json`:

```json
{"a": 1}
```

![A picture of 3](pictures/one-2.png)

```console
$ fatdesk show x.fatdesk
7
```
"""
    step = Step("Title", text)
    assert step.entries == [Entry(("File", "Open…"), "Ctrl+O")]
    assert step.controls == ["Next: room"]
    assert step.values == ["1,200 m", "job.json"]
    assert step.captions == ["Racks, at most"]
    assert step.pictures == ["one-2"]
    assert step.unmarked == ["12"]
    assert not step.begins_in_a_terminal
    assert Step(
        "Title", text.replace("*File, Open…* (Ctrl+O) and click **Next: room**", "x")
    ).begins_in_a_terminal
    assert step.blocks == [
        Block("json", '{"a": 1}\n', "job.json"),
        Block("console", "$ fatdesk show x.fatdesk\n7\n", ""),
    ]
