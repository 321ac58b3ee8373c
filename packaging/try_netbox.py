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

import contextlib
import os
import secrets
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

__all__ = ["Missing", "Running", "netbox", "netbox_python", "program"]

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


def netbox_python(named: str | None = None) -> str:
    """Return the Python that has NetBox."""
    for candidate in (named, os.environ.get(PYTHONS[0]), PYTHONS[1]):
        if candidate and Path(candidate).with_name("gunicorn").exists():
            return str(Path(candidate).absolute())
    raise Missing(
        "NetBox is missing: python3.12 -m venv /tmp/netbox && /tmp/netbox/bin/pip install netbox==4.7.3 "
        f"(another place: --python or {PYTHONS[0]})"
    )


@contextlib.contextmanager
def netbox(python: str | None = None, keep: Path | None = None) -> Iterator[Running]:
    """Start everything, yield the address with a token, and end everything.

    Raises
    ------
    Missing
        A program is not installed.
    """
    interpreter = netbox_python(python)
    with contextlib.ExitStack() as stack:
        yield _started(stack, interpreter, folder(stack, "netbox", keep))


def _started(stack: contextlib.ExitStack, python: str, place: Path) -> Running:
    kept = stores(stack, "netbox", place)
    web = free_port()
    settings = place / "conf"
    settings.mkdir(exist_ok=True)
    (settings / "__init__.py").write_text("", encoding="utf-8")
    (settings / "configuration.py").write_text(
        CONFIGURATION.format(
            host=HOST, database=kept.database, redis=kept.cache, secret=secrets.token_hex(32)
        ),
        encoding="utf-8",
    )
    environment = {**os.environ, "NETBOX_ROOT": str(place), "DJANGO_SETTINGS_MODULE": "netbox.settings"}
    environment.pop("PYTHONPATH", None)
    manage = [python, "-m", "netbox"]
    migrated = place / "migrated"
    if not migrated.exists():
        run([*manage, "migrate", "--no-input"], environment=environment)
        migrated.touch()
    said = run([*manage, "shell", "-c", TOKEN], environment=environment)
    token = next(line.split()[1] for line in said.splitlines() if line.startswith("TOKEN "))
    gunicorn = str(Path(python).with_name("gunicorn"))
    words = [gunicorn, "--bind", f"{HOST}:{web}", "--workers", "2", "--timeout", "600", "netbox.wsgi"]
    stack.enter_context(started(words, place / "netbox.log", environment=environment))
    wait_for(web)
    answers(web)
    return Running(f"http://{HOST}:{web}", token)


if __name__ == "__main__":
    sys.exit(main("NetBox", netbox))
