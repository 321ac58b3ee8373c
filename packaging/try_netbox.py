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

import secrets
import sys
from pathlib import Path

from private_services import HOST, Product, Site, Stores, main

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


def _site(python: Path, place: Path, kept: Stores, web: int) -> Site:
    settings = place / "conf"
    settings.mkdir(exist_ok=True)
    (settings / "__init__.py").write_text("", encoding="utf-8")
    (settings / "configuration.py").write_text(
        CONFIGURATION.format(
            host=HOST, database=kept.database, redis=kept.cache, secret=secrets.token_hex(32)
        ),
        encoding="utf-8",
    )
    gunicorn = str(python.with_name("gunicorn"))
    return Site(
        manage=[str(python), "-m", "netbox"],
        shell=["shell", "-c"],
        models="users.models",
        token="token.get_auth_header_prefix().split()[-1] + token.token",
        serve=[gunicorn, "--bind", f"{HOST}:{web}", "--workers", "2", "--timeout", "600", "netbox.wsgi"],
        environment={"NETBOX_ROOT": str(place), "DJANGO_SETTINGS_MODULE": "netbox.settings"},
    )


NETBOX = Product("NetBox", "gunicorn", "python3.12", "netbox==4.7.3", _site)

if __name__ == "__main__":
    sys.exit(main(NETBOX))
