"""The token of a NetBox: from the environment, else from the key ring of the desktop; from no file."""

import os
import subprocess

from fatdesk.core.errors import FatdeskError

VARIABLE = "FATDESK_NETBOX_TOKEN"
PROGRAM = "secret-tool"
"""Reads the key ring on Linux (package libsecret-tools)."""
WAIT_S = 60


def key_ring_words(address: str) -> list[str]:
    """Names under which the key ring keeps a token."""
    return ["service", "fatdesk-netbox", "address", address.rstrip("/")]


def find_token(address: str) -> str:
    """Return the token for an address; empty where there is none."""
    given = os.environ.get(VARIABLE, "").strip()
    if given:
        return given
    command = [PROGRAM, "lookup", *key_ring_words(address)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=WAIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""


def needed_token(address: str) -> str:
    """Return the token for an address.

    Raises
    ------
    FatdeskError
        When there is none.
    """
    found = find_token(address)
    if not found:
        store = f'secret-tool store --label="NetBox" {" ".join(key_ring_words(address))}'
        raise FatdeskError(f"{address}: no token, set {VARIABLE} or keep it in the key ring: {store}")
    return found
