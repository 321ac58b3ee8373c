"""Measure the first five minutes of a newcomer: python3 packaging/five_minutes.py [OPTIONS].

Does exactly what README.md says, with the commands read out of its code blocks, on a machine where nothing is
installed: a bare Debian 12 made by debootstrap (as root), with --clone or where that cannot be made a clean
clone with an empty home folder. Then a requirements file of one's own is designed and exported, up to the
printed wiring list. A table shows how long each step took.

The first start is done twice. The first time everything is downloaded; the second time, in a new copy of the
bare machine, the downloads are at hand, and the clock shows what the program itself needs.

  --clone    a clean clone on this machine, with its system packages
  --further  also the commands of "Then ask further questions"
  --json F   write the table to a file, too
  --keep     leave the machines in their temporary folder
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import NamedTuple, Protocol

ROOT = Path(__file__).resolve().parent.parent
SUITE, ARCHIVE = "bookworm", "http://deb.debian.org/debian"
"""Debian 12, from where debootstrap has it by default."""
PASSED_ON = re.compile(r"PIP_(INDEX_URL|TRUSTED_HOST|DEFAULT_TIMEOUT)|.*_proxy", re.IGNORECASE)
"""Variables of the environment that say how this machine reaches a network."""
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
PIP_DOWNLOAD = (
    ".venv/bin/python -m pip download -q --require-hashes --only-binary=:all: -r packaging/lock/run.txt"
)
"""What a start without a network is prepared with, as packaging/start.py advises."""
LIMIT_S = 300
"""Five minutes."""

OWN = """\
hosts:   [{name: workers, part: server-1u, count: 180}]
fabrics: [{name: compute, blocking: 2, edge: [ib-36], core: [ib-36, modular-108], cable_price: 80}]
room:    {rack: rack-42u, rows: 1, racks_per_row: 7, policy: dense}
"""
"""The newcomer's own file: the keys of the example in README with other numbers."""


class Block(NamedTuple):
    """A code block of a page, with its heading and the text since the block before."""

    heading: str
    before: str
    language: str
    lines: tuple[str, ...]


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced code blocks of a Markdown page in order."""
    heading, before, language = "", list[str](), ""
    held: list[str] | None = None
    for line in page.splitlines():
        if line.startswith("```"):
            if held is None:
                held, language = list[str](), line[3:].strip()
            else:
                yield Block(heading, "\n".join(before), language, tuple(held))
                held, before = None, []
        elif held is not None:
            held.append(line)
        else:
            heading = line.lstrip("# ") if line.startswith("#") else heading
            before.append(line)


class Instructions(NamedTuple):
    """What README tells a newcomer to do.

    Attributes
    ----------
    start
        The command that sets the program up.
    alias
        The line that makes ``fatdesk`` a command.
    files
        Contents of the files to save, by name.
    commands
        What to run then, in order.
    further
        Commands that follow "Then ask further questions".
    """

    start: str
    alias: str
    files: dict[str, str]
    commands: tuple[str, ...]
    further: tuple[str, ...]


class UnclearPageError(Exception):
    """The page lacks something that a newcomer needs."""


def instructions(page: str) -> Instructions:
    """Read the instructions of a README.

    Raises
    ------
    UnclearPageError
        If one cannot get from the page to a running program: no start command, alias, file or command.
    """
    found = list(blocks(page))
    starts = [line for one in found if one.heading == "Install and start" for line in one.lines]
    start = next((line for line in starts if line.split("#")[0].strip().endswith(" run")), "")
    alias = re.search(r"`(alias fatdesk=[^`]+)`", page)
    files, commands, further = dict[str, str](), list[str](), list[str]()
    for block in found:
        named = re.findall(r"`([\w-]+\.(?:yaml|json))`", block.before)
        if block.language in ("yaml", "json") and named:
            files[named[-1]] = "\n".join(block.lines) + "\n"
        elif block.heading == "In two minutes" and block.language in ("", "console"):
            into = further if "further questions" in block.before else commands
            into += [
                re.split(r"\s#\s", line.removeprefix("$ "))[0].strip()
                for line in block.lines
                if line.startswith("$ fatdesk " if block.language else "fatdesk ")
            ]
    lacking = [
        what
        for what, there in (
            ("the command that starts", start),
            ("the alias", alias),
            ("a file to save", any(name.endswith(".yaml") for name in files)),
            ("commands", commands),
        )
        if not there
    ]
    if lacking or alias is None:
        raise UnclearPageError(f"README.md lacks {', '.join(lacking)}: see instructions() in this script")
    return Instructions(start.split("#")[0].strip(), alias[1], files, tuple(commands), tuple(further))


def own_files(read: Instructions) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the newcomer's file, and README's commands for its design and documents with the new name."""
    name = next(name for name in read.files if name.endswith(".yaml"))
    stem = name.removesuffix(".yaml")
    wanted = [one for one in read.commands if one.startswith(("fatdesk design ", "fatdesk export "))]
    renamed = (re.sub(rf"\b{stem}\.", "own.", one).replace(" out/", " own/") for one in wanted)
    return {"own.yaml": OWN}, tuple(renamed)


