"""``--chart FILE.svg``, and ready-made studies without a project."""

import json
import re
from xml.etree import ElementTree as ET

import pytest

from fatdesk.cli import main

SIMULATE = ["simulate", "kary-tree:k=2,n=3", "--packet", "16", "--cycles", "2000", "--loads", "0.1,0.4,0.7"]
FAULTS = ["faults", "kary-tree:k=2,n=3", "--count", "1:3"]
NODES = """
fabrics:
  - name: net
    hosts: [{name: n, count: 20, model: paper-node}]
"""


def texts(path):
    return [one.text for one in ET.parse(path).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (
            SIMULATE,
            ["kary-tree:k=2,n=3", "kary-tree:k=2,n=3 · fta · 8 hosts", "Offered, flits per cycle and host"],
        ),
        (
            FAULTS,
            [
                "kary-tree:k=2,n=3",
                "Combinations tolerated, %",
                "Failed links between switches at once, log scale",
            ],
        ),
    ],
)
def test_the_chart_shows_what_is_printed(words, shown, tmp_path, capsys):
    charts = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for chart in charts:
        assert main([*words, "--chart", str(chart)]) == 0
        assert str(chart) in capsys.readouterr().err
    assert set(shown) <= set(texts(charts[0]))
    assert charts[0].read_bytes() == charts[1].read_bytes()


def test_points_lie_where_the_figures_are(tmp_path, capsys):
    """The accepted traffic that is printed, read from the picture by its own ticks."""
    chart = tmp_path / "chart.svg"
    assert main([*SIMULATE, "--json", "--chart", str(chart)]) == 0
    points = json.loads(capsys.readouterr().out)["points"]
    root = ET.parse(chart).getroot()
    right = root_width(root) / 2
    ticks = {}
    for one in root.iter("{http://www.w3.org/2000/svg}text"):
        x, y = float(one.get("x", "0")), float(one.get("y", "0"))
        if one.get("text-anchor") == "end" and x > right and re.fullmatch(r"[\d.]+", one.text or ""):
            ticks[float(one.text)] = y - 0.85
    (low, at_low), (high, at_high) = min(ticks.items()), max(ticks.items())
    lines = [
        one.get("d", "")
        for one in root.iter("{http://www.w3.org/2000/svg}path")
        if one.get("stroke-width") == "0.35"
    ]
    (line,) = [one for one in lines if float(re.findall(r"[\d.]+", one)[0]) > right]
    heights = map(float, re.findall(r"[\d.]+", line)[1::2])
    read = [low + (y - at_low) * (high - low) / (at_high - at_low) for y in heights]
    assert read == pytest.approx([point["accepted"] for point in points], abs=0.005)


def root_width(root):
    return float(root.get("viewBox").split()[2])


@pytest.mark.parametrize(
    ("name", "why"),
    [("chart.png", "is not an SVG file"), ("none/chart.svg", "there is no folder")],
)
@pytest.mark.parametrize("words", [SIMULATE, FAULTS])
def test_wrong_files_are_refused_before_the_work(words, name, why, tmp_path, capsys):
    assert main([*words, "--chart", str(tmp_path / name)]) == 2
    out, error = capsys.readouterr()
    assert not out
    assert why in error
    assert error.count("\n") == 1


def test_a_ready_made_study(tmp_path, capsys, long):
    """In words and as a chart, in the long form also as JSON: it has 20 networks."""
    chart = tmp_path / "chart.svg"
    words = ["faults", "--study", "Table 2, injection and ejection links", "--chart", str(chart)]
    assert main(words) == 0
    out, error = capsys.readouterr()
    assert "published: always tolerated 1 (fault-tolerant indirect topologies, Table 2)" in out
    assert "do not add up" in error  # the study's remark
    assert "FTA, k = 16" in texts(chart)
    if long:
        assert main([*words[:3], "--json"]) == 0
        networks = json.loads(capsys.readouterr().out)["networks"]
        assert len(networks) == 20
        for one in networks:
            assert one["published"]["faults"] == one["always_tolerated"]


@pytest.mark.parametrize("command", ["simulate", "faults"])
def test_unknown_studies_are_listed(command, capsys):
    assert main([command, "--study", "Table 3"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("--study Table 3: is not a ready-made ")
    assert len(error.splitlines()) > 5
    assert main([command]) == 2
    assert capsys.readouterr().err == "name a SPEC or a project, or a ready-made study with --study\n"
