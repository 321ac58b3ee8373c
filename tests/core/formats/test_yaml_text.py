"""Values change in the text of a file, and nothing else does: against answers by hand, and over all parts."""

import random
from pathlib import Path

import pytest

from fatdesk.core.formats.yaml_text import comments, patched, yaml_text
from fatdesk.engine.catalog.part_files import part_yaml, read_part

FOLDER = Path(__file__).resolve().parents[2] / "catalogs"
TYPED = """\
# mine
kind: switch      # what it is
id: a

# how heavy
mass_kg:    4.50   # weighed
ports: [{count: 4, connector: qsfp, rate_gbps: 40}]   # in front
cards:
  # first
  - {name: b, price: 11}
  - name: c
notes: |
  one
  # two
source: x
# end
"""
SAID = {
    "kind": "switch",
    "id": "a",
    "mass_kg": 4.5,
    "ports": [{"count": 4, "connector": "qsfp", "rate_gbps": 40}],
    "cards": [{"name": "b", "price": {"amount": 11}}, {"name": "c"}],
    "notes": "one\n# two\n",
    "source": "x",
}


def change(**stated: object) -> str:
    wanted = {key: value for key, value in (SAID | stated).items() if value is not None}
    return patched(TYPED.encode(), yaml_text(SAID), yaml_text(wanted)).decode()


@pytest.mark.parametrize(
    ("stated", "old", "new"),
    [
        ({"mass_kg": 5}, "4.50   # weighed", "5   # weighed"),
        ({"id": "b: c"}, "id: a\n", "id: 'b: c'\n"),
        ({"ports": [{"count": 8, "connector": "qsfp", "rate_gbps": 40}]}, "count: 4,", "count: 8,"),
        (
            {"ports": [{"count": 4, "connector": "a, b", "rate_gbps": 40}]},
            "connector: qsfp,",
            "connector: 'a, b',",
        ),
        (
            {"cards": [{"name": "b", "price": {"amount": 12}}, {"name": "d"}]},
            "price: 11}\n  - name: c",
            "price: 12}\n  - name: d",
        ),
        ({"mass_kg": None}, "mass_kg:    4.50   # weighed\n", ""),
        ({"notes": "three"}, "notes: |\n  one\n  # two\n", "notes: three\n"),
        ({"power_w": 5}, "source: x\n", "source: x\npower_w: 5\n"),
        (
            {"cards": [{"name": "b"}]},
            "cards:\n  # first\n  - {name: b, price: 11}\n  - name: c\n",
            "cards:\n- {name: b}\n",
        ),
    ],
)
def test_only_what_is_changed_changes(stated: dict[str, object], old: str, new: str) -> None:
    assert TYPED.count(old) == 1
    assert change(**stated) == TYPED.replace(old, new)


def test_comments_are_told() -> None:
    said = ["# mine", "# what it is", "# how heavy", "# weighed", "# in front", "# first", "# end"]
    assert comments(TYPED.encode()) == said
    assert comments(change(cards=[{"name": "b"}]).encode()) == [some for some in said if some != "# first"]


def test_ends_of_lines_and_signs_stay() -> None:
    typed = "# größe\r\nid: é\r\nmass_kg: 4\r\n"
    made = patched(typed.encode(), b"id: \xc3\xa9\nmass_kg: 4\n", b"id: \xc3\xa9\nmass_kg: 5\n")
    assert made.decode() == typed.replace("4", "5")


@pytest.mark.parametrize("typed", ["{id: a}\n", "", "- a\n"])
def test_what_is_no_mapping_of_lines_is_written_anew(typed: str) -> None:
    assert patched(typed.encode(), b"id: a\n", b"id: b\n") == b"id: b\n"


FILES = sorted(FOLDER.rglob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_shipped_part_can_be_given_the_figures_of_another_of_its_kind(file: Path) -> None:
    """Whatever changes, the file says the wanted part; the reader is the judge."""
    data = file.read_bytes()
    part = read_part(data, "p.yaml")
    others = [read_part(other.read_bytes(), "q.yaml") for other in FILES]
    others = [other for other in others if type(other) is type(part)]
    other = random.Random(file.stem).choice(others)
    made = patched(data, part_yaml(part), part_yaml(other))
    assert read_part(made, "made.yaml") == other
    back = patched(made, part_yaml(other), part_yaml(part))
    assert read_part(back, "back.yaml") == part
    assert patched(data, part_yaml(part), part_yaml(part)) == data
