"""Try the packages on bare systems: install, use, open a window and a file, uninstall; unpack the tarball.

python3 packaging/try_packages.py --folder FOLDER                of Debian 12 and 13
python3 packaging/try_packages.py --folder FOLDER bookworm       of Debian 12 alone
python3 packaging/try_packages.py --folder FOLDER jammy noble --keyring FILE   of Ubuntu 22.04 and 24.04
python3 packaging/try_packages.py --folder FOLDER --twice        build a second time and compare the bytes
python3 packaging/try_packages.py --folder FOLDER --pip          pip install . as pipx does

FOLDER is where packaging/freeze.py and packaging/deb.py built. It needs root, debootstrap, Xvfb and xdotool,
and keeps pictures of the windows where xwd is installed. Keys of Ubuntu's archive (--keyring) are in Debian's
package ubuntu-keyring, as usr/share/keyrings/ubuntu-archive-keyring.gpg.
Each system is made in FOLDER/roots (bare ones are kept as FOLDER/bases) and is removed afterwards.
"""

from __future__ import annotations

import argparse
import contextlib
import filecmp
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import five_minutes
import freeze

SUITES = ("bookworm", "trixie")
ARCHIVES = {
    "bookworm": ("http://deb.debian.org/debian", "main"),
    "trixie": ("http://deb.debian.org/debian", "main"),
    "jammy": ("http://archive.ubuntu.com/ubuntu", "main,universe"),
    "noble": ("http://archive.ubuntu.com/ubuntu", "main,universe"),
}
"""Archive and components of each suite."""
LONGEST_S = 900
WINDOW_S = 3.0
"""Target for the time from the command to the window, on an idle machine."""
USER = "tester"
SIMULATION = "fatdesk simulate ft-ruft-212:k=4,n=2 --loads 0.2,0.4 --cycles 500 --workers 2"
LEFTOVERS = (
    "find / -xdev ( -path /proc -o -path /dev -o -path /tmp -o -path /home -o -path /var/log -o "
    "-path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg ) -prune -o -iname *fatdesk* -print"
)


class FailedError(Exception):
    """A step that failed, with what it printed."""


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def package(folder: Path) -> Path:
    """Return the package in a folder."""
    found = sorted(folder.glob("fatdesk_*.deb"))
    if not found:
        raise FailedError(f"{folder} has no package: run packaging/freeze.py and packaging/deb.py first")
    return found[-1]


