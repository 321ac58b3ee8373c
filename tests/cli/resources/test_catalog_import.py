"""``fatdesk catalog import`` as people use it: look, choose, write, write again, and use the parts."""

import json
from pathlib import Path
from typing import Any

import pytest

from fatdesk.cli import main

SWITCH = """manufacturer: Mellanox
model: QM8790
slug: mellanox-qm8790-of-mine
u_height: 1
weight: 11.4
weight_unit: kg
interfaces:
{ports}"""
PORTS = "".join(f"  - {{name: swp{n}, type: 200gbase-x-qsfp56}}\n" for n in range(1, 41) if n != 7)


@pytest.fixture
def lib(tmp_path: Path) -> Path:
    folder = tmp_path / "lib" / "Mellanox"
    folder.mkdir(parents=True)
    (folder / "QM8790.yaml").write_text(SWITCH.format(ports=PORTS))
    return tmp_path / "lib"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def stated(*words: object) -> tuple[int, str, str]:
        status = main(["catalog", *map(str, words)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return stated


def test_a_preview_writes_nothing(run: Any, lib: Path) -> None:
    before = sorted(lib.rglob("*"))
    status, out, err = run("import", lib)
    assert (status, err) == (0, "")
    assert "QM8790.yaml: switch mellanox-qm8790-of-mine" in out
    assert "missing: price, power_w, depth_mm" in out
    assert "1. ports: 39 x 200 Gb/s qsfp56 ethernet -> 39 x 200 Gb/s qsfp56 infiniband" in out
    assert "2. ports: 39 x 200 Gb/s qsfp56 ethernet -> 40 x 200 Gb/s qsfp56 ethernet" in out
    assert "1 files, 1 parts, 2 suggestions, 0 refused" in out
    assert sorted(lib.rglob("*")) == before


def test_what_is_accepted_is_written_once(run: Any, lib: Path, tmp_path: Path) -> None:
    to = tmp_path / "mine"
    words = ("import", lib, "--to", to, "--accept", "1,2", "--source", "the library of May")
    assert run(*words)[0] == 0
    [file] = to.iterdir()
    assert file.name == "mellanox-qm8790-of-mine.yaml"
    text = file.read_text()
    assert (
        "ports:\n- {count: 40, connector: qsfp56, rate_gbps: 200, lanes: 4, protocol: infiniband}\n" in text
    )
    assert "source: device type Mellanox/QM8790.yaml, the library of May\n" in text
    assert (
        "corrected: 39 ports are typed as Ethernet, but QM8790 is an InfiniBand switch; corrected: " in text
    )
    status, out, _ = run(*words)
    assert (status, "0 files written" in out, file.read_text()) == (0, True, text)
    status, out, err = run("import", lib, "--to", to, "--accept", "all", "--source", "another")
    assert (status, file.read_text()) == (2, text)
    assert "mine.yaml:1: file: there is a part of that name that differs" in err
    assert run("check", to)[0] == 0
    assert "40 x 200G qsfp56" in run("list", to)[1]


def test_json(run: Any, lib: Path) -> None:
    (lib / "twice.yaml").write_text("manufacturer: A\nmodel: B\nmodel: C\n")
    status, out, err = run("import", lib, "--json", "--accept", "2")
    stated = json.loads(out)
    assert status == 1  # the other file is a part
    assert err.endswith("twice.yaml:3: model: is listed twice, remove one\n")
    switch, twice = stated["files"]
    assert switch["part"] == "mellanox-qm8790-of-mine"
    assert [s["number"] for s in switch["suggestions"]] == [1, 2]
    assert {f["rule"] for f in switch["findings"]} == {"infiniband-as-ethernet", "ports-missing"}
    assert twice["part"] is None
    assert "twice.yaml:3: model" in twice["refused"]
    assert (stated["parts"], stated["written"]) == (1, [])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["--accept", "3"],
            "--accept 3: is not the number of a suggestion, give numbers from 1 to 2, or all",
        ),
        (["--accept", "x"], "--accept x: is not the number of a suggestion"),
        (["--adapter", "ib-36"], "--adapter ib-36: is not an adapter of the catalog"),
        (["--adapter", "nothing"], "--adapter nothing: is not an adapter of the catalog"),
        (["--to", "{lib}/Mellanox/QM8790.yaml"], "is a file, name a folder"),
    ],
)
def test_wrong_words(run: Any, lib: Path, words: list[str], message: str) -> None:
    status, out, err = run("import", lib, *(word.format(lib=lib) for word in words))
    assert (status, out) == (2, "")
    assert message in err


def test_no_files(run: Any, tmp_path: Path) -> None:
    assert "give device-type files" in run("import")[2]
    assert "there is no such file" in run("import", tmp_path / "gone")[2]
    (tmp_path / "empty").mkdir()
    assert "holds no file named *.yaml" in run("import", tmp_path / "empty")[2]


def test_servers_take_an_adapter(run: Any, tmp_path: Path) -> None:
    port = "{name: BMC, type: 1000base-t, mgmt_only: true}"
    text = f"manufacturer: Acme\nmodel: R1\nslug: acme-r1\nu_height: 1\ninterfaces: [{port}]\n"
    (tmp_path / "r1.yaml").write_text(text)
    status, out, _ = run("import", tmp_path / "r1.yaml")
    assert (status, "comes as equipment" in out, "name the adapter that it holds" in out) == (0, True, True)
    status, out, _ = run("import", tmp_path / "r1.yaml", "--adapter", "nvidia-mcx75310aas-neat")
    assert (status, "server acme-r1" in out) == (0, True)


def test_an_id_clash_stops_nothing_else(run: Any, tmp_path: Path) -> None:
    """The others are imported, and the message has the number that gives the last one another id."""
    folder, to = tmp_path / "two", tmp_path / "to"
    folder.mkdir()
    text = "manufacturer: Acme\nmodel: {}\nslug: {}\ninterfaces: [{{name: p1, type: 100gbase-x-qsfp28}}]\n"
    for name, model, slug in (("a", "S-32", "acme-s"), ("b", "S 32", "acme-s"), ("c", "T", "acme-t")):
        (folder / f"{name}.yaml").write_text(text.format(model, slug))
    status, out, err = run("import", folder)
    assert (status, "nothing was written" in out) == (1, True)
    assert err == (
        f"{folder}/b.yaml:1: id: acme-s is already the id of {folder}/a.yaml, this part is not imported: "
        "--accept 1 gives it another id\n"
    )
    status, out, _ = run("import", folder, "--to", to, "--json")
    stated = json.loads(out)
    assert (status, stated["parts"], len(stated["written"])) == (1, 2, 2)
    assert [file["left_out"] is None for file in stated["files"]] == [True, False, True]
    status, out, err = run("import", folder, "--to", to, "--accept", "1")
    assert (status, err) == (0, "")
    assert sorted(path.stem for path in to.iterdir()) == ["acme-s", "acme-s-2", "acme-t"]