class Line(NamedTuple):
    """A line of output, and when it came in seconds since the start of its command."""

    at: float
    text: str


class Step(NamedTuple):
    """A command that was run; ``lines`` is what it printed, ``work`` the seconds of all processors."""

    command: str
    seconds: float
    work: float
    lines: tuple[Line, ...]


class FailedError(Exception):
    """A command of the page that does not work."""


def run(words: list[str], env: dict[str, str], cwd: Path | None, shown: str) -> Step:
    """Run a command; print its output when it fails."""
    begin, lines, before = monotonic(), list[Line](), os.times()
    with subprocess.Popen(
        words,
        env=env,
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None  # it is piped
        for line in process.stdout:
            lines.append(Line(monotonic() - begin, line.rstrip("\n")))
    if process.returncode:
        raise FailedError(
            f"{shown}\nended with status {process.returncode}:\n" + "\n".join(one.text for one in lines[-20:])
        )
    after = os.times()
    work = after.children_user + after.children_system - before.children_user - before.children_system
    return Step(shown, monotonic() - begin, work, tuple(lines))


class Machine(Protocol):
    """Where the newcomer sits; ``folder`` holds the program and is where commands run."""

    name: str
    folder: Path

    def sh(self, script: str, shown: str = "") -> Step:
        """Run lines of shell in the folder."""

    def keep_downloads(self, place: Path) -> float:
        """Copy what was downloaded to a folder; the seconds that the Python packages took."""

    def take_downloads(self, place: Path) -> None:
        """Have at hand what was downloaded before."""


HOME = "/srv"
"""Home of the newcomer in the bare system."""
WHEELS = f"{HOME}/wheels"
"""Folder of the bare system with the packages of pip that were downloaded."""


def environment(home: str) -> dict[str, str]:
    """Return the environment of a new user, with the way to the network of this machine."""
    kept = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    return kept | {"HOME": home, "PATH": path, "LANG": "C.UTF-8"}


def clone_to(folder: Path) -> None:
    """Clone the last commit of this repository."""
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(folder)], check=True)