class Root:
    """A bare system in a folder; commands run in namespaces of their own, which end with them."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def words(self, script: str, user: str = "") -> list[str]:
        """Return the words that run lines of shell inside, as root or as a user."""
        inner = (
            'mount -t proc proc "$1/proc" && mount --bind /dev "$1/dev" && '
            'mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm" && '
            'mkdir -p "$1/tmp/.X11-unix" && mount --bind /tmp/.X11-unix "$1/tmp/.X11-unix" && '
            'exec chroot "$1" "$3" /bin/bash -c "$2"'
        )
        inner = inner.replace('"$3" ', f"runuser -u {user} -- " if user else "")
        return [
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "sh",
            "-c",
            inner,
            "sh",
            str(self.path),
            script,
        ]

    def environment(self, user: str = "") -> dict[str, str]:
        """Return the environment inside: nothing of this machine but the display."""
        home = f"/home/{user}" if user else five_minutes.HOME
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        kept = {
            name: os.environ[name] for name in ("DISPLAY", "http_proxy", "https_proxy") if name in os.environ
        }
        return {**kept, "HOME": home, "PATH": path, "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}

    def run(self, script: str, user: str = "") -> str:
        """Run lines of shell, and return what they print.

        Raises
        ------
        FailedError
            If they fail.
        """
        done = subprocess.run(
            self.words(script, user),
            env=self.environment(user),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
        )
        if done.returncode:
            tail = "\n".join((done.stdout + done.stderr).splitlines()[-25:])
            raise FailedError(f"{script}\nended with status {done.returncode}:\n{tail}")
        return done.stdout


def base(suite: str, folder: Path, keyring: Path | None) -> Path:
    """Make a bare system of a suite, unless it is there."""
    made = folder / "bases" / suite
    if not (made / "etc" / "debian_version").exists() or not (made / "usr/bin/apt-get").exists():
        shutil.rmtree(made, ignore_errors=True)
        made.parent.mkdir(parents=True, exist_ok=True)
        archive, components = ARCHIVES[suite]
        words = ["debootstrap", "--variant=minbase", f"--components={components}"]
        words += [f"--keyring={keyring}"] if keyring else []
        script = Path("/usr/share/debootstrap/scripts") / suite
        words += [suite, str(made), archive] + ([] if script.exists() else [str(script.with_name("gutsy"))])
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            shutil.rmtree(made, ignore_errors=True)
            raise FailedError(
                "debootstrap failed:\n" + "\n".join((done.stdout + done.stderr).splitlines()[-5:])
            )
    return made


@contextlib.contextmanager
def bare(suite: str, folder: Path, keyring: Path | None) -> Iterator[Root]:
    """Copy a bare system, and remove it afterwards."""
    path = folder / "roots" / suite
    shutil.rmtree(path, ignore_errors=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", str(base(suite, folder, keyring)), str(path)], check=True)
    shutil.copy("/etc/resolv.conf", path / "etc" / "resolv.conf")
    try:
        yield Root(path)
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextlib.contextmanager
def screen(number: int = 97) -> Iterator[None]:
    """Start an X server without a screen, and name it as the display."""
    words = ["Xvfb", f":{number}", "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    before = os.environ.get("DISPLAY")
    os.environ["DISPLAY"] = f":{number}"
    try:
        until = time.monotonic() + 60
        while not Path(f"/tmp/.X11-unix/X{number}").exists() and time.monotonic() < until:
            time.sleep(0.05)
        yield
    finally:
        server.terminate()
        server.wait()
        os.environ.pop("DISPLAY")
        if before is not None:
            os.environ["DISPLAY"] = before


def window(root: Root, script: str, title: str, picture: Path | None = None) -> tuple[float, float]:
    """Open a window as the user and end it; return the seconds until it was there, and of the processor.

    Raises
    ------
    FailedError
        If no window with `title` in its title comes up.
    """
    began = time.monotonic()
    process = subprocess.Popen(
        root.words(script, USER),
        env=root.environment(USER),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        text=True,
    )
    try:
        search = ["xdotool", "search", "--onlyvisible", "--name", title]
        while True:
            found = subprocess.run(search, capture_output=True, text=True)
            if found.stdout.strip():
                break
            if process.poll() is not None or time.monotonic() - began > LONGEST_S / 5:
                process.kill()
                raise FailedError(f"{script}\nno window {title!r} came up:\n{process.communicate()[0]}")
            time.sleep(0.02)
        taken = time.monotonic() - began
        used = processor_time(os.getpgid(process.pid))
        if picture is not None and shutil.which("xwd"):
            time.sleep(5)
            with picture.open("wb") as file:
                subprocess.run(["xwd", "-root", "-silent"], stdout=file, check=False)
        return taken, used
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def processor_time(group: int) -> float:
    """Return seconds of processor time of the processes of a group that run now."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
            if int(fields[2]) == group:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def files_of(root: Root, place: str) -> list[str]:
    """Return the paths below a folder of a system."""
    top = root.path / place
    return sorted(str(path.relative_to(root.path)) for path in top.rglob("*"))


def install(root: Root, deb: Path) -> str:
    """Install the package with apt, as a person would."""
    shutil.copy(deb, root.path / five_minutes.HOME[1:] / deb.name)
    root.run("apt-get update -qq")
    before = set(root.run("dpkg-query -W -f '${Package}\\n'").split())
    began = time.monotonic()
    root.run(f"cd ~ && apt-get install -y -qq ./{deb.name}")
    taken = time.monotonic() - began
    after = set(root.run("dpkg-query -W -f '${Package}\\n'").split())
    root.run(f"useradd -m -s /bin/bash {USER}")
    return f"installed in {taken:.0f} s with {len(after - before) - 1} other packages"


