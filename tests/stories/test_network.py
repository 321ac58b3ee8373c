"""``fatdesk network``: the figures of a network, as JSON and in words."""

import json

import pytest

from fatdesk.cli import main
from fatdesk.engine.families import RECIPES

KEYS = {
    "hosts",
    "switches",
    "links",
    "one_way_links",
    "switching_elements",
    "radix",
    "diameter",
    "average_distance",
    "bisection_links",
    "oversubscription",
}


@pytest.fixture
def run(capsys):
    """Run the command; status, standard output, standard error."""

    def call(*arguments):
        status = main(["network", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.mark.parametrize(
    ("spec", "figures"),
    [
        (
            "kary-tree:k=4,n=3",
            {"hosts": 64, "switches": 48, "links": 192, "one_way_links": 384, "switching_elements": 2304,
             "radix": 8, "diameter": 6, "bisection_links": 32, "oversubscription": 1},
        ),
        (
            "mikant:k=3,n=4",
            {"hosts": 162, "switches": 162, "links": 567, "radix": 6, "diameter": 8},
        ),
        (
            "ft-ruft-212:k=4,n=3",
            {"hosts": 64, "links": 384, "one_way_links": 384, "switching_elements": 1280, "diameter": 4},
        ),
        (
            "egft:M=16-4,C=1-8,K=1-2",
            {"hosts": 64, "switches": 12, "links": 128, "radix": 32, "diameter": 4, "bisection_links": 32},
        ),
        ("hyperx:S=6-6,K=1-1,T=8", {"links": 468, "bisection_links": 54, "oversubscription": None}),
        ("universal:n=64,w=16", {"hosts": 64, "switches": 63, "bisection_links": 11}),
        ("star:N=24", {"hosts": 24, "switches": 1, "links": 24, "diameter": 2, "bisection_links": 12}),
        ("two-level:N=60,PE=36,PC=36,Bl=1", {"switches": 6, "links": 132, "bisection_links": 30}),
    ],
)  # fmt: skip
def test_figures_as_json(run, spec, figures):
    """The keys of the command line, with the papers' formulas."""
    status, out, _ = run(spec, "--json")
    answer = json.loads(out)
    assert status == 0
    assert answer.keys() >= KEYS
    assert {key: answer[key] for key in figures} == figures


def test_average_distance_is_exact(run):
    """2 n - 2 / (k - 1) + 2 / ((k - 1) k^n) for k = 4, n = 3."""
    answer = json.loads(run("kary-tree:k=4,n=3", "--json")[1])
    assert answer["average_distance_exact"] == "171/32"
    assert answer["average_distance"] == 171 / 32


def test_bisection_says_how_it_is_known(run):
    known = {}
    for spec in ("kary-tree:k=2,n=2", "ruft:k=2,n=3", "ruft:k=4,n=3"):
        answer = json.loads(run(spec, "--json")[1])
        known[spec] = answer["bisection_known"]
        assert answer["bisection_at_least"] <= answer["bisection_links"]
    assert list(known.values()) == ["closed form", "every cut tried", "between bounds"]


def test_words(run):
    status, out, _ = run("two-level:N=60,PE=36,PC=36")
    assert status == 0
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["two-level:N=60,PE=36,PC=36,Bl=1", "(two-level", "fat-tree)"]
    assert ["hosts", "60"] in lines
    assert ["bisection", "30", "links", "every", "cut", "tried"] in lines
    assert ["oversubscription", "1,", "0.8333", "a", "level,", "from", "the", "hosts", "up"] in lines


def test_the_families_are_listed(run):
    for arguments in ((), ("--list",)):
        status, out, _ = run(*arguments)
        assert status == 0
        assert all(f"write {recipe.name}:" in out for recipe in RECIPES)


def test_what_is_wrong_is_told_with_status_2(run):
    status, out, err = run("kary-tree:k=1,n=2", "--json")
    assert (status, out) == (2, "")
    assert "kary-tree: k=1: 1 is out of range, take 2 to 1024" in err