class BareRoot:
    """A bare Debian in a folder, with a clone of the program in its home."""

    name = f"a bare Debian 12 (debootstrap --variant=minbase {SUITE})"

    def __init__(self, root: Path, base: Path) -> None:
        self._root = root
        subprocess.run(["cp", "-a", str(base), str(root)], check=True)
        shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
        self._env = environment(HOME)
        if CERTIFICATES.exists():  # outside the place of the system's own, which apt writes
            shutil.copy(CERTIFICATES, root / HOME[1:] / CERTIFICATES.name)
            self._env["PIP_CERT"] = f"{HOME}/{CERTIFICATES.name}"
        self.folder = root / HOME[1:] / "fatdesk"
        clone_to(self.folder)

    @staticmethod
    def base(folder: Path) -> Path:
        """Make the bare system that machines are copied from."""
        root = folder / "base"
        subprocess.run(["debootstrap", "--variant=minbase", SUITE, str(root), ARCHIVE], check=True)
        return root

    def sh(self, script: str, shown: str = "") -> Step:
        """Run lines of shell in the folder, in a mount namespace that goes with them."""
        inner = (
            'mount -t proc proc "$1/proc" && mount --bind /dev "$1/dev" && exec chroot "$1" /bin/sh -c "$2"'
        )
        words = ["unshare", "--mount", "/bin/sh", "-c", inner, "sh", str(self._root)]
        return run([*words, f"cd {HOME}/fatdesk\n{script}"], self._env, None, shown or script)

    _DOWNLOADS = ("var/cache/apt/archives", "var/lib/apt/lists", WHEELS[1:])

    def keep_downloads(self, place: Path) -> float:
        """Copy the packages of apt and pip to a folder."""
        downloaded = self.sh(f"{PIP_DOWNLOAD} -d {WHEELS}")
        for name in self._DOWNLOADS:
            shutil.copytree(self._root / name, place / name)
        return downloaded.seconds

    def take_downloads(self, place: Path) -> None:
        """Put packages where apt and pip look for them."""
        for name in self._DOWNLOADS:
            shutil.copytree(place / name, self._root / name, dirs_exist_ok=True)
        self._env |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": WHEELS}


class CleanClone:
    """A clone of the program on this machine, with an empty home folder."""

    name = "a clean clone with an empty home folder, on a system that has Python and Qt's libraries"

    def __init__(self, place: Path) -> None:
        self._home = place / "home"
        self._home.mkdir(parents=True)
        self._env = environment(str(self._home))
        self.folder = self._home / "fatdesk"
        clone_to(self.folder)

    def sh(self, script: str, shown: str = "") -> Step:
        """Run lines of shell in the folder."""
        return run(["/bin/sh", "-c", script], self._env, self.folder, shown or script)

    def keep_downloads(self, place: Path) -> float:
        """Copy the packages of pip to a folder."""
        return self.sh(f"{PIP_DOWNLOAD} -d {place / 'wheels'}").seconds

    def take_downloads(self, place: Path) -> None:
        """Put packages where pip looks for them."""
        self._env |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(place / "wheels")}


STAGES = ("Installing system", "Making .venv", "Installing ", "Compiling", "$ fatdesk ")
"""Beginnings of the lines at which the start command begins a stage."""


def stages(step: Step) -> list[tuple[str, float]]:
    """Return the stages of a command by its output, with their seconds."""
    begun = [one for one in step.lines if one.text.startswith(STAGES)]
    ends = [one.at for one in begun[1:]] + [step.seconds]
    titles = (re.split(r": | \(", one.text.removeprefix("$ "))[0] for one in begun)
    return [(title, end - one.at) for title, one, end in zip(titles, begun, ends, strict=True)]


class Measured(NamedTuple):
    """The result.

    Attributes
    ----------
    prepared
        Seconds for Python, which README requires.
    downloading
        Seconds for downloading the Python packages.
    rows
        Title and seconds of each step, with those of all processors together; stages of the step above have a
        leading space, and no seconds of processors of their own.
    pages
        Pages of the newcomer's own wiring list.
    """

    machine: str
    prepared: float
    downloading: float
    rows: tuple[tuple[str, float, float | None], ...]
    pages: int

    @property
    def total(self) -> float:
        """Seconds of all steps, without downloads."""
        return sum(seconds for _, seconds, work in self.rows if work is not None)

    @property
    def work(self) -> float:
        """Seconds of all processors together."""
        return sum(work for _, _, work in self.rows if work is not None)


