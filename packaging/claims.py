"""Claims of the papers: rows of docs/papers, their commands and places in the window; run the commands.

claims.py              list each claim with its verdict and what its page lacks
claims.py --index      write docs/papers/claims.md, all claims on one page, from the pages of the papers
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
INDEX = PAPERS / "claims.md"
COUNTS = {"S": 28, "P": 30, "F": 32, "M": 13, "U": 18}
"""Claims of each paper, by their letter."""
PAGES = {
    "S": PAPERS / "two-level-fat-tree-design.md",
    "P": PAPERS / "network-design-space.md",
    "F": PAPERS / "fault-tolerant-indirect-topologies.md",
    "M": PAPERS / "mirrored-k-ary-n-tree.md",
    "U": PAPERS / "universal-fat-trees.md",
}
"""The page of each paper, by the letter of its claims."""
STATES = ("reproduced", "reproduced in part", "deviates", "beyond the paper")
"""How a verdict may begin."""
INTRODUCTION = """\
# All claims of the papers

The state of each claim, by how much the program deviates and why, and the commands that show it. What a paper
states and what the program prints is on its page, with the places in the window.
`python packaging/claims.py --index` writes this page from those; a test holds it to them.

*Compared* is when tests run commands of a claim and compare what they print with the page line by line: in
each run, or at night where they take long. The commands of the other claims are run as well, at night where
they take long; what they print is in tables or in words on the page.
""".splitlines()
HEADING = re.compile(r"^\*\*(\d+[a-z]?)\. (.*)$")


class Claim(NamedTuple):
    """A row of the table of claims of a page."""

    page: Path
    name: str
    title: str
    commands: tuple[str, ...]
    verdict: str

    @property
    def state(self) -> str:
        """How the verdict begins, empty where it is no verdict."""
        return max((state for state in STATES if self.verdict.startswith(state)), key=len, default="")

    @property
    def remark(self) -> str:
        """The rest of the verdict: by how much the program deviates, and why."""
        rest = self.verdict.removeprefix(self.state).lstrip(":; ")
        return rest.replace("](#", f"]({self.page.name}#")


def claims(page: Path) -> list[Claim]:
    """Return the rows of a page."""
    found = []
    for line in page.read_text(encoding="utf-8").split("## Commands")[0].splitlines():
        if row := re.match(r"^\| ([PSFMU]\d+) \|", line):
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            numbers = re.findall(
                r"(?<![\w/.-])(\d+[a-z]?)(?![\w/.-])", re.sub(r"\[.*?\]\(.*?\)", "", cells[4])
            )
            verdict = cells[5].removesuffix(" |").strip("| ")
            found.append(Claim(page, row[1], cells[1], tuple(numbers), verdict))
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
    if not claim.state:
        yield f"verdict {claim.verdict!r}"


def every() -> list[Claim]:
    """Return the claims of all pages."""
    return [claim for page in PAGES.values() for claim in claims(page)]


def compared() -> dict[tuple[Path, str], str]:
    """Return when tests compare what the commands of a number print with its page, where they do."""
    test_docs: Any = import_module("tests.test_docs")  # tests have no types of their own
    found: dict[tuple[Path, str], str] = {}
    for page in PAGES.values():
        number = ""
        heads = {
            at: head[1]
            for at, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1)
            if (head := HEADING.match(line))
        }
        for one in test_docs.commands(page):
            number = heads.get(max((at for at in heads if at < one.line), default=0), number)
            if one.output is not None and found.get((page, number)) != "each run":
                found[page, number] = "at night" if one.slow else "each run"
    return found


def _counts(what: str, some: list[Claim]) -> str:
    """A row of the table of counts."""
    counted = Counter(claim.state for claim in some)
    return f"| {what} | {len(some)} | {' | '.join(str(counted[state]) for state in STATES)} |"


def _row(claim: Claim, when: dict[tuple[Path, str], str]) -> str:
    """A row of the table of a paper."""
    often = {when.get((claim.page, number), "") for number in claim.commands}
    cells = [
        claim.name,
        claim.title,
        claim.state,
        claim.remark,
        f"[{', '.join(claim.commands)}]({claim.page.name}#commands)",
        "each run" if "each run" in often else max(often, default=""),
    ]
    return f"| {' | '.join(cells)} |"


def index() -> str:
    """Return the page with the state of each claim, by how much and why it deviates, and its commands."""
    when, found = compared(), every()
    papers = {
        letter: page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        for letter, page in PAGES.items()
    }
    lines = [
        *INTRODUCTION,
        "",
        f"| paper | claims | {' | '.join(STATES)} |",
        "|---|---|---|---|---|---|",
    ]
    for letter, title in papers.items():
        lines.append(_counts(f"[{title}]({PAGES[letter].name})", claims(PAGES[letter])))
    lines.append(_counts("all", found))
    for letter, title in papers.items():
        lines += [
            "",
            f"## {title}",
            "",
            "| # | claim | state | by how much, and why | commands | compared |",
            "|---|---|---|---|---|---|",
            *(_row(claim, when) for claim in found if claim.name[0] == letter),
        ]
    return "\n".join(lines) + "\n"


def run(wanted: list[str], *, slow: bool) -> int:
    """Run the commands of claims page by page, and report each one; return how many print something else."""
    from fatdesk.cli import main

    test_docs: Any = import_module("tests.test_docs")  # tests have no types of their own

    failed = 0
    for page in PAGES.values():
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
    parser.add_argument("--index", action="store_true")
    parser.add_argument("--run", nargs="*", metavar="CLAIM")
    parser.add_argument("--slow", action="store_true")
    asked = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if asked.index:
        INDEX.write_text(index(), encoding="utf-8")
    sys.exit(bool(report() if asked.run is None else run(asked.run, slow=asked.slow)))
