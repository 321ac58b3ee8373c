"""The table of promises says what the tests said, and pytest's own line stays the last."""

import json
import os
import subprocess
import sys
from pathlib import Path

import promises
import pytest

from tests.trust.promises import PROMISES, Results, machine, table
from tests.trust.strace import ROOT

TESTS = """
import pytest

@pytest.mark.promise("P1")
@pytest.mark.parametrize("kills", [30, 40])
def test_kills(kills, promise):
    promise("{losses} losses in {trials} kills, slowest {most_s} s", losses=0, trials=kills, most_s=kills)

@pytest.mark.promise("P3", "P7")
def test_two(promise):
    promise("P3", "{errors} errors", errors=5)
    promise("P7", "all or nothing")

@pytest.mark.promise("P6")
def test_wrong(promise):
    promise("{races} races", races=1)
    assert False

@pytest.mark.promise("P8")
def test_skipped():
    pytest.skip("no disk here")
"""


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["one process", "two workers"])
def test_the_table(tmp_path: Path, workers: list[str]) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    plugin = ["-p", "tests.trust.promises", "-p", "no:cacheprovider"]
    kept = ["--promise-records", tmp_path / "records.jsonl"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, *workers, *kept, "--rootdir", tmp_path, tmp_path],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    lines = done.stdout.splitlines()
    rows = {line.split()[0]: line for line in lines if line.split() and line.split()[0] in PROMISES}
    assert rows.keys() == PROMISES.keys(), done.stdout + done.stderr
    assert "0 losses in 70 kills, slowest 40 s" in " ".join(done.stdout.split())
    assert "kept" in rows["P1"]
    assert rows["P3"].endswith("5 errors")
    assert rows["P7"].endswith("all or nothing")
    assert "FAILED" in rows["P6"]
    assert rows["P8"].endswith("no disk here")
    assert rows["P9"].endswith("not in this run")
    assert "1 failed, 3 passed, 1 skipped" in lines[-1]
    check_records((tmp_path / "records.jsonl").read_text().splitlines())


def check_records(lines: list[str]) -> None:
    records = sorted(
        (json.loads(line) for line in lines), key=lambda record: (record["promise"], record["test"])
    )
    stated = [
        (record["promise"], record["test"].rpartition("::")[2], record["outcome"]) for record in records
    ]
    assert stated == [
        ("P1", "test_kills[30]", "passed"),
        ("P1", "test_kills[40]", "passed"),
        ("P3", "test_two", "passed"),
        ("P6", "test_wrong", "failed"),
        ("P7", "test_two", "passed"),
        ("P8", "test_skipped", "skipped"),
    ]
    assert records[0]["figures"] == [[KILLS, {"losses": 0, "trials": 30, "most_s": 30}]]
    assert records[-1]["reason"] == "no disk here"
    assert {record["machine"] for record in records} == {machine()}
    assert {record["form"] for record in records} == {
        "full" if os.environ.get("FATDESK_LONG") == "1" else "short"
    }


def record(promise: str, test: str, outcome: str = "passed", form: str = "full", **figures: object) -> str:
    made = {"promise": promise, "test": test, "form": form, "outcome": outcome, "seconds": 2.0}
    return json.dumps(made | {"day": "2026-01-02", "machine": "2 cores", "figures": [], **figures})


KILLS = "{losses} losses in {trials} kills, slowest {most_s} s"
HERE = "tests/trust/test_promises.py"


def test_the_page_has_the_last_record_of_each_test() -> None:
    """Equal figures are put together; the short form is only shown where there is no full one."""
    counts = {"losses": 0, "trials": 1500, "most_s": 3}
    kept = promises.latest(
        [
            record("P1", f"{HERE}::test_the_table[a]", "failed"),
            record("P1", f"{HERE}::test_the_table[b]", figures=[[KILLS, counts]]),
            record("P1", f"{HERE}::test_the_table[b]", form="short", figures=[[KILLS, counts]]),
            record("P1", f"{HERE}::test_the_table[a]", figures=[[KILLS, counts]]),
            record("P2", f"{HERE}::check_records", "skipped", reason="no disk"),
            record("P3", f"{HERE}::test_that_is_gone", figures=[["gone", {}]]),
            record("P4", f"{HERE}::record", "failed", form="short"),
        ]
    )
    assert len(kept) == 5
    rows = promises.table(kept).splitlines()
    where = f"`{HERE}`"
    assert f"| 0 losses in 3000 kills, slowest 3 s | 3,000 | 4 | 2026-01-02 | {where} |" in rows[2]
    assert f"| skipped: no disk |  | 2 | 2026-01-02 | {where} |" in rows[3]
    assert "| not measured |" in rows[4]
    assert "| **failed**: record |" in rows[5]
    assert rows[-1] == "Measured on: 2 cores (full form); 2 cores (short form)."


def part(first: int, end: int, day: str = "2026-01-02") -> str:
    counts = {"trials": end - first - 1, "least_number": first, "most_number": end}
    test = f"{HERE}::test_the_table[a]"
    return record("P8", test, figures=[["{trials:,} mutants", counts]], day=day)


@pytest.mark.parametrize(
    ("lines", "figure", "end"),
    [
        ([part(0, 11)], "10 mutants | 10 | 2 | 2026-01-02", 11),
        ([part(11, 31), part(0, 11)], "29 mutants | 29 | 4 | 2026-01-02", 31),
        ([part(0, 11), part(11, 31, "2026-01-04")], "29 mutants | 29 | 4 | 2026-01-02 to 2026-01-04", 31),
        ([part(0, 11), part(12, 31)], "10 mutants | 10 | 2 | 2026-01-02", 11),
        ([part(0, 11), part(11, 31), part(0, 9, "2026-01-04")], "8 mutants | 8 | 2 | 2026-01-04", 9),
        ([part(0, 11), part(11, 31), part(0, 11)], "29 mutants | 29 | 4 | 2026-01-02", 31),
    ],
    ids=["one", "two in any order", "two days", "a gap", "a campaign after it", "a part again"],
)
def test_parts_of_a_campaign_add_up_where_they_are_consecutive(
    lines: list[str], figure: str, end: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"| {figure} | `{HERE}` |" in promises.table(promises.latest(lines))
    monkeypatch.setattr(promises, "RECORDS", tmp_path / "records.jsonl")
    promises.RECORDS.write_text("\n".join(lines), encoding="utf-8")
    assert promises.next_mutant(f"{HERE}::test_the_table[a]") == end
    assert promises.next_mutant(f"{HERE}::test_the_table[b]") == 0


def test_the_page_is_made_of_the_records() -> None:
    kept = promises.latest(promises.RECORDS.read_text(encoding="utf-8").splitlines())
    page = promises.PAGE.read_text(encoding="utf-8")
    assert promises.with_table(page, kept) == page
    assert "not measured" not in page
    assert "**failed**" not in page


def test_every_promise_has_a_row_and_fits() -> None:
    lines = table(Results())
    assert len(lines) == 1 + len(PROMISES) == 25
    assert max(map(len, lines)) <= 110