def readme(root: Root) -> str:
    """Run every command of README, in a folder of the user."""
    read = five_minutes.instructions((freeze.ROOT / "README.md").read_text(encoding="utf-8"))
    home = root.path / "home" / USER
    for name, text in read.files.items():
        (home / name).write_text(text, encoding="utf-8")
        os.chown(home / name, home.stat().st_uid, home.stat().st_gid)
    ran = [*read.commands, *read.further]
    slowest = (0.0, "")
    for command in ran:
        began = time.monotonic()
        root.run(f"cd ~ && {command}", USER)
        slowest = max(slowest, (time.monotonic() - began, command))
    return f"{len(ran)} commands of README ran; the slowest took {slowest[0]:.0f} s: {slowest[1]}"


def opened(root: Root, picture: Path | None) -> str:
    """Open a project as a file manager does: by its type and the command of the .desktop file."""
    kind = root.run("cd ~ && xdg-mime query filetype nodes.fatdesk", USER).strip()
    chosen = root.run(f"xdg-mime query default {kind}", USER).strip()
    if (kind, chosen) != ("application/x-fatdesk", "fatdesk.desktop"):
        raise FailedError(f"a project has the type {kind!r} and is opened by {chosen!r}")
    entry = (root.path / "usr/share/applications" / chosen).read_text(encoding="utf-8")
    command = re.findall(r"^Exec=(.*)$", entry, re.MULTILINE)[0].replace("%f", f"/home/{USER}/nodes.fatdesk")
    taken, used = window(root, shlex.join(shlex.split(command)), "nodes", picture)
    return f"{kind} opens with {chosen}: window after {taken:.1f} s ({used:.1f} s of processor time)"


def uninstall(root: Root) -> str:
    """Uninstall, and look for files that remain outside the user's home."""
    owned = set(root.run("dpkg -L fatdesk").splitlines())
    added = [name for name in files_of(root, "usr/lib/fatdesk") if f"/{name}" not in owned]
    if added:
        raise FailedError(f"the program wrote into its own folder: {added[:5]}")
    root.run("apt-get purge -y -qq fatdesk")
    look = "set -f; " + LEFTOVERS.replace("( ", "\\( ").replace(" )", " \\)")
    package_file = f"{five_minutes.HOME}/fatdesk_"
    left = [line for line in root.run(look).splitlines() if not line.startswith(package_file)]
    if left:
        raise FailedError(f"files are left: {left[:10]}")
    home = root.path / "home" / USER
    own = sorted({path.relative_to(home).parts[0] for path in home.rglob("*fatdesk*")})
    return f"uninstalled; only files of the user are left: {', '.join(own)}"


def unpacked(root: Root, archive: Path) -> str:
    """Unpack the tarball in the home of the user and open its window; libraries of the system are there."""
    shutil.copy(archive, root.path / "home" / USER)
    root.run("apt-get install -y -qq zstd")
    root.run(f"cd ~ && tar --zstd -xf {archive.name}", USER)
    program = f"/home/{USER}/{archive.name.rpartition('-linux-')[0]}/fatdesk"
    said = root.run(f"{program} --version && {program} network mikant:k=4,n=3", USER).splitlines()[0]
    taken, used = window(root, program, "fatdesk")
    return f"tarball: {said}; window after {taken:.1f} s ({used:.1f} s of processor time)"


