"""Run a private Nautobot to try pushes against: PostgreSQL, Redis and Nautobot on free ports of this machine.

python3 packaging/try_nautobot.py                  run until Ctrl+C, then remove everything
python3 packaging/try_nautobot.py --keep FOLDER    keep the database in FOLDER for a later start
python3 packaging/try_nautobot.py --python PYTHON  the Python that has Nautobot (or FATDESK_NAUTOBOT_PYTHON)

It prints the address and a token. It needs PostgreSQL, Redis, and a Python 3.10 or later with Nautobot:

    sudo apt-get install postgresql redis-server
    python3.11 -m venv /tmp/nautobot && /tmp/nautobot/bin/pip install nautobot==3.2.7

Nothing outside the folder is changed, and only this machine can reach it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from private_services import (
    HOST,
    Missing,
    Running,
    answers,
    folder,
    free_port,
    main,
    program,
    run,
    started,
    stores,
    wait_for,
)

__all__ = ["Missing", "Running", "nautobot", "nautobot_python", "program"]

PYTHONS = ("FATDESK_NAUTOBOT_PYTHON", "/tmp/nautobot/bin/python")
CONFIGURATION = """\
from nautobot.core.settings import *
from nautobot.core.settings_funcs import is_truthy
ALLOWED_HOSTS = ["*"]
DATABASES = {{"default": {{
    "ENGINE": "django.db.backends.postgresql", "NAME": "nautobot", "USER": "nautobot", "PASSWORD": "",
    "HOST": "{host}", "PORT": "{database}", "CONN_MAX_AGE": 300,
}}}}
SECRET_KEY = "{secret}"
INSTALLATION_METRICS_ENABLED = False
"""
TOKEN = """\
from nautobot.users.models import Token, User
user, _ = User.objects.get_or_create(username="fatdesk", defaults={"is_superuser": True})
user.is_superuser = True
user.save()
Token.objects.filter(user=user).delete()
print("TOKEN", Token.objects.create(user=user).key)
"""


def nautobot_python(named: str | None = None) -> str:
    """Return the Python that has Nautobot."""
    for candidate in (named, os.environ.get(PYTHONS[0]), PYTHONS[1]):
        if candidate and Path(candidate).with_name("nautobot-server").exists():
            return str(Path(candidate).absolute())
    raise Missing(
        "Nautobot is missing: python3.11 -m venv /tmp/nautobot && "
        f"/tmp/nautobot/bin/pip install nautobot==3.2.7 (another place: --python or {PYTHONS[0]})"
    )


@contextlib.contextmanager
def nautobot(python: str | None = None, keep: Path | None = None) -> Iterator[Running]:
    """Start everything, yield the address with a token, and end everything.

    Raises
    ------
    Missing
        A program is not installed.
    """
    interpreter = nautobot_python(python)
    with contextlib.ExitStack() as stack:
        yield _started(stack, interpreter, folder(stack, "nautobot", keep))


def _started(stack: contextlib.ExitStack, python: str, place: Path) -> Running:
    kept = stores(stack, "nautobot", place)
    web = free_port()
    (place / "nautobot_config.py").write_text(
        CONFIGURATION.format(host=HOST, database=kept.database, secret=secrets.token_hex(32)),
        encoding="utf-8",
    )
    environment = {
        **os.environ,
        "NAUTOBOT_ROOT": str(place),
        "NAUTOBOT_REDIS_HOST": HOST,
        "NAUTOBOT_REDIS_PORT": str(kept.cache),
    }
    environment.pop("PYTHONPATH", None)
    manage = [str(Path(python).with_name("nautobot-server"))]
    migrated = place / "migrated"
    if not migrated.exists():
        run([*manage, "migrate", "--no-input"], environment=environment)
        migrated.touch()
    said = run([*manage, "nbshell", "--command", TOKEN], environment=environment)
    token = next(line.split()[1] for line in said.splitlines() if line.startswith("TOKEN "))
    words = [*manage, "start", "--http-socket", f"{HOST}:{web}", "--master", "--processes", "2"]
    words += ["--module", "nautobot.core.wsgi", "--http-timeout", "600", "--buffer-size", "65535"]
    log = place / "nautobot.log"
    stack.enter_context(started(words, log, end=signal.SIGINT, environment=environment))
    wait_for(web)
    answers(web)
    return Running(f"http://{HOST}:{web}", token)


if __name__ == "__main__":
    sys.exit(main("Nautobot", nautobot))
