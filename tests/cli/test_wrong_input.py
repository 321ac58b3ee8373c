"""What a user may get wrong: each a clear message with its place, and nothing written."""

import argparse
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fatdesk.cli import main
from fatdesk.cli.grammar import grammar
from fatdesk.project.files.storing import load_project
from tests.patience import PATIENCE_S

GOOD = """\
hosts: [{name: nodes, part: server-1u, count: 60}]
fabrics: [{name: compute, families: [two-level], edge: [ib-36], core: [ib-36], cable_price: 80}]
"""
PORT = "{count: 1, connector: qsfp, rate_gbps: 40, lanes: 4}"


@pytest.fixture
def attempt(tmp_path, capsys):
    """Design from some text; status and standard error. Nothing may be written unless it succeeds."""

    def call(text, *more):
        path = tmp_path / "wish.yaml"
        path.write_text(text)
        target = tmp_path / "made.fatdesk"
        status = main(["design", str(path), "-o", str(target), *map(str, more)])
        error = capsys.readouterr().err
        assert target.exists() == (status == 0)
        return status, error

    return call


@pytest.mark.parametrize(
    ("old", "new", "status", "message"),
    [
        ("count: 60", "count: 60, colour: red", 2, r"wish.yaml:1: hosts\[0\].colour: is not a known key"),
        ("count: 60", "count: -1", 2, r"hosts\[0\].count: expected a whole number from 1 to 1000000"),
        ("count: 60", "count: 0", 2, r"hosts\[0\].count: expected a whole number from 1 to 1000000"),
        ("count: 60", "count: many", 2, r"wish.yaml:1: hosts\[0\].count: expected a whole number"),
        ("count: 60", "count: 60, count: 61", 2, r"wish.yaml:1: .*count.*twice"),
        ("part: server-1u", "part: server-1", 2, r'hosts\[0\].part: there is no part "server-1".*server-1u'),
        ("part: server-1u", "part: ib-36", 2, r"wish.yaml:1: hosts\[0\].part: .*is not a server"),
        ("cable_price: 80", "blocking: -1", 2, r":2: fabrics\[0\].blocking: expected a number or a ratio"),
        ("cable_price: 80", "blocking: 1/0", 2, r"blocking"),
        ("families: [two-level]", "families: [torus]", 2, r'\[0\].families\[0\]: there is no family "torus"'),
        ("count: 60", "count: 100000", 1, r"no design exists.*\n.*two-level of ib-36 \+ ib-36: .*needs"),
        ("core: [ib-36]", "core: [blade-ib-32]", 2, r"core part .blade-ib-32. is installed in an enclosure"),
        ("cable_price: 80", "hosts: [blades]", 2, r'wish.yaml:2: fabrics\[0\].hosts\[0\]: .*"blades"'),
    ],
)  # fmt: skip
def test_each_mistake_is_told(attempt, old, new, status, message):
    assert old in GOOD
    found, error = attempt(GOOD.replace(old, new))
    assert re.search(message, error), error
    assert found == status, error


def test_a_room_too_small(attempt):
    status, error = attempt(GOOD + "room: {rows: 1, racks_per_row: 1}\n")
    assert status == 1
    assert "wish.yaml:2: fabrics[0]: no design exists" in error
    assert "racks: needs 2, allowed 1" in error


def test_a_room_without_a_free_unit(attempt):
    status, error = attempt(GOOD + "room: {reserve: [{rack: all, height_u: 42}]}\n")
    assert status == 1
    assert "wish.yaml:3: room: the racks are too small: " in error


def test_hosts_whose_port_another_fabric_takes(attempt):
    """The message names the fabric that takes it."""
    status, error = attempt(GOOD.replace("fabrics: [", "fabrics: [{name: first, edge: [ib-36]}, "))
    assert status == 2
    assert "fabrics[1]: host ports: server-1u has 0 free, needs 1" in error
    assert "; fabric first takes 1 of each)" in error


def test_a_device_that_no_rack_takes(attempt, tmp_path):
    part = f"kind: server\nid: giant\nheight_u: 50\nports: [{PORT}]\n"
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "giant.yaml").write_text(part)
    status, error = attempt(GOOD.replace("server-1u", "giant"), "--catalog", tmp_path / "parts")
    assert status == 1
    assert "the racks are too small: " in error
    assert "50 U" in error
    assert "needs more units than any empty rack has. Choose a taller rack (room.rack)" in error


