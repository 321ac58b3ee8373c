"""``fatdesk netbox``: push a project into a NetBox, and pull a hall of one."""

import argparse

from fatdesk.cli.projects.dcim import exchange
from fatdesk.engine.dcim.product import NETBOX


def run(parsed: argparse.Namespace) -> int:
    """Push or pull."""
    return exchange(parsed, NETBOX)
