"""Connections to a server of any product, with the token from the environment or the key ring."""

import os
import subprocess

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.dcim.dialect import Dialect
from fatdesk.engine.dcim.nautobot import Nautobot
from fatdesk.engine.dcim.netbox import NetBox
from fatdesk.engine.dcim.product import Product

DIALECTS: dict[str, type[Dialect]] = {one.product.key: one for one in (NetBox, Nautobot)}


def connect(product: Product, address: str, token: str = "", *, plain_http: bool = False) -> Dialect:
    """Return a connection; nothing is sent yet.

    Parameters
    ----------
    token
        Empty: from the environment or the key ring.
    plain_http
        Whether ``http://`` is allowed to other machines than this one.

    Raises
    ------
    FatdeskError
        When there is no token, or the address cannot be used.
    """
    return DIALECTS[product.key](address, token or needed_token(product, address), plain_http=plain_http)


PROGRAM = "secret-tool"
"""Reads the key ring on Linux (package libsecret-tools)."""
WAIT_S = 60


def key_ring_words(product: Product, address: str) -> list[str]:
    """Names under which the key ring keeps a token."""
    return ["service", f"fatdesk-{product.key}", "address", address.rstrip("/")]


def find_token(product: Product, address: str) -> str:
    """Return the token for an address; empty where there is none."""
    given = os.environ.get(product.variable, "").strip()
    if given:
        return given
    command = [PROGRAM, "lookup", *key_ring_words(product, address)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=WAIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""


def needed_token(product: Product, address: str) -> str:
    """Return the token for an address.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    found = find_token(product, address)
    if not found:
        words = " ".join(key_ring_words(product, address))
        store = f'secret-tool store --label="{product.name}" {words}'
        raise FatdeskError(f"{address}: no token, set {product.variable} or keep it in the key ring: {store}")
    return found
