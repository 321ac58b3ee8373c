"""The network as a laboratory of containerlab."""

from collections.abc import Iterator

import numpy as np

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.fabric.fabric import NodeKind
from fatdesk.engine.listing.subnets import ports_a_port
from fatdesk.engine.listing.wired import (
    Wired,
    changed_names,
    external_links,
    fabric_files,
    places,
    plain_name,
    wired,
)

IMAGE = "alpine:3"
"""Image of every container until the user names those of switches and hosts."""


def _files(plan: Plan) -> dict[str, bytes]:
    """Return the files; ``fabric-NAME.clab.yml`` where there are several fabrics."""
    return {name: "".join(_lines(one)).encode() for name, one in fabric_files(plan, "fabric.clab.yml")}


def _left_out(plan: Plan) -> list[str]:
    """Return what the file cannot represent."""
    words = [f"rates, and what runs on switches and hosts ({IMAGE} is written there)"]
    pairs = [pair for one in wired(plan) for pair in zip(one.shown, one.names, strict=True)]
    return [*words, *external_links(plan), *places(plan), *changed_names(pairs)]


def _lines(one: Wired) -> Iterator[str]:
    """The file; interfaces are ``eth1`` and so on by port number, ``eth0`` is for management there."""
    fabric, names = one.fabric, one.names
    inside = fabric.kind != NodeKind.EXTERNAL
    yield f"# Written by fatdesk\nname: {_word(plain_name(fabric.name))}\ntopology:\n"
    yield f"  defaults:\n    kind: linux\n    image: {_word(IMAGE)}\n  nodes:\n"
    kinds, levels, models = fabric.kind.tolist(), fabric.level.tolist(), one.models
    for node in np.flatnonzero(inside).tolist():
        role = NodeKind(kinds[node]).name.lower()
        labels = f"role: {role}, level: {_word(str(levels[node]))}, model: {_word(models[node])}"
        yield f"    {_word(names[node])}: {{group: {role}, labels: {{{labels}}}}}\n"
    yield "  links:\n"
    numbers = fabric.ports * ports_a_port(fabric)[fabric.ends] + 1
    numbers[:, 0] += fabric.split
    kept = inside[fabric.ends].all(axis=1)
    for (a, b), (p, q) in zip(fabric.ends[kept].tolist(), numbers[kept].tolist(), strict=True):
        yield f'    - endpoints: ["{names[a]}:eth{p}", "{names[b]}:eth{q}"]\n'


def _word(plain: str) -> str:
    """A plain word that YAML takes for nothing but text."""
    return f'"{plain}"'


CONTAINERLAB = Export(
    "fabric.clab.yml",
    "The network as a laboratory of containerlab: a container per node, a virtual cable per link.",
    _files,
    asked_only=True,
    left_out=_left_out,
)
