"""Searches that end when the time that the user allows is over."""

import json
import signal
from contextlib import nullcontext

import pytest

from fatdesk.cli import main
from fatdesk.cli.kit.time_limit import ends_after
from fatdesk.core.errors import OutOfTime
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.curve import curve
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.design.search import search
from fatdesk.engine.exploring.explore import explore
from fatdesk.project.designing.designing import design_project

CATALOG = load_shipped([])
NODES = (
    b"hosts: [{name: n, part: server-1u, count: 60}]\n"
    b"fabrics: [{name: a, edge: [ib-36], core: [ib-36, modular-108], cable_price: 80}]\n"
)
SERVERS = (
    b"hosts: [{name: n, part: server-10gbe, count: 77}]\n"
    b"fabrics: [{name: a}]\n"
    b"explore: {radix: [10, 12], terminals: [5], levels: 3}\n"
)
NO_TIME = "0.000001"


class Steps:
    """A progress that has time for some steps, or until a text comes."""

    def __init__(self, most=10**9, until="never"):
        self.most, self.until, self.count = most, until, 0

    def step(self, done, total, text):
        self.count += 1
        if self.count > self.most or text.startswith(self.until):
            raise OutOfTime


@pytest.fixture
def run(capsys):
    """Run a command; status, standard output, standard error."""

    def run(*arguments):
        status = main([*arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def wanted(text):
    return parse_requirements(text, "wanted.yaml", CATALOG)


def test_an_exploration_returns_what_it_found_in_time():
    """At whichever step time ends: nothing that the whole one lacks, and the more time the more networks."""

    def networks(result):
        return {(str(one.network), one.radix, one.cost.amount) for one in result.candidates}

    steps = Steps()
    whole = explore(wanted(SERVERS), CATALOG, steps)
    assert whole.unfinished == ()
    before = set()
    for most in range(0, steps.count, max(1, steps.count // 12)):
        part = explore(wanted(SERVERS), CATALOG, Steps(most))
        assert before <= networks(part) <= networks(whole)
        before = networks(part)
        document = part.to_json()
        assert document["complete"] is False
        left = {(one["family"], one["radix"]) for one in document["unfinished"]}
        searched = {(one.family, one.radix) for one in part.candidates}
        every = {(family, radix) for family in ("egft", "hyperx") for radix in (10, 12)}
        assert left
        assert every - left <= searched
        assert most or left == every
    assert before


def test_a_search_names_the_families_that_it_had_no_time_for():
    requirements = wanted(NODES)
    [fabric] = requirements.fabrics
    steps = Steps()
    whole = search(requirements, fabric, CATALOG, steps, 10_000)
    assert whole.unfinished == ()
    designs = [one.design for one in whole.candidates]
    for most in range(steps.count):
        part = search(requirements, fabric, CATALOG, Steps(most), 10_000)
        assert part.unfinished
        done = [one for one in designs if one.family not in part.unfinished]
        found = [one.design for one in part.candidates]
        assert found == [one for one in designs if one in found]
        assert [one for one in found if one.family not in part.unfinished] == done
    assert (
        "no design was found before time was up" in search(requirements, fabric, CATALOG, Steps(0)).why_none()
    )


def test_a_curve_ends_where_time_does():
    requirements = wanted(NODES)
    [fabric] = requirements.fabrics
    whole = curve(requirements, fabric, CATALOG, 30, 40)
    assert curve(requirements, fabric, CATALOG, 30, 40, Steps(4)) == whole[:4]


def test_a_design_that_is_not_placed_in_time_is_listed():
    late = design_project(wanted(NODES), CATALOG, "late", progress=Steps(until="placing blocks"))
    assert late.late
    assert late.project is None
    in_time = design_project(wanted(NODES), CATALOG, "in-time")
    assert not in_time.late
    assert late.chosen == in_time.chosen


def work_without_end():
    while True:
        pass


def test_work_without_steps_ends_and_ctrl_c_still_cancels():
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(OutOfTime), ends_after(0.05):
            work_without_end()
        with pytest.raises(KeyboardInterrupt), ends_after(600):
            signal.raise_signal(signal.SIGINT)
        with ends_after(600):
            pass
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_design_without_time_writes_nothing_and_says_so(run, tmp_path):
    path, target = tmp_path / "a.yaml", tmp_path / "a.fatdesk"
    path.write_bytes(NODES)
    done = run("design", str(path), "-o", str(target), "--time-limit", NO_TIME)
    assert done[0] == 1
    assert "time was up" in done[2] or "time is up" in done[2]
    assert not target.exists()
    assert run("design", str(path), "-o", str(target), "--time-limit", "100000")[0] == 0
    assert target.exists()


def test_design_lists_candidates_that_it_had_no_time_to_place(run, tmp_path, monkeypatch):
    monkeypatch.setattr("fatdesk.cli.designs.design.ends_after", lambda _: nullcontext())
    monkeypatch.setattr("fatdesk.cli.designs.design.SEARCH_SHARE", 1e12)
    path = tmp_path / "a.yaml"
    path.write_bytes(NODES)
    done = run("design", str(path), "--time-limit", NO_TIME)
    assert done[0] == 1
    assert "two-level  4 x ib-36" in done[1]
    assert "the design is not placed and cabled, and nothing is written" in done[2]
    document = json.loads(run("design", str(path), "--json", "--time-limit", NO_TIME)[1])
    assert document["fabrics"][0]["candidates"]
    assert document["totals"] is None


def test_explore_and_curve_state_what_they_had_no_time_for(run, tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes(SERVERS)
    done = run("explore", str(path), "--time-limit", NO_TIME)
    assert done[0] == 1
    assert "not searched to the end: egft of 10 ports with 5 hosts per switch, " in done[2]
    assert "allow more (--time-limit)" in done[2]
    path.write_bytes(NODES)
    done = run("curve", str(path), "--hosts", "30:40", "--time-limit", NO_TIME)
    assert done[0] == 1
    assert "30 to 40 hosts were not searched" in done[2]
    document = json.loads(run("curve", str(path), "--hosts", "30:31", "--json")[1])
    assert document["fabrics"][0]["complete"] is True
