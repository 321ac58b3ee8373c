"""Set fatdesk up in its own folder, then run or test it. Needs Python 3.11 and nothing else.

python3 packaging/start.py run             open the desk with the example of 224 blades; without
                                           a display its documents are worked out into out/
python3 packaging/start.py test [ARGS]     check and test everything; ARGS go to pytest
python3 packaging/start.py install [test]  only set up .venv, with what tests need if asked

The first start makes .venv from the hash-pinned lists in packaging/lock; later starts find it
ready. On Debian and Ubuntu the system packages that Qt and the tests need are installed when
root, and named when not.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import debian

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
MARKER = VENV / "fatdesk-lock.json"
WINDOWS = os.name == "nt"
SCRIPTS = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = SCRIPTS / ("python.exe" if WINDOWS else "python")
OLDEST = (3, 11)
NO_SCREEN = 2
"""Exit status of the desk when the display that is named does not answer."""


class Stop(Exception):
    """A reason to end that the reader can act on."""


def say(text: str) -> None:
    """Print a line at once, in order with what other programs print."""
    print(text, flush=True)


def lock(group: str) -> Path:
    """The list of pinned packages of ``run`` or ``test``."""
    return ROOT / "packaging" / "lock" / f"{group}.txt"


def stamp(group: str) -> str:
    """What .venv was made from: the lock, the Python, and the place."""
    stated = f"{sys.version_info[:2]} {ROOT} ".encode() + lock(group).read_bytes()
    return hashlib.sha256(stated).hexdigest()


def installed() -> dict[str, str]:
    """The stamps in .venv by group: none when it is half made."""
    try:
        found = json.loads(MARKER.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(group): str(stated) for group, stated in found.items()}


def make_venv(group: str) -> None:
    """Bring .venv to the lock of `group`, from nothing unless it only lacks the tests' part."""
    have = installed()
    if have.get(group) == stamp(group):
        return
    with contextlib.ExitStack() as at_hand:
        if have.get("run") != stamp("run") or group in have:
            new_venv()
            install("run")
            at_hand.enter_context(compiling())
        if group != "run":
            install(group)


def new_venv() -> None:
    """Make an empty .venv in place of an older one of ours, with the program on its path."""
    VENV.mkdir(exist_ok=True)
    if not MARKER.exists() and any(VENV.iterdir()):
        raise Stop(f"{VENV} was not made by this script: move it away, then start again.")
    say(f"Making .venv with Python {sys.version.split()[0]}")
    MARKER.write_text("{}", encoding="utf-8")
    for old in VENV.iterdir():
        if old.is_dir() and not old.is_symlink():
            shutil.rmtree(old)
        elif old != MARKER:
            old.unlink()
    python = getattr(sys, "_base_executable", "") or sys.executable
    done = subprocess.run([python, "-m", "venv", str(VENV)], capture_output=True, text=True)
    if done.returncode:
        if "ensurepip" in done.stdout + done.stderr:
            raise Stop("Python's venv is missing here:\n\n    sudo apt-get install -y python3-venv\n")
        raise Stop(f"Python could not make .venv:\n{done.stdout}{done.stderr}")
    layout = {"base": str(VENV), "platbase": str(VENV)}
    packages = Path(sysconfig.get_path("purelib", "venv", vars=layout))
    (packages / "fatdesk.pth").write_text(f"{ROOT}\n", encoding="utf-8")
    if WINDOWS:
        (SCRIPTS / "fatdesk.cmd").write_text(f'@"{PYTHON}" -m fatdesk %*\n', encoding="utf-8")
    else:
        command = SCRIPTS / "fatdesk"
        command.write_text(f'#!/bin/sh\nexec {shlex.quote(str(PYTHON))} -m fatdesk "$@"\n', encoding="utf-8")
        command.chmod(0o755)


def install(group: str) -> None:
    """Fill .venv from a lock; every file is compared with its pinned hash."""
    pinned = sum("==" in line for line in lock(group).read_text(encoding="utf-8").splitlines())
    say(f"Installing {pinned} pinned packages for '{group}' (the first time takes a minute or two)")
    have = installed()
    MARKER.write_text("{}", encoding="utf-8")  # half made, should this be interrupted
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "-qq", "--no-input"]
    done = subprocess.run([*pip, "--require-hashes", "--only-binary=:all:", "-r", str(lock(group))])
    if done.returncode == 0:
        have[group] = stamp(group)
    MARKER.write_text(json.dumps(have), encoding="utf-8")
    if done.returncode:
        raise Stop(
            "The packages could not be installed. Without a network: on a machine like this with one,\n\n"
            f"    pip download --require-hashes -d wheels -r packaging/lock/{group}.txt\n\n"
            "then bring the folder and start again with PIP_NO_INDEX=1 PIP_FIND_LINKS=wheels set."
        )


