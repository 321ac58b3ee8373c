"""A product with PostgreSQL and Redis on free ports of this machine, for the programs that try pushes.

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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"
LONGEST_S = 300
"""Seconds to wait for a program that starts."""
NEEDED = ("initdb", "postgres", "createdb", "redis-server")
TOKEN = """\
from {models} import Token, User
user, _ = User.objects.get_or_create(username="fatdesk", defaults={{"is_superuser": True}})
user.is_superuser = True
user.save()
Token.objects.filter(user=user).delete()
token = Token(user=user)
token.save()
print("TOKEN", {token})
"""
"""What the shell of a product runs for a new token."""


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


@dataclass(frozen=True)
class Site:
    """How a product runs in a folder: its commands and their environment.

    Attributes
    ----------
    manage, shell
        The command of the product, and its words before a text that its shell runs.
    models, token
        The module with users and tokens, and the expression that shows a token.
    serve
        The command of the web server.
    end
        The signal that ends it.
    """

    manage: list[str]
    shell: list[str]
    models: str
    token: str
    serve: list[str]
    environment: dict[str, str]
    end: signal.Signals = signal.SIGTERM


@dataclass(frozen=True)
class Product:
    """A product that pushes are tried against, in a Python of its own.

    Attributes
    ----------
    program
        Its program, which lies next to that Python.
    python, package
        The Python that makes its environment, and the package to install.
    site
        Prepares a folder, given the path of the Python, the folder, the database with the cache, and the port
        of the web server.
    """

    name: str
    program: str
    python: str
    package: str
    site: Callable[[Path, Path, Stores, int], Site]

    @property
    def word(self) -> str:
        """Its name in file names, databases and packages."""
        return self.name.lower()

    def python_with_it(self, named: str | None = None) -> Path:
        """Return the Python that has the product.

        Raises
        ------
        Missing
            When there is none.
        """
        variable, usual = f"FATDESK_{self.name.upper()}_PYTHON", f"/tmp/{self.word}"
        for candidate in (named, os.environ.get(variable), f"{usual}/bin/python"):
            if candidate and Path(candidate).with_name(self.program).exists():
                return Path(candidate).absolute()
        raise Missing(
            f"{self.name} is missing: {self.python} -m venv {usual} && "
            f"{usual}/bin/pip install {self.package} (another place: --python or {variable})"
        )

    def check(self) -> None:
        """Raise `Missing` unless everything that it needs is installed."""
        self.python_with_it()
        for name in NEEDED:
            program(name)

    @contextlib.contextmanager
    def running(self, python: str | None = None, keep: Path | None = None) -> Iterator[Running]:
        """Start everything, yield the address with a token, and end everything.

        Raises
        ------
        Missing
            A program is not installed.
        """
        interpreter = self.python_with_it(python)
        with contextlib.ExitStack() as stack:
            yield self._started(stack, interpreter, folder(stack, self.word, keep))

    def _started(self, stack: contextlib.ExitStack, python: Path, place: Path) -> Running:
        kept, web = stores(stack, self.word, place), free_port()
        site = self.site(python, place, kept, web)
        environment = {**os.environ, **site.environment}
        environment.pop("PYTHONPATH", None)
        migrated = place / "migrated"
        if not migrated.exists():
            run([*site.manage, "migrate", "--no-input"], environment=environment)
            migrated.touch()
        script = TOKEN.format(models=site.models, token=site.token)
        said = run([*site.manage, *site.shell, script], environment=environment)
        token = next(line.split()[1] for line in said.splitlines() if line.startswith("TOKEN "))
        log = place / f"{self.word}.log"
        stack.enter_context(started(site.serve, log, end=site.end, environment=environment))
        wait_for(web)
        answers(web)
        return Running(f"http://{HOST}:{web}", token)


def main(product: Product) -> int:
    """Run a product until Ctrl+C."""
    name = product.name
    parser = argparse.ArgumentParser(description=f"Run a private {name} to try pushes against.")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the database here")
    parser.add_argument("--python", help=f"the Python that has {name}")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"Starting PostgreSQL, Redis and {name} (the first time takes some minutes)", flush=True)
    try:
        with product.running(options.python, options.keep) as running:
            variable = f"FATDESK_{name.upper()}_TOKEN"
            print(f"export {variable}={running.token}\n{name}: {running.address}", flush=True)
            signal.pause()
    except Missing as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0
    return 0