def catalog_with(tmp_path, name, text):
    folder = tmp_path / "parts"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.yaml").write_text(text)
    return folder


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "kind: switch\nid: ib-36\nports: [{count: 1, connector: q, rate_gbps: 1}]\n",
            r"x.yaml:2: id: ib-36 is in .* as well, rename or remove one",
        ),
        (
            "kind: switch\nid: x\nports: [{count: 0, connector: q, rate_gbps: 1}]\n",
            r"x.yaml:3: ports\[0\].count",
        ),
        ("kind: switch\nid: x\nports: []\n", r"x.yaml:3: ports: "),
        ("kind: switch\nid: x\n", r"x.yaml:1: ports: "),
        ("kind: swich\nid: x\n", r"x.yaml:1: kind: "),
        ("id: x\n", r"x.yaml:1: kind: "),
        ("kind: rack\nid: x\nheight_u: 42\nprice: -1\n", r"x.yaml:4: price"),
        ("kind: rack\nid: x\nheight_u: .nan\n", r"x.yaml:3: height_u"),
    ],
)
def test_parts_that_are_wrong(attempt, tmp_path, text, message):
    status, error = attempt(GOOD, "--catalog", catalog_with(tmp_path, "x", text))
    assert status == 2
    assert re.search(message, error), error


def test_an_edge_switch_without_uplinks(attempt, tmp_path):
    """One port: none is left for the core."""
    text = f"kind: switch\nid: one\nroles: [edge]\nports: [{PORT}]\n"
    folder = catalog_with(tmp_path, "one", text)
    status, error = attempt(GOOD.replace("edge: [ib-36]", "edge: [one]"), "--catalog", folder)
    assert status == 1
    assert "uplink" in error or "ports" in error, error


