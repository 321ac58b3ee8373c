"""Claims of the papers: rows of docs/papers, their commands and places in the window; run the commands.

claims.py              list each claim with its verdict and what its page lacks
claims.py --run [P5 …] run the commands of these claims (of all), and compare with the pages (--slow: all);
                       what a command prints is shown where its page has it in tables or words only
"""

import argparse
import contextlib
import io
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from time import perf_counter
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
PAPERS = ROOT / "docs" / "papers"
COUNTS = {"P": 30, "S": 28, "F": 32, "M": 13, "U": 18}
"""Claims of each paper, by their letter."""
VERDICTS = ("reproduced", "deviates", "beyond the paper", "MiKANT and tree reproduced")
"""How a verdict may begin."""
HEADING = re.compile(r"^\*\*(\d+[a-z]?)\. (.*)$")


class Claim(NamedTuple):
    """A row of the table of claims of a page."""

    page: Path
    name: str
    commands: tuple[str, ...]
    verdict: str


def claims(page: Path) -> list[Claim]:
    """Return the rows of a page."""
    found = []
    for line in page.read_text(encoding="utf-8").split("## Commands")[0].splitlines():
        if row := re.match(r"^\| ([PSFMU]\d+) \|", line):
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            numbers = re.findall(
                r"(?<![\w/.-])(\d+[a-z]?)(?![\w/.-])", re.sub(r"\[.*?\]\(.*?\)", "", cells[4])
            )
            found.append(Claim(page, row[1], tuple(numbers), cells[5].removesuffix(" |").strip("| ")))
    return found


def named(text: str) -> list[str]:
    """Return the claims that a text names, ranges written out.

    >>> named("P1 to P3, P7")
    ['P1', 'P2', 'P3', 'P7']
    """
    found = []
    for letter, first, last in re.findall(r"([PSFMU])(\d+)(?: to [PSFMU](\d+))?", text):
        found += [f"{letter}{number}" for number in range(int(first), int(last or first) + 1)]
    return found


def sections(page: Path) -> dict[str, str]:
    """Return the commands of a page by their numbers: the text from a bold number to the next."""
    text = page.read_text(encoding="utf-8")
    body = text.split("## Commands")[1].split("## In the window")[0]
    found: dict[str, list[str]] = {}
    number = ""
    for line in body.splitlines():
        if head := HEADING.match(line):
            number = head[1]
        if number:
            found.setdefault(number, []).append(line)
    return {number: "\n".join(lines) for number, lines in found.items()}


def in_window(page: Path) -> set[str]:
    """Return the claims that the table of places in the window names."""
    table = page.read_text(encoding="utf-8").split("## In the window")[1].split("\n## ")[0]
    rows = [line.split(" | ")[0] for line in table.splitlines() if line.startswith("| ")]
    return {name for row in rows for name in named(row)}


def lacks(claim: Claim) -> Iterator[str]:
    """What the page lacks of a claim."""
    known = sections(claim.page)
    if not claim.commands:
        yield "no command"
    for number in claim.commands:
        if number not in known:
            yield f"there is no command {number}"
        elif claim.name not in named(" ".join(known[number].split("\n\n")[0].splitlines())):
            yield f"command {number} does not name it"
        elif "fatdesk " not in known[number]:
            yield f"command {number} has none"
    if claim.name not in in_window(claim.page):
        yield "no place in the window"
    if not claim.verdict.startswith(VERDICTS):
        yield f"verdict {claim.verdict!r}"


def every() -> list[Claim]:
    """Return the claims of all pages."""
    return [claim for page in sorted(PAPERS.glob("*.md")) for claim in claims(page)]


def run(wanted: list[str], *, slow: bool) -> int:
    """Run the commands of claims page by page, and report each one; return how many print something else."""
    from fatdesk.cli import main

    test_docs: Any = import_module("tests.test_docs")  # tests have no types of their own

    failed = 0
    for page in sorted(PAPERS.glob("*.md")):
        rows = [one for one in claims(page) if not wanted or one.name in wanted]
        numbers = {number for one in rows for number in one.commands}
        if not numbers:
            continue
        shown = test_docs.commands(page)
        starts = [
            (at, head[1])
            for at, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1)
            if (head := HEADING.match(line))
        ]
        states: dict[str, Counter[str]] = defaultdict(Counter)
        with TemporaryDirectory() as folder, contextlib.chdir(folder):
            if (prepare := test_docs.PREPARED.get(page.name)) is not None:
                prepare(page)
            for one in shown:
                number = max(((at, name) for at, name in starts if at < one.line), default=(0, ""))[1]
                needed = one.command == "fatdesk examples ." or " -o " in one.command
                if number not in numbers and not needed:
                    continue
                if one.slow and not slow:
                    states[number]["slow, not run"] += 1
                    continue
                out, began = io.StringIO(), perf_counter()
                with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
                    status = main(one.words)
                same = status == one.status and test_docs.prints(one, out.getvalue())
                failed += not same
                outcome, seconds = "same" if same else "DIFFERS", perf_counter() - began
                if same and one.output is None:
                    outcome = "ran"
                states[number][outcome] += 1
                print(f"{outcome} {seconds:7.1f} s  {page.name}:{one.line}: {one.command}", flush=True)
                if outcome != "same" and number in numbers:
                    print(indent(out.getvalue().rstrip(), "    "), flush=True)
        for claim in rows:
            counts = sum((states[number] for number in claim.commands), Counter[str]())
            found = (
                ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
                or "no command of fatdesk"
            )
            print(f"{claim.name:4} {found} | {claim.verdict}", flush=True)
    return failed


def report() -> int:
    """List all claims; return the number of those of which a page lacks something."""
    wrong = 0
    for claim in every():
        lacking = "; ".join(lacks(claim))
        wrong += bool(lacking)
        lacking = f"  LACKS {lacking}" if lacking else ""
        print(f"{claim.name:4} {', '.join(claim.commands):10} {claim.verdict}{lacking}")
    print(f"{len(every())} claims")
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", nargs="*", metavar="CLAIM")
    parser.add_argument("--slow", action="store_true")
    asked = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.exit(bool(report() if asked.run is None else run(asked.run, slow=asked.slow)))