def measure(cold: Machine, warm: Machine, downloads: Path, *, further: bool, bare: bool) -> Measured:
    """Follow README on two equal machines, the second of which has the downloads of the first."""
    read = instructions((ROOT / "README.md").read_text(encoding="utf-8"))
    python = "apt-get update && apt-get install -y --no-install-recommends python3" if bare else "true"
    cold.sh(python)
    cold.sh(read.start)
    downloading = cold.keep_downloads(downloads)
    warm.take_downloads(downloads)
    prepared = warm.sh(python).seconds
    begun = warm.sh(read.start)
    rows: list[tuple[str, float, float | None]] = [(read.start, begun.seconds, begun.work)]
    rows += [(f"  {title}", seconds, None) for title, seconds in stages(begun)]
    files, own = own_files(read)
    for name, text in {**read.files, **files}.items():
        (warm.folder / name).write_text(text, encoding="utf-8")
    for command in (*read.commands, *own, *(read.further if further else ())):
        step = warm.sh(f"{read.alias}\n{command}", command)
        rows.append((command, step.seconds, step.work))
    list_pages = pages(warm.folder / "own" / "wiring.pdf")
    return Measured(warm.name, prepared, downloading, tuple(rows), list_pages)


def pages(path: Path) -> int:
    """Return the number of pages of a PDF file.

    Raises
    ------
    FailedError
        If there is no such file, or no page in it.
    """
    data = path.read_bytes() if path.exists() else b""
    count = len(re.findall(rb"/Type\s*/Page\b(?!s)", data))
    if not data.startswith(b"%PDF-") or not count:
        raise FailedError(f"{path.name} was not printed: look at what the export wrote to {path.parent}")
    return count


def table(measured: Measured) -> str:
    """Return the figures as text."""
    lines = [f"On {measured.machine}; {os.cpu_count()} processors.", ""]
    wide = max(len(title) for title, _, _ in measured.rows)
    lines.append(f"{'':<{wide}}    clock   processors")
    for title, seconds, work in measured.rows:
        lines.append(f"{title:<{wide}}  {seconds:7.1f} s" + ("" if work is None else f"  {work:7.1f} s"))
    verdict = "within" if measured.total <= LIMIT_S else "MORE THAN"
    lines += [
        f"{'total without downloads':<{wide}}  {measured.total:7.1f} s  {measured.work:7.1f} s",
        "",
        f"Python, which README requires: {measured.prepared:.1f} s.",
        f"Downloading the Python packages: {measured.downloading:.1f} s.",
        f"own/wiring.pdf: {measured.pages} pages, {verdict} five minutes.",
    ]
    return "\n".join(lines)


def can_debootstrap() -> bool:
    """Whether a bare system can be made here."""
    return os.name == "posix" and os.geteuid() == 0 and bool(shutil.which("debootstrap"))


def main(arguments: list[str]) -> int:
    """Measure and print; status 1 when a step fails or five minutes are not enough."""
    parser = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n\n")[0], usage=argparse.SUPPRESS, add_help=True
    )
    for name in ("clone", "further", "keep"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--json", type=Path)
    wanted = parser.parse_args(arguments)
    with contextlib.ExitStack() as stack:
        place = Path(tempfile.mkdtemp(prefix="fatdesk-minutes-"))
        if not wanted.keep:
            stack.callback(shutil.rmtree, place, ignore_errors=True)
        bare = not wanted.clone and can_debootstrap()
        if bare:
            base = BareRoot.base(place)
            cold: Machine = BareRoot(place / "cold", base)
            warm: Machine = BareRoot(place / "warm", base)
        else:
            cold, warm = CleanClone(place / "cold"), CleanClone(place / "warm")
        try:
            measured = measure(cold, warm, place / "downloads", further=wanted.further, bare=bare)
        except (FailedError, UnclearPageError) as error:
            print(error)
            return 1
    print(table(measured))
    if wanted.json:
        wanted.json.write_text(json.dumps(measured._asdict(), indent=1) + "\n", encoding="utf-8")
    return 0 if measured.total <= LIMIT_S else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