def test_no_cable_is_long_enough(attempt, tmp_path):
    """A project is written so that it can be mended, the finding is an error, and the status says so."""
    port = PORT.replace("qsfp", "odd")
    texts = (
        f"kind: switch\nid: odd-switch\nheight_u: 1\nports: [{port.replace('1', '36', 1)}]\n",
        f"kind: server\nid: odd-server\nheight_u: 1\nports: [{port}]\n",
        "kind: cable\nid: odd-cable\nmedium: copper\nconnectors: [odd, odd]\nlengths: [{m: 1, price: 10}]\n",
    )
    for number, text in enumerate(texts):
        folder = catalog_with(tmp_path, f"odd-{number}", text)
    wish = GOOD.replace("server-1u", "odd-server").replace("ib-36", "odd-switch")
    path = tmp_path / "wish.yaml"
    path.write_text(wish)
    target = tmp_path / "made.fatdesk"
    done = subprocess.run(
        [sys.executable, "-m", "fatdesk", "design", path, "-o", target, "--catalog", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "no cable reaches: the longest of odd-cable is 1 m" in done.stderr
    assert load_project(target).project.name == "wish"


@pytest.mark.parametrize("arguments", [["design"], ["curve", "x", "--hosts", "9"], ["nonsense"], []])
def test_bad_usage_ends_with_two(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("fatdesk")
    assert error.count("\n") == 1
    assert "--help)" in error


TREE = "kary-tree:k=2,n=2"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", TREE, "--loads", "x"], "fatdesk simulate: --loads: 'x' is not A:B:STEP"),
        (["simulate", TREE, "--packet", "99999"], "--packet: 99999 is out of range, give 1 to 65,536"),
        (["simulate", TREE, "--seeds", "5000"], "--seeds: 5000 is out of range, give 1 to 1,000"),
        (["simulate", TREE, "--precision", "2"], "--precision: 2 is out of range, give 0.0001 to 1"),
        (["simulate", TREE, "--flit", "half"], "--flit: 'half' is not a whole number, 1 to 65,536"),
        (
            ["simulate", TREE, "--cycles", "9" * 17],
            "--cycles: 99999999999999999 is out of range, give 1 to 1,000",
        ),
        (["faults", TREE, "--combinations", "9" * 50], "is out of range, give 1 to 1,000,000,000"),
        (
            ["schedule", TREE, "--traffic", "uniform", "--messages", "0"],
            "--messages: 0 is too small, give 1 or",
        ),
        (["simulate", TREE, "--workers", "99999"], "--workers: 99999 is too large, give at most 1,024"),
        (["simulate", TREE, "--workers", "two"], "--workers: 'two' is not a whole number from 1 to 1,024"),
        (["simulate", TREE, "--seed=-1"], "--seed: -1 is too small, give 0 or more"),
        (["faults", TREE, "--workers", "\u00b2"], "is not a whole number"),
        (["faults", TREE, "--count=-3"], "A,B,... of up to 200 whole numbers from 0 to 999,999,999"),
        (["curve", "n.yaml", "--hosts", "2:9999999"], "'2:9999999' is not A:B with 1 <= A <= B <= 1,000,000"),
        (["universal", "--sizes", "9:8"], "'9:8' is not A:B with 1 <= A <= B <= 1,000,000"),
        (["grow", "n.yaml", "--racks", "3:2"], "is not NOW:LATER with 1 <= NOW < LATER <= 10,000"),
    ],
)
def test_a_wrong_value_of_an_option_is_one_line(arguments, message, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", TREE, "--long-fly", "3"], "--long-fly: only one-way networks"),
        (["schedule", TREE, "--traffic", "uniform", "--links-per-m2", "5"], "--links-per-m2: is for placed"),
        (["schedule", TREE, "--traffic", "uniform", "--fabric", "a"], "--fabric: is for placed projects"),
        (["schedule", TREE, "--traffic", "uniform", "--scheme", "fta"], "--scheme: the paths in a tree are"),
        (["simulate", TREE, "--loads", "0.1", "--cluster", "banana"], "cluster: 'banana' is not an address"),
        (["network", "kary-tree:k=-1,n=2"], "k=-1: is out of range, use"),
        (["network", "kary-tree:k=2,n=" + "9" * 20], "is out of range, use"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused_with_the_reason(arguments, message, capsys):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


def test_a_file_that_is_not_there(capsys):
    assert main(["show", "nowhere.fatdesk"]) == 2
    assert "nowhere.fatdesk:1: " in capsys.readouterr().err


def test_ctrl_c_leaves_no_half_file(tmp_path):
    """Interrupted while it works: status 130, no file, no traceback."""
    wish = tmp_path / "wish.yaml"
    wish.write_text(GOOD)
    target = tmp_path / "made.fatdesk"
    done = subprocess.Popen(
        [sys.executable, "-m", "fatdesk", "curve", str(wish), "--hosts", "2:648"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert done.stderr is not None
    done.stderr.readline()  # the first line of progress: the work has begun
    done.send_signal(signal.SIGINT)
    out, error = done.communicate(timeout=PATIENCE_S)
    assert done.returncode == 130
    assert "Traceback" not in error
    assert "cancelled" in error
    assert out == ""
    assert not target.exists()


def test_a_refused_command_of_a_file_has_its_line(tmp_path, capsys):
    """Of a list the number as well."""
    (tmp_path / "wish.yaml").write_text(GOOD)
    made = tmp_path / "made.fatdesk"
    assert main(["design", str(tmp_path / "wish.yaml"), "-o", str(made)]) == 0
    edits = tmp_path / "edits.json"
    rename, remove = '{"command": "rename", "name": "b"}', '{"command": "remove-rack", "rack": 9}'
    for text, place in (
        (f"[\n  {rename},\n\n  {remove}\n]", "4: command 2 of 2"),
        (remove, "1: command"),
    ):
        edits.write_text(text)
        capsys.readouterr()
        before = made.read_bytes()
        assert main(["edit", str(made), str(edits)]) == 2
        assert capsys.readouterr().err == f"{edits}:{place}: there is no rack 9, name one of the floor\n"
        assert made.read_bytes() == before


def test_a_weight_that_is_not_whole_has_its_line(tmp_path, capsys):
    flows = tmp_path / "flows.txt"
    flows.write_text("0 1 2\n# half a message\n3 4 0.5\n")
    assert main(["schedule", "star:N=8", "--traffic", str(flows)]) == 2
    what = "'0.5' is not whole, but a schedule delivers whole messages: multiply all weights"
    assert capsys.readouterr().err == f"{flows}:3: weight: {what}\n"


def test_a_finding_of_the_search_and_of_the_check_is_stated_once(attempt):
    status, error = attempt(
        GOOD.replace("count: 60", "count: 150").replace("cable_price", "blocking: 3, cable_price")
    )
    assert status == 0
    assert len(re.findall("unequal-bundles@compute", error)) == 1


OTHER_FORMS = ("some_names", "shift_mm")
"""Readers of options that are no number: names, and two lengths, which the labels limit."""


def numeric_options():
    """Each option of each command that reads a number: command, option, and how many values it has."""
    commands = next(a for a in grammar()._actions if isinstance(a, argparse._SubParsersAction)).choices
    for name, command in commands.items():
        for action in command.fill()._actions:
            form = getattr(action.type, "__name__", "")
            if action.option_strings and action.type not in (None, str, Path) and form not in OTHER_FORMS:
                yield pytest.param(name, action.option_strings[-1], id=f"{name} {action.option_strings[-1]}")


HUGE = "9" * 30


@pytest.mark.parametrize(("command", "option"), list(numeric_options()))
@pytest.mark.parametrize("text", [HUGE, "banana", "-3", ""])
def test_wrong_numbers_are_refused_in_one_line_with_the_limit(capsys, command, option, text):
    with pytest.raises(SystemExit) as ended:
        main([command, f"{option}={text}"])
    out, error = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert len(error.splitlines()) == 1
    assert error.startswith(f"fatdesk {command}: ")
    assert option in error
    assert error.endswith(f"(see fatdesk {command} --help)\n")
    if text == HUGE:
        assert "not a whole number" not in error or re.search(r"\bto [\d,]*\d\b", error), error
    assert len(error) < 250


@pytest.mark.parametrize(
    "words", ["simulate --bogus 3", "network star:N=4 extra", "design --time-limit 3 x.yaml --no"]
)
def test_unknown_options_point_to_the_help_of_their_command(capsys, words):
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    error = capsys.readouterr().err
    command = words.split()[0]
    assert ended.value.code == 2
    assert error.startswith(f"fatdesk {command}: ")
    assert error.endswith(f"(see fatdesk {command} --help)\n")
    assert len(error.splitlines()) == 1
