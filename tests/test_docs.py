"""README.md and docs: commands run and print what the page shows, and links lead to something that exists."""

import argparse
import csv
import json
import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import claims
import keys
import pytest
import reference

from fatdesk.cli import main
from fatdesk.cli.grammar import grammar
from fatdesk.core.documentation import documentation
from fatdesk.core.program import shipped
from tests.shown import prints

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINKED = [*PAGES, *(ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"))]
LINKED.append(ROOT / "catalogs" / "README.md")
SLOW = (
    "fatdesk simulate ft-ruft-212:k=4,n=3 ",
    "fatdesk simulate kary-tree:k=8,n=3 ",
    "fatdesk simulate mikant:k=4,n=5 ",
    "fatdesk simulate clos:k=4,n=5 ",
    "fatdesk simulate --study",
    "fatdesk network --published ruft-4",
    "fatdesk faults --study",
    "fatdesk faults ft-ruft-212:k=4,n=3 --degradation",
    "fatdesk faults ft-ruft-222:k=4,n=3 --degradation",
    "fatdesk faults ruft-pl:k=4,n=3 --degradation",
    "fatdesk faults ruft-pl:k=8,n=3 --degradation",
    "fatdesk simulate clos:k=4,n=3 --s",
    "fatdesk simulate mikant:k=4,n=3 --",
    "fatdesk explore nodes.yaml   ",
    "fatdesk explore figure-",
    "fatdesk explore table-3-144.yaml",
    "fatdesk explore table-3-2048-144.yaml",
    "fatdesk curve nodes.yaml --hosts 2:648",
    "fatdesk design nodes-648.yaml --json",
    "fatdesk design example-2.yaml",
    "fatdesk universal hyperx:S=2-2-2-2",
    "fatdesk universal universal:n=16384",
    "fatdesk universal --sizes 8:32768",
    "fatdesk universal --sizes 262144:262144",
    "fatdesk faults ft-ruft-222:k=4,n=3 --count 1:10",
    "fatdesk faults kary-tree:k=4,n=3 --whole",
    "fatdesk faults kary-tree:k=16,n=3 --count",
    "fatdesk faults kary-tree:k=16,n=3 --whole",
    "fatdesk faults ft-ruft-212:k=8,n=3 --count",
    "fatdesk faults ft-ruft-212:k=16,n=3 --count",
)
"""Commands that take more than a few seconds: they run at night. By day their options are checked."""
ELSEWHERE = ("fatdesk netbox ", "fatdesk nautobot ")
"""Commands that need a server of others: tests/neighbours runs them. Here their options are checked."""


class Shown(NamedTuple):
    """A command of a page, and what the page shows as its output."""

    page: Path
    line: int
    command: str
    output: list[str] | None
    status: int

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command, comments=True)[1:]

    @property
    def slow(self) -> bool:
        return f"{self.command} ".startswith(SLOW)

    @property
    def elsewhere(self) -> bool:
        return self.command.startswith(ELSEWHERE)


class Block(NamedTuple):
    line: int
    language: str
    lines: list[str]


def blocks(page: Path) -> Iterator[Block]:
    """Code blocks of a page, fenced or indented."""
    fence, held, began = None, [], 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("```"):
            if fence is None:
                fence, held, began = line[3:].strip(), [], number + 1
            else:
                yield Block(began, fence, held)
                fence = None
        elif fence is not None:
            held.append(line)
        elif line.startswith("    "):
            yield Block(number, "", [line.strip()])


def commands(page: Path) -> list[Shown]:
    """The commands of a page in order; those after ``$`` with the output below them."""
    found = []
    for block in blocks(page):
        at = 0
        while at < len(block.lines):
            line, place = block.lines[at], block.line + at
            at += 1
            command = line.removeprefix("$ ")
            if block.language not in {"", "console"} or not command.startswith("fatdesk "):
                continue
            output = None
            if line != command:
                begin = at
                while at < len(block.lines) and not block.lines[at].startswith("$ "):
                    at += 1
                output = block.lines[begin:at]
            status = re.search(r"#.*\bexit status (\d)", command)
            found.append(Shown(page, place, command, output, int(status[1]) if status else 0))
    return found


def example(page: Path, language: str, number: int = 0) -> str:
    """The text of a code block in a language."""
    return "\n".join([block for block in blocks(page) if block.language == language][number].lines) + "\n"


@cache
def _designed() -> bytes:
    """The project of the example with 60 hosts, as its file; designed once for all pages."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "nodes.fatdesk"
        assert (
            main(["design", str(shipped("resources") / "examples" / "nodes-60.yaml"), "-o", str(file)]) == 0
        )
        return file.read_bytes()


def _project(_: Path) -> None:
    Path("nodes.fatdesk").write_bytes(_designed())


def _readme(page: Path) -> None:
    Path("nodes.yaml").write_text(example(page, "yaml"))
    Path("move.json").write_text(example(page, "json"))


def _as_built_files() -> None:
    Path("nodes.fatdesk").write_bytes(_designed())
    assert main(["export", "nodes.fatdesk", ".", "--only", "fabric.net"]) == 0
    Path("fabric.txt").write_bytes(Path("fabric.net").read_bytes())


def _halves(text: str, *files: str) -> None:
    """A report in two files."""
    at = text.index("\nSwitch", len(text) // 3)
    for file, part in zip(files, (text[:at], text[at:]), strict=True):
        Path(file).parent.mkdir(exist_ok=True)
        Path(file).write_text(part)


def _as_built(page: Path) -> None:
    _as_built_files()
    _halves(Path("fabric.txt").read_text(), "half-1.txt", "half-2.txt")
    Path("names.txt").write_text('0x0002c90000000001 "E01"\n')
    Path("accept.json").write_text(example(page, "json"))


def _adopting(page: Path) -> None:
    _as_built_files()
    _halves(Path("fabric.txt").read_text(), "reports/1.txt", "reports/2.txt")
    rows = [f"n{n:02},A01,{n}" for n in range(1, 5)]
    Path("racks.csv").write_text("\n".join(["device,rack,u", *rows]) + "\n")
    links = [{"source": a, "target": b} for a in range(4) for b in range(a)]
    Path("slim-fly.json").write_text(json.dumps({"nodes": [{"id": n} for n in range(4)], "links": links}))


def _documents(page: Path) -> None:
    _project(page)
    Path("job.json").write_text(example(page, "json"))


def _importing(page: Path) -> None:
    Path("library").mkdir()
    for name, ports in (("one", 32), ("two", 48)):
        Path(f"library/{name}.yaml").write_text(
            f"manufacturer: Example\nmodel: Switch {name}\nslug: example-{name}\npart_number: EX-{ports}\n"
            "u_height: 1\ninterfaces:\n"
            + "".join(f"  - {{name: swp{at}, type: 100gbase-x-qsfp28}}\n" for at in range(1, ports + 1))
        )
    Path("prices.csv").write_text("part number,price,currency,date\nEX-32,9500,USD,2026-05\n")
    Path("requirements.yaml").write_text(example(page, "yaml"))


def _simulation(page: Path) -> None:
    _project(page)
    Path("flows.txt").write_text("0 1 1\n1 2 1\n")
    Path("study.json").write_text(example(page, "json"))


def _faults(page: Path) -> None:
    _project(page)
    study = example(page, "json")
    Path("study.json").write_text(study.replace('"combinations": 1000000', '"combinations": 2000'))


def _schedules(page: Path) -> None:
    _project(page)
    Path("study.json").write_text(example(page, "json"))


def _round_trip(page: Path) -> None:
    """A project with measured lengths and ticks of some cables, as an edited wiring list brings them."""
    _project(page)
    assert main(["export", "nodes.fatdesk", ".", "--only", "wiring.csv"]) == 0
    with Path("wiring.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows[:20]:
        row["measured_m"] = f"{float(row['computed_m']) + 0.1:.2f}"
    for number, row in enumerate(rows[:90]):
        row["status"], row["phase"] = "installed", "monday" if number < 50 else "tuesday"
    with Path("wiring.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert main(["readback", "nodes.fatdesk", "wiring.csv", "--take"]) == 0


def _requirements(page: Path) -> None:
    Path("requirements.yaml").write_text(example(page, "yaml"))
    Path("sold.yaml").write_text(example(page, "yaml", -1))


def _networks(page: Path) -> None:
    _project(page)
    Path("add.json").write_text(example(page, "json"))


def _versions(page: Path) -> None:
    _project(page)
    Path("move.json").write_text(example(page, "json"))


def _rules(page: Path) -> None:
    _project(page)
    Path("rules.yaml").write_text(example(page, "yaml"))


def _growth(page: Path) -> None:
    _project(page)
    Path("plan.json").write_text(example(page, "json"))


def _flows(page: Path) -> None:
    exec(example(page, "python"), {})


def _paper(page: Path) -> None:
    """Requirements of the page, whose first line is their name."""
    for block in blocks(page):
        if block.language == "yaml":
            file = Path(block.lines[0].removeprefix("# "))
            file.parent.mkdir(exist_ok=True)
            file.write_text("\n".join(block.lines) + "\n")


PREPARED: dict[str, Callable[[Path], None]] = {
    "README.md": _readme,
    "adopting.md": _adopting,
    "as-built.md": _as_built,
    "documents.md": _documents,
    "faults.md": _faults,
    "growth.md": _growth,
    "identifiers.md": _project,
    "importing.md": _importing,
    "installers.md": _project,
    "mirrored-k-ary-n-tree.md": _flows,
    "neighbours.md": _project,
    "network-design-space.md": _paper,
    "networks.md": _networks,
    "rules.md": _rules,
    "versions.md": _versions,
    "names.md": _project,
    "requirements.md": _requirements,
    "round-trip.md": _round_trip,
    "schedules.md": _schedules,
    "simulation.md": _simulation,
    "two-level-fat-tree-design.md": _paper,
}
"""What makes the files that the commands of a page read."""


def _run(shown: Shown, capsys: pytest.CaptureFixture[str]) -> None:
    where = f"{shown.page.name}:{shown.line}: {shown.command}"
    capsys.readouterr()
    status = main(shown.words)
    printed = capsys.readouterr()
    assert status == shown.status, f"{where}\n{printed.err}"
    assert shown.output is None or prints(shown.output, printed.out), f"{where} prints\n{printed.out}"


MADE = {
    "README.md": """
        out/bill.xlsx out/bill.csv out/bill.json out/wiring.xlsx out/wiring.csv out/wiring.json out/fabric.net
    """
}
"""Files that a page names as those that its commands make."""
GUIDE = ROOT / "docs" / "guide"
"""Its commands run in the order of its steps, with what is done in the window: tests/gui/guide."""
WITH_COMMANDS = [page for page in PAGES if commands(page) and page.parent != GUIDE]


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.name)
def test_the_commands_of_a_page_run_and_print_what_it_shows(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    PREPARED.get(page.name, lambda _: None)(page)
    for shown in commands(page):
        if shown.slow or shown.elsewhere:
            grammar().parse_args(shown.words)
        else:
            _run(shown, capsys)
    assert all(Path(name).is_file() for name in MADE.get(page.name, "").split())


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.name)
def test_the_slow_commands_of_a_page_run(page, tmp_path, monkeypatch, capsys):
    slow = [shown for shown in commands(page) if shown.slow]
    if not slow:
        pytest.skip("no slow command on this page")
    monkeypatch.chdir(tmp_path)
    PREPARED.get(page.name, lambda _: None)(page)
    for shown in commands(page):
        if shown.slow or shown.command == "fatdesk examples .":
            _run(shown, capsys)


def test_each_claim_of_a_paper_has_its_commands_a_place_in_the_window_and_a_verdict():
    names = [claim.name for claim in claims.every()]
    assert sorted(names) == sorted(
        f"{paper}{n + 1}" for paper, most in claims.COUNTS.items() for n in range(most)
    )
    lacking = {claim.name: list(claims.lacks(claim)) for claim in claims.every()}
    assert not {name: found for name, found in lacking.items() if found}
    assert claims.INDEX.read_text(encoding="utf-8") == claims.index()  # python packaging/claims.py --index


def test_every_slow_command_is_on_a_page():
    named = [f"{shown.command} " for page in PAGES for shown in commands(page)]
    assert all(any(command.startswith(slow) for command in named) for slow in SLOW)


def parsers() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in grammar()._actions:
        if isinstance(action, argparse._SubParsersAction):
            found |= {name: parser.fill() for name, parser in action.choices.items()}
    return found


def prose(page: Path) -> str:
    """A page without its code blocks."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_options_in_the_text_exist(page):
    known = parsers()
    every = {option for parser in known.values() for option in parser._option_string_actions}
    for code in re.findall(r"`([^`]+)`", prose(page)):
        words = code.split()
        if words[:1] == ["fatdesk"] and len(words) > 1 and re.fullmatch(r"[a-z][a-z-]*", words[1]):
            assert words[1] in known, code
            options = {word.partition("=")[0] for word in words[2:] if word.startswith("--")}
            assert options <= set(known[words[1]]._option_string_actions), code
        elif code.startswith("--"):
            assert words[0].partition("=")[0] in every, code


def anchors(page: Path) -> set[str]:
    """The anchors of the headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", head).lower() for head in heads]
    return {re.sub(r"[^\w\- ]", "", head).strip().replace(" ", "-") for head in plain}


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_relative_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(file), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_is_reached_from_the_readme(page):
    reached, left = set[Path](), [ROOT / "README.md"]
    while left:
        here = left.pop()
        if here in reached:
            continue
        reached.add(here)
        for link in re.findall(r"\]\(([^)\s#:]+)[^)]*\)", here.read_text(encoding="utf-8")):
            place = (here.parent / link).resolve()
            left += sorted(place.glob("*.md")) if place.is_dir() else [place] if place.suffix == ".md" else []
    assert page in reached


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_tables_of_keys_are_those_of_the_records(page):
    text = page.read_text(encoding="utf-8")
    assert keys.with_tables(text) == text, "run python packaging/keys.py"


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "docs" / "reference").glob("*.md")))
def test_reference_pages_are_what_the_program_is_today(name):
    written = (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8")
    assert reference.PAGES[name]() == written, "run python packaging/reference.py"


def test_every_reference_page_is_there():
    assert {path.name for path in (ROOT / "docs" / "reference").glob("*.md")} == set(reference.PAGES)


def test_the_contents_list_every_page_once():
    """``nav`` in mkdocs.yml: what the help window, the site and the PDF show."""
    listed = [page.name for page in documentation().pages]
    there = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(listed) == sorted(there), "add new pages to nav in mkdocs.yml"


@pytest.mark.parametrize("page", documentation().pages, ids=lambda page: page.name)
def test_links_of_a_page_stay_inside_the_documentation(page):
    """As the help window and the site resolve them; links to other servers are left alone."""
    docs = documentation()
    anchors = [heading.anchor for heading in page.headings]
    assert len(set(anchors)) == len(anchors), "two headings have one anchor"
    for link in page.links:
        if not re.match(r"[a-z]+:", link.target):
            place = page.resolve(link.target)
            if place.page.endswith(".md"):
                assert docs.has(place), f"{page.name}:{link.line}: {link.target}"
            else:
                assert (docs.folder / place.page).is_file(), f"{page.name}:{link.line}: {link.target}"
                assert not place.page.startswith(".."), link.target
