"""The installers' pack by the command line: everything of docs/installers.md, and one phase of a project."""

import csv
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from fatdesk.cli import main
from fatdesk.core.program import shipped
from tests.paper.readers import needs_poppler, page_texts

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTATION = (ROOT / "docs" / "installers.md").read_text(encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    examples = shipped("resources") / "examples"
    assert main(["design", str(examples / "nodes-60.yaml"), "-o", "nodes.fatdesk"]) == 0
    return tmp_path


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@needs_poppler
def test_the_pack_of_one_phase(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "nodes.fatdesk", "all", "--only", "wiring.csv,labels.csv"]) == 0
    wiring = rows_of(project / "all" / "wiring.csv")
    first = [row for row in wiring if row["a_rack"] and row["b_rack"] and row["a_rack"] != row["b_rack"]][:20]
    records = [{"id": row["cable_id"], "phase": "night 1"} for row in first]
    (project / "phase.json").write_text(json.dumps({"command": "set-cables", "cables": records}))
    assert main(["edit", "nodes.fatdesk", "phase.json"]) == 0

    assert main(["export", "nodes.fatdesk", "night", "--phases", "night 1",
        "--only", "bundles.pdf,labels.pdf,cuts.pdf,pulls.pdf,cuts.csv,pulls.csv"]) == 0  # fmt: skip
    numbers = {row["number"] for row in first}
    assert len(numbers) == 20
    ends = Counter((first[0]["number"], first[-1]["number"]))  # stand on the label that tells the sheet, too
    for name, wanted in (
        ("labels.pdf", Counter([*numbers] * 2) + ends),
        ("bundles.pdf", Counter(numbers)),
    ):
        words = " ".join(page_texts((project / "night" / name).read_bytes())).split()
        assert Counter(word for word in words if word in numbers) == wanted, name
    assert "night 1" in " ".join(page_texts((project / "night" / "cuts.pdf").read_bytes())[0].split())
    pieces = rows_of(project / "night" / "cuts.csv")
    assert sum(int(row["pieces"]) for row in pieces if row["phase"] == "night 1") == 20
    metres = sum(float(row["ordered_m"]) for row in first)
    assert sum(float(row["together_m"]) for row in pieces if row["phase"] == "night 1") == pytest.approx(
        metres
    )
    pulled = [row for row in rows_of(project / "night" / "pulls.csv") if row["phase"] == "night 1"]
    assert sum(int(row["cables"]) for row in pulled) == sum(len(row["route"].split()) for row in first)

    labels = rows_of(project / "all" / "labels.csv")
    assert len({row["code"] for row in labels}) == len(labels)
    assert {row["cable_id"] for row in labels} == {row["cable_id"] for row in wiring}

    capsys.readouterr()
    assert main(["export", "nodes.fatdesk", "x", "--only", "labels.pdf", "--phases", "night 7"]) == 2
    assert "there is no phase night 7; they are night 1" in capsys.readouterr().err
    assert main(["export", "nodes.fatdesk", "x", "--only", "labels.pdf", "--label-start", "65"]) == 2
    assert "begin with label 1 to 64" in capsys.readouterr().err
    assert not (project / "x").exists()


def test_every_command_of_the_documentation(project: Path) -> None:
    block = re.search(r"^```\n(.*?)^```$", DOCUMENTATION, re.MULTILINE | re.DOTALL)
    assert block
    lines = [line.partition("#")[0].split() for line in block[1].splitlines()]
    assert len(lines) == 5
    for words in lines:
        assert words[:2] == ["fatdesk", "export"]
        assert main(words[1:]) == 0, words
    made = {path.name for path in (project / "pack").iterdir()}
    stated = set(re.findall(r"`([\w-]+\.(?:pdf|csv))`", DOCUMENTATION))
    assert made == stated
