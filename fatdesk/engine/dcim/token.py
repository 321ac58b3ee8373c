"""The token of a server: from the environment, else from the key ring of the desktop; from no file."""

import os
import subprocess

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.dcim.product import Product

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