UNPACK = (
    "import compileall, os; os.environ['SBK_EMBED'] = '0'; import shiboken6; "
    "compileall.compile_dir(os.path.join(os.path.dirname(shiboken6.__file__), 'files.dir'), quiet=1)"
)
"""Write out and compile the Python code that the bindings of Qt keep as text in a library.

Else they compile it at each start, which takes a tenth of the time to the first paint of the window.
"""


@contextlib.contextmanager
def compiling() -> Iterator[None]:
    """Compile the program while more is installed, and wait for the end.

    Python's own code is kept even where the environment asks Python to write none: without it each start
    compiles all modules that it loads, which takes as long as the work of a short command.
    """
    script = str(ROOT / "packaging" / "kernels.py")
    say("Compiling the program for this machine")
    commands = [["-m", "compileall", "-q", str(ROOT / "fatdesk")], [script, "0"], ["-c", UNPACK]]
    started = [subprocess.Popen([str(PYTHON), *words]) for words in commands]
    try:
        yield
    except BaseException:
        for process in started:
            process.kill()
        raise
    commands.append([script, "1"])
    started.append(subprocess.Popen([str(PYTHON), *commands[-1]]))
    for process, words in zip(started, commands, strict=True):
        if process.wait():
            say(f"  {shlex.join([str(PYTHON), *words])} failed; what is missing is compiled when first used")


def system_packages(group: str) -> None:
    """See to the packages outside Python; go on without them where that can work."""
    wanted = [*debian.venv(), *debian.DESK, *(debian.TEST if group == "test" else ())]
    if debian.is_debian():
        lacking = debian.missing(wanted)
        if not lacking or debian.install(lacking):
            return
        lacking = debian.missing(wanted)
    else:
        say("Not Debian: Qt's system libraries and the programs of some tests are left to you.")
        lacking = list(wanted)
    if group == "test":
        for name in lacking:
            if name in debian.TEST:
                say(f"  tests may be skipped for want of {name}: {debian.TEST[name]}")


def has_display() -> bool:
    """Whether a window could come up here."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def run() -> int:
    """Open the desk with the blades example; without a display work out its documents.

    What was made at an earlier start is opened as it is, for it may have been edited.
    """
    example = Path("resources", "examples", "blades-224.yaml")
    out = Path("out")
    project = out / "blades-224.fatdesk"
    (ROOT / out).mkdir(exist_ok=True)
    desk = has_display()
    if not (desk and (ROOT / project).exists()) and (
        code := fatdesk("design", str(example), "-o", str(project))
    ):
        return code
    if desk and (code := fatdesk(str(project))) != NO_SCREEN:
        return code
    if code := fatdesk("export", str(project), str(out)):
        return code
    say(f"\nThe project is {ROOT / project}, its documents are beside it:")
    for path in sorted((ROOT / out).iterdir()):
        say(f"    {path.relative_to(ROOT)}")
    say(f"\nYour own: {SCRIPTS.relative_to(ROOT) / 'fatdesk'} --help")
    return 0


def fatdesk(*words: str) -> int:
    """Run a command of the program; its exit status."""
    say(f"\n$ fatdesk {' '.join(words)}")
    return subprocess.run([str(PYTHON), "-m", "fatdesk", *words], cwd=ROOT).returncode


def test(arguments: list[str]) -> int:
    """Run the tests with the checks of style, types and contracts alongside; the summary comes last."""
    words = ["pytest", "-n", "2", "-p", "tests.checks", "--durations=25", *arguments]
    say(f"\n$ {' '.join(words)}")
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run([str(PYTHON), "-m", *words], cwd=ROOT, env=env).returncode


def main(arguments: list[str]) -> int:
    """Do what the first word says."""
    word, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if word not in ("run", "test", "install") or (word != "test" and rest not in ([], ["test"])):
        say((__doc__ or "").strip())
        return 0 if word in ("", "-h", "--help", "help") else 2
    group = "test" if word == "test" or rest == ["test"] else "run"
    try:
        system_packages(group)
        make_venv(group)
        if word == "install":
            say(f"Ready: {SCRIPTS.relative_to(ROOT) / 'fatdesk'}")
            return 0
        return run() if word == "run" else test(rest)
    except Stop as reason:
        say(f"\n{reason}")
        return 1
    except KeyboardInterrupt:
        say("\nStopped. The next start goes on from here.")
        return 130


if __name__ == "__main__":
    if sys.version_info < OLDEST:
        newer = [name for name in ("python3.13", "python3.12", "python3.11") if shutil.which(name)]
        hint = f"Try: {newer[0]} packaging/start.py" if newer else "Install a newer one beside it."
        say(f"fatdesk needs Python 3.11 or newer; this is {sys.version.split()[0]}. {hint}")
        sys.exit(1)
    sys.exit(main(sys.argv[1:]))
