"""Kinds of devices by their ids and levels, and the words for them."""

import numpy as np

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.parts import member_role
from fatdesk.engine.fabric.fabric import Fabric, NodeKind

CHASSIS = "/chassis"
"""The end of the prefix of chassis, whose ids have the group of their nodes."""
EXTERNAL = "external"
"""Kind of the far ends of extra ports."""


def kind_of(device_id: str) -> str:
    """The kind of a device by its id: the field of :class:`Naming`, or ``external``.

    >>> [kind_of(some) for some in ("gpu/7", "ib/edge/1", "ib/middle-2/4", "ib/enclosure/2", "ib/external/1")]
    ['host', 'edge', 'middle', 'enclosure', 'external']
    """
    return kind_of_prefix(device_id.rpartition("/")[0])


def kind_of_prefix(prefix: str) -> str:
    """The kind of the devices whose ids begin so, as of :func:`kind_of`."""
    if "/" not in prefix:
        return "host"
    return "enclosure" if prefix.endswith(CHASSIS) else role_field(prefix.rpartition("/")[2])


def level_name(level: int, levels: int) -> str:
    """Return the name of the switches of a level, from 1; hosts are of level 0.

    >>> [level_name(level, 3) for level in range(4)], level_name(1, 1), level_name(3, 4)
    (['Host', 'Edge', 'Middle', 'Core'], 'Switch', 'Level 3')
    """
    if level <= 1:
        return "Host" if level == 0 else "Edge" if levels > 1 else "Switch"
    return "Core" if level == levels else "Middle" if levels == 3 else f"Level {level}"


def host_word(fabric: Fabric, catalog: Catalog) -> str:
    """Return the word for the hosts of a network: ``device`` where switches or power units are among them."""
    parts = np.unique(fabric.part[fabric.nodes(NodeKind.HOST)]).tolist()
    found = (catalog.find(fabric.parts[part].part) for part in parts if part >= 0)
    return "host" if all(member_role(part) == "Host" for part in found) else "device"


def role_field(role: str) -> str:
    """The field of :class:`Naming` for the role in the ids of switches, ``middle`` for ``middle-2``."""
    return role.split("-", maxsplit=1)[0]
