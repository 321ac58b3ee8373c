"""PostgreSQL, Redis and a web server on free ports of this machine, for the programs that try pushes.

Nothing outside of one folder is changed, and only this machine can reach them.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

HOST = "127.0.0.1"
LONGEST_S = 300
"""Seconds to wait for a program that starts."""
NEEDED = ("initdb", "postgres", "createdb", "redis-server")


class Missing(Exception):
    """A program that is not installed, with the command that installs it."""


@dataclass(frozen=True)
class Running:
    """A server that answers."""

    address: str
    token: str


@dataclass(frozen=True)
class Stores:
    """A database and a cache that run: their ports, and whether the database was just made."""

    database: int
    cache: int
    new: bool


def program(name: str) -> str:
    """Return the path of a program of PostgreSQL or Redis.

    Debian keeps those of PostgreSQL out of the path, in a folder of their version.
    """
    found = shutil.which(name)
    if found is None:
        kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
        found = str(kept[-1]) if kept else None
    if found is None:
        raise Missing(f"{name} is missing: sudo apt-get install postgresql redis-server")
    return found


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


def folder(stack: contextlib.ExitStack, name: str, keep: Path | None) -> Path:
    """The folder of everything that a server writes; without ``keep`` it is removed at the end."""
    if keep is None:
        found = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=f"{name}-")))
    else:
        found = keep.absolute()
        found.mkdir(parents=True, exist_ok=True)
    found.chmod(0o755)  # the user of PostgreSQL has to enter it
    return found


def stores(stack: contextlib.ExitStack, name: str, place: Path) -> Stores:
    """Start PostgreSQL with a database and user of that name, and Redis.

    Raises
    ------
    Missing
        One of them is not installed.
    """
    initdb, postgres, createdb, redis = map(program, NEEDED)
    user = _user()
    database, cache = free_port(), free_port()
    data = place / "database"
    new = not data.exists()
    if new:
        data.mkdir(mode=0o700)
        if user is not None:
            shutil.chown(data, user)
        words = [initdb, "-D", str(data), "-U", name, "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"]
        run(words, user)
    words = [postgres, "-D", str(data), "-h", HOST, "-p", str(database), "-k", "", "-c", "fsync=off"]
    stack.enter_context(started(words, place / "postgres.log", user, signal.SIGINT))
    wait_for(database)
    if new:
        run([createdb, "-h", HOST, "-p", str(database), "-U", name, name])
    words = [redis, "--port", str(cache), "--bind", HOST, "--save", "", "--dir", str(place)]
    stack.enter_context(started(words, place / "redis.log"))
    wait_for(cache)
    return Stores(database, cache, new)


def _user() -> str | None:
    """The user that PostgreSQL runs as, where it must be another one: it refuses root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


def run(words: list[str], user: str | None = None, environment: dict[str, str] | None = None) -> str:
    """Run a program to its end, and return what it prints."""
    done = subprocess.run(words, user=user, env=environment, cwd="/", capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


@contextlib.contextmanager
def started(
    words: list[str],
    log: Path,
    user: str | None = None,
    end: signal.Signals = signal.SIGTERM,
    environment: dict[str, str] | None = None,
) -> Iterator[None]:
    """Run a program in the background, and end it afterwards."""
    with log.open("ab") as stream:
        process = subprocess.Popen(
            words, stdout=stream, stderr=stream, user=user, env=environment, cwd="/", start_new_session=True
        )
    try:
        yield
    finally:
        process.send_signal(end)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(port: int) -> None:
    """Return when something listens on a port."""
    until = time.monotonic() + LONGEST_S
    while True:
        try:
            socket.create_connection((HOST, port), 5).close()
        except OSError:
            if time.monotonic() > until:
                raise SystemExit(f"nothing listens on port {port} after {LONGEST_S} s") from None
            time.sleep(0.1)
        else:
            return


def answers(port: int) -> None:
    """Wait for the first answer, for which a server loads itself."""
    connection = http.client.HTTPConnection(HOST, port, timeout=LONGEST_S)
    with contextlib.closing(connection):
        connection.request("GET", "/api/")
        connection.getresponse().read()


class Start(Protocol):
    """Starts a server with the Python that has it, in a folder that is kept."""

    def __call__(
        self, python: str | None = None, keep: Path | None = None
    ) -> contextlib.AbstractContextManager[Running]:
        """Start it, and end it afterwards."""


def main(name: str, start: Start) -> int:
    """Run a server until Ctrl+C."""
    parser = argparse.ArgumentParser(description=f"Run a private {name} to try pushes against.")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the database here")
    parser.add_argument("--python", help=f"the Python that has {name}")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"Starting PostgreSQL, Redis and {name} (the first time takes some minutes)", flush=True)
    try:
        with start(options.python, options.keep) as running:
            variable = f"FATDESK_{name.upper()}_TOKEN"
            print(f"export {variable}={running.token}\n{name}: {running.address}", flush=True)
            signal.pause()
    except Missing as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0
    return 0
