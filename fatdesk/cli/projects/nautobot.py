"""``fatdesk nautobot``: push a project into a Nautobot, and pull a hall of one."""

import argparse

from fatdesk.cli.projects.dcim import exchange
from fatdesk.engine.dcim.product import NAUTOBOT


def run(parsed: argparse.Namespace) -> int:
    """Push or pull."""
    return exchange(parsed, NAUTOBOT)
