"""Run a private NetBox to try pushes against: PostgreSQL, Redis and NetBox on free ports of this machine.

python3 packaging/try_netbox.py                  run until Ctrl+C, then remove everything
python3 packaging/try_netbox.py --keep FOLDER    keep the database in FOLDER for a later start
python3 packaging/try_netbox.py --python PYTHON  the Python that has NetBox (or FATDESK_NETBOX_PYTHON)

It prints the address and a token. It needs PostgreSQL, Redis, and a Python 3.12 or later with NetBox:

    sudo apt-get install postgresql redis-server
    python3.12 -m venv /tmp/netbox && /tmp/netbox/bin/pip install netbox==4.7.3

Nothing outside the folder is changed, and only this machine can reach it.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import pwd
import secrets
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

HOST = "127.0.0.1"
LONGEST_S = 300
"""Seconds to wait for a program that starts."""
PYTHONS = ("FATDESK_NETBOX_PYTHON", "/tmp/netbox/bin/python")
CONFIGURATION = """\
ALLOWED_HOSTS = ["*"]
DATABASES = {{"default": {{
    "ENGINE": "django.db.backends.postgresql", "NAME": "netbox", "USER": "netbox", "PASSWORD": "",
    "HOST": "{host}", "PORT": "{database}", "CONN_MAX_AGE": 300,
}}}}
REDIS = {{
    name: {{
        "HOST": "{host}", "PORT": {redis}, "USERNAME": "", "PASSWORD": "", "DATABASE": number, "SSL": False,
    }}
    for number, name in enumerate(("tasks", "caching"))
}}
SECRET_KEY = "{secret}"
API_TOKEN_PEPPERS = {{1: "{secret}"}}
CENSUS_REPORTING_ENABLED = False
ISOLATED_DEPLOYMENT = True
"""
TOKEN = """\
from users.models import Token, User
user, _ = User.objects.get_or_create(username="fatdesk", defaults={"is_superuser": True})
user.is_superuser = True
user.save()
Token.objects.filter(user=user).delete()
token = Token(user=user)
token.save()
print("TOKEN", token.get_auth_header_prefix().split()[-1] + token.token)
"""


class Missing(Exception):
    """A program that is not installed, with the command that installs it."""


@dataclass(frozen=True)
class Running:
    """A NetBox that answers."""

    address: str
    token: str


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


def netbox_python(named: str | None = None) -> str:
    """Return the Python that has NetBox."""
    for candidate in (named, os.environ.get(PYTHONS[0]), PYTHONS[1]):
        if candidate and Path(candidate).with_name("gunicorn").exists():
            return str(Path(candidate).absolute())
    raise Missing(
        "NetBox is missing: python3.12 -m venv /tmp/netbox && /tmp/netbox/bin/pip install netbox==4.7.3 "
        f"(another place: --python or {PYTHONS[0]})"
    )


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


@contextlib.contextmanager
def netbox(python: str | None = None, keep: Path | None = None) -> Iterator[Running]:
    """Start everything, yield the address with a token, and end everything.

    Raises
    ------
    Missing
        A program is not installed.
    """
    interpreter = netbox_python(python)
    programs = [program(name) for name in ("initdb", "postgres", "createdb", "redis-server")]
    with contextlib.ExitStack() as stack:
        if keep is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="netbox-")))
        else:
            folder = keep.absolute()
            folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)  # the user of PostgreSQL has to enter it
        yield _started(stack, interpreter, programs, folder)


def _started(stack: contextlib.ExitStack, python: str, programs: list[str], folder: Path) -> Running:
    initdb, postgres, createdb, redis = programs
    user = _user()
    database, cache, web = free_port(), free_port(), free_port()
    data = folder / "database"
    new = not data.exists()
    if new:
        data.mkdir(mode=0o700)
        if user is not None:
            shutil.chown(data, user)
        _run(
            [initdb, "-D", str(data), "-U", "netbox", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"], user
        )
    words = [postgres, "-D", str(data), "-h", HOST, "-p", str(database), "-k", "", "-c", "fsync=off"]
    stack.enter_context(_program(words, folder / "postgres.log", user, signal.SIGINT))
    _wait(database)
    if new:
        _run([createdb, "-h", HOST, "-p", str(database), "-U", "netbox", "netbox"])
    words = [redis, "--port", str(cache), "--bind", HOST, "--save", "", "--dir", str(folder)]
    stack.enter_context(_program(words, folder / "redis.log"))
    _wait(cache)
    settings = folder / "conf"
    settings.mkdir(exist_ok=True)
    (settings / "__init__.py").write_text("", encoding="utf-8")
    (settings / "configuration.py").write_text(
        CONFIGURATION.format(host=HOST, database=database, redis=cache, secret=secrets.token_hex(32)),
        encoding="utf-8",
    )
    environment = {**os.environ, "NETBOX_ROOT": str(folder), "DJANGO_SETTINGS_MODULE": "netbox.settings"}
    environment.pop("PYTHONPATH", None)
    manage = [python, "-m", "netbox"]
    migrated = folder / "migrated"
    if not migrated.exists():
        _run([*manage, "migrate", "--no-input"], environment=environment)
        migrated.touch()
    said = _run([*manage, "shell", "-c", TOKEN], environment=environment)
    token = next(line.split()[1] for line in said.splitlines() if line.startswith("TOKEN "))
    gunicorn = str(Path(python).with_name("gunicorn"))
    words = [gunicorn, "--bind", f"{HOST}:{web}", "--workers", "2", "--timeout", "600", "netbox.wsgi"]
    stack.enter_context(_program(words, folder / "netbox.log", environment=environment))
    _wait(web)
    _answers(web)
    return Running(f"http://{HOST}:{web}", token)


def _user() -> str | None:
    """The user that PostgreSQL runs as, where it must be another one: it refuses root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


def _run(words: list[str], user: str | None = None, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(words, user=user, env=environment, cwd="/", capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


@contextlib.contextmanager
def _program(
    words: list[str],
    log: Path,
    user: str | None = None,
    end: signal.Signals = signal.SIGTERM,
    environment: dict[str, str] | None = None,
) -> Iterator[None]:
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


def _wait(port: int) -> None:
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


def _answers(port: int) -> None:
    """Wait for the first answer, for which NetBox loads itself."""
    connection = http.client.HTTPConnection(HOST, port, timeout=LONGEST_S)
    with contextlib.closing(connection):
        connection.request("GET", "/api/")
        connection.getresponse().read()


def main() -> int:
    """Run NetBox until Ctrl+C."""
    parser = argparse.ArgumentParser(description="Run a private NetBox to try pushes against.")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep the database here")
    parser.add_argument("--python", help="the Python that has NetBox")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print("Starting PostgreSQL, Redis and NetBox (the first time takes two minutes)", flush=True)
    try:
        with netbox(options.python, options.keep) as running:
            print(f"export FATDESK_NETBOX_TOKEN={running.token}\nNetBox: {running.address}", flush=True)
            signal.pause()
    except Missing as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