def try_root(root: Root, deb: Path, out: Path) -> None:
    """Go through all steps on one system; each prints a line.

    Raises
    ------
    FailedError
        At the first step that fails.
    """
    say(f"  {install(root, deb)}")
    say(f"  {root.run('fatdesk --version', USER).strip()}")
    for number in (1, 2):
        taken, used = window(root, "fatdesk", "fatdesk", out / "window.xwd" if number == 2 else None)
        target = "" if taken <= WINDOW_S else f", more than {WINDOW_S:.0f} s"
        say(f"  start {number}: window after {taken:.1f} s ({used:.1f} s of processor time){target}")
    say(f"  {readme(root)}")
    began = time.monotonic()
    root.run(f"cd ~ && {SIMULATION}", USER)
    root.run(f"cd ~ && {SIMULATION}")  # root may write everywhere, and must not
    say(f"  simulated in worker processes, twice, in {time.monotonic() - began:.0f} s")
    say(f"  {opened(root, out / 'project.xwd')}")
    say(f"  {uninstall(root)}")
    for archive in sorted(out.glob("fatdesk-*-linux-*.tar.zst"))[-1:]:
        say(f"  {unpacked(root, archive)}")


def build(folder: Path) -> float:
    """Freeze and make the package; return the seconds that it took."""
    began = time.monotonic()
    for script in ("freeze.py", "deb.py"):
        words = [sys.executable, str(freeze.ROOT / "packaging" / script), "--folder", str(folder)]
        subprocess.run(words, check=True)
    return time.monotonic() - began


def compare(folder: Path) -> bool:
    """Build a second time in another folder, and compare the bytes of all packages."""
    other = folder.with_name(f"{folder.name}-again")
    say(f"built a second time in {build(other):.0f} s")
    first, second = ((place / "revision.txt").read_text("utf-8").strip() for place in (folder, other))
    if first != second:
        raise FailedError(f"{folder} was built of revision {first}, this is {second}: build it again first")
    alike = True
    for pattern in ("fatdesk_*.deb", "fatdesk-*.tar.zst"):
        (one,) = folder.glob(pattern)
        same = filecmp.cmp(one, other / one.name, shallow=False)
        alike &= same
        say(f"  {one.name}: {'the same bytes' if same else 'DIFFERENT'}")
        if not same and shutil.which("diffoscope"):
            subprocess.run(["diffoscope", "--max-report-size", "20000", str(one), str(other / one.name)])
    return alike


def try_pip(folder: Path) -> None:
    """Install the program with pip into an environment, and as pipx does: a link to its command elsewhere."""
    venv, home = folder / "pip", folder / "pip-home"
    shutil.rmtree(venv, ignore_errors=True)
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    lock = freeze.LOCKS[0]
    pip = [
        str(freeze.scripts(venv)),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "-qq",
        "--no-input",
    ]
    subprocess.run([*pip, "--require-hashes", "--only-binary=:all:", "-r", str(lock)], check=True)
    subprocess.run([*pip, str(freeze.ROOT)], check=True)
    link = home / "fatdesk"
    link.symlink_to(venv / "bin" / "fatdesk")
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    for words in (["--version"], ["network", "mikant:k=4,n=3"], ["examples"]):
        done = subprocess.run([str(link), *words], cwd=home, env=plain, capture_output=True, text=True)
        if done.returncode:
            raise FailedError(f"fatdesk {' '.join(words)}\n{done.stdout}{done.stderr}")
        say(f"  {done.stdout.splitlines()[0]}")
    shutil.rmtree(venv)
    shutil.rmtree(home)


def main() -> int:
    """Try what was asked for; 1 if something failed."""
    parser = argparse.ArgumentParser(description="Try the packages on bare systems.")
    parser.add_argument("suites", nargs="*", default=[], help="bookworm, trixie, jammy, noble")
    parser.add_argument("--folder", type=Path, required=True, help="where the packages were built")
    parser.add_argument("--keyring", type=Path, help="keys of the archive, for Ubuntu")
    parser.add_argument("--twice", action="store_true", help="build a second time and compare")
    parser.add_argument("--pip", action="store_true", help="try pip install .")
    options = parser.parse_args()
    folder = options.folder.absolute()
    try:
        if options.pip:
            say("pip install .")
            try_pip(folder)
        if options.twice and not compare(folder):
            return 1
        suites = options.suites or ([] if options.pip or options.twice else SUITES)
        for suite in suites:
            say(f"{suite}:")
            with bare(suite, folder, options.keyring) as root, screen():
                try_root(root, package(folder), folder)
    except FailedError as error:
        say(f"FAILED: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
