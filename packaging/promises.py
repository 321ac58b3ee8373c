"""Write the table of docs/promises.md from the records of runs: ``python packaging/promises.py``.

``pytest --promise-records tests/trust/records.jsonl`` appends the records. The last of each test in its
full form, and of each in its short form, counts; records of tests that are gone are dropped. A campaign of
mutants can be run in parts: those of consecutive numbers from 0 on are added up. A part that begins at 0
begins a campaign and drops the parts of earlier days.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PAGE, RECORDS = ROOT / "docs" / "promises.md", ROOT / "tests" / "trust" / "records.jsonl"
_TABLE = re.compile(r"(<!-- promises -->\n).*?(<!-- end -->\n)", re.DOTALL)
HEAD = """\
| | promise | promised | measured | trials | seconds | day | test |
|---|---|---|---|--:|--:|---|---|
"""
Record = dict[str, Any]


def latest(lines: list[str]) -> list[Record]:
    """Return the records that count, sorted by promise and test."""
    found: dict[tuple[str, str, str, int], Record] = {}
    for line in filter(None, lines):
        record = json.loads(line)
        if _exists(record["test"]):
            test, first = (record["promise"], record["test"], record["form"]), _numbers(record)[0]
            if first == 0:
                found = {
                    at: kept for at, kept in found.items() if at[:3] != test or kept["day"] == record["day"]
                }
            found[*test, first] = record
    return [found[key] for key in sorted(found, key=lambda key: (int(key[0][1:]), *key[1:]))]


def _numbers(record: Record) -> tuple[int, int]:
    """Return the numbers at which a part of a campaign begins and ends; 0 of other records."""
    for _, counts in record["figures"]:
        if "least_number" in counts:
            return counts["least_number"], counts["most_number"]
    return 0, 0


def consecutive(records: list[Record]) -> list[Record]:
    """Return the records without the parts of campaigns that do not follow on the part before."""
    kept: list[Record] = []
    for record in records:
        first = _numbers(record)[0]
        before = kept[-1] if kept else record
        same = all(before[key] == record[key] for key in ("promise", "test", "form"))
        if first == 0 or (same and first == _numbers(before)[1]):
            kept.append(record)
    return kept


def next_mutant(test: str) -> int:
    """Return the number at which the records of a test in its full form end, 0 where there are none."""
    records = consecutive(latest(RECORDS.read_text(encoding="utf-8").splitlines()))
    return max((_numbers(r)[1] for r in records if (r["test"], r["form"]) == (test, "full")), default=0)


def _exists(test: str) -> bool:
    file, _, name = test.partition("::")
    path = ROOT / file
    return path.is_file() and f"def {name.partition('[')[0]}(" in path.read_text(encoding="utf-8")


def shown(records: list[Record]) -> list[Record]:
    """Return the records for the page: those of the full form, and short ones of promises without any."""
    records = consecutive(records)
    full = {record["promise"] for record in records if record["form"] == "full"}
    return [record for record in records if record["form"] == "full" or record["promise"] not in full]


def table(records: list[Record]) -> str:
    """Return a row for each figure of each promise; counts of equal figures are put together."""
    from tests.trust.promises import PROMISES

    rows = []
    for number, promised in PROMISES.items():
        first = [number, promised.title, promised.figure]
        for cells in _figures([record for record in shown(records) if record["promise"] == number]):
            rows.append(first + cells)
            first = ["", "", ""]
        if first[0]:
            rows.append([*first, "not measured", "", "", "", ""])
    machines = sorted({(record["machine"], record["form"]) for record in shown(records)})
    text = HEAD + "".join("| " + " | ".join(cells) + " |\n" for cells in rows)
    said = "; ".join(f"{machine} ({form} form)" for machine, form in machines)
    return f"{text}\nMeasured on: {said}.\n"


def _figures(records: list[Record]) -> list[list[str]]:
    """Cells of each figure: text, trials, seconds, day, test."""
    from tests.trust.promises import add_up

    sums: dict[tuple[str, str], dict[str, float]] = {}
    seconds: dict[tuple[str, str], float] = {}
    days: dict[tuple[str, str], set[str]] = {}
    for record in records:
        file = str(record["test"]).partition("::")[0]
        kept = record["outcome"] == "passed"
        stated: list[tuple[str, dict[str, float]]] = record["figures"] if kept else [(_unkept(record), {})]
        for text, counts in stated:
            key = text, file
            add_up(sums.setdefault(key, {}), counts)
            seconds[key] = seconds.get(key, 0.0) + record["seconds"]
            days.setdefault(key, set()).add(record["day"])
    return [
        [
            text.format(**counts) if counts else text,
            f"{counts['trials']:,.0f}" if "trials" in counts else "",
            f"{seconds[text, file]:,.0f}",
            " to ".join(sorted({min(days[text, file]), max(days[text, file])})),
            f"`{file}`",
        ]
        for (text, file), counts in sums.items()
    ]


def _unkept(record: Record) -> str:
    if record["outcome"] == "skipped":
        return f"skipped: {record['reason']}"
    return f"**failed**: {record['test'].partition('::')[2]}"


def with_table(page: str, records: list[Record]) -> str:
    """Return the page with the table of some records."""
    return _TABLE.sub(lambda match: f"{match[1]}{table(records)}{match[2]}", page)


if __name__ == "__main__":
    kept = latest(RECORDS.read_text(encoding="utf-8").splitlines())
    RECORDS.write_text("".join(json.dumps(record) + "\n" for record in kept), encoding="utf-8")
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), kept), encoding="utf-8")
