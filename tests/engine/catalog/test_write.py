"""Parts as files: what is written reads back to the same part."""

from pathlib import Path

import pytest

from fatdesk.engine.catalog.load import load_catalog, read_part
from fatdesk.engine.catalog.write import part_yaml

FOLDER = Path(__file__).resolve().parents[3] / "catalogs"


@pytest.mark.parametrize("part", load_catalog([FOLDER]), ids=lambda part: part.id)
def test_every_shipped_part_reads_back(part) -> None:  # type: ignore[no-untyped-def]
    data = part_yaml(part)
    assert read_part(data, "p.yaml") == part
    assert part_yaml(read_part(data, "p.yaml")) == data


def test_texts_that_look_like_something_else_stay_texts() -> None:
    text = (
        'kind: tray\nid: "123"\nname: "no"\nwidth_mm: 1\ntray_depth_mm: 1\nnotes: "null"\nsource: "# a: b"\n'
    )
    part = read_part(text.encode(), "p.yaml")
    assert read_part(part_yaml(part), "p.yaml") == part
