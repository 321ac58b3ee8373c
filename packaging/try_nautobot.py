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

import secrets
import signal
import sys
from pathlib import Path

from private_services import HOST, Product, Site, Stores, main

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


def _site(python: Path, place: Path, kept: Stores, web: int) -> Site:
    (place / "nautobot_config.py").write_text(
        CONFIGURATION.format(host=HOST, database=kept.database, secret=secrets.token_hex(32)),
        encoding="utf-8",
    )
    manage = [str(python.with_name("nautobot-server"))]
    serve = [*manage, "start", "--http-socket", f"{HOST}:{web}", "--master", "--processes", "2"]
    serve += ["--module", "nautobot.core.wsgi", "--http-timeout", "600", "--buffer-size", "65535"]
    return Site(
        manage=manage,
        shell=["nbshell", "--command"],
        models="nautobot.users.models",
        token="token.key",
        serve=serve,
        environment={
            "NAUTOBOT_ROOT": str(place),
            "NAUTOBOT_REDIS_HOST": HOST,
            "NAUTOBOT_REDIS_PORT": str(kept.cache),
        },
        end=signal.SIGINT,
    )


NAUTOBOT = Product("Nautobot", "nautobot-server", "python3.11", "nautobot==3.2.7", _site)

if __name__ == "__main__":
    sys.exit(main(NAUTOBOT))
