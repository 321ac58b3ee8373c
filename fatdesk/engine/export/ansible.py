"""An inventory for Ansible: groups by kind, level, rack and model, and a map of the ports of each device."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.addresses import Addressed, controllers_or_none
from fatdesk.engine.listing.point_to_point import Joint, Point, joints
from fatdesk.engine.listing.wired import backplanes, cable_facts, changed_names, external_links, plain_names

NAME = "ansible-inventory.yaml"
_NOT_IN_GROUPS = re.compile(r"[^a-z0-9_]+")
_TEMPLATE = re.compile(r"\{(?=[{%#])")
_KINDS = {"switch": "switches", "host": "servers"}
Variables = dict[str, Any]


def _file(plan: Plan) -> dict[str, bytes]:
    """Return the file; values are JSON, which is YAML, so that none is taken for something else."""
    return {NAME: "".join(_lines(plan)).encode()}


def _lines(plan: Plan) -> Iterator[str]:
    devices = _devices(plan)
    names = _names(devices)
    yield "# Written by fatdesk: ansible-inventory -i ansible-inventory.yaml --graph\nall:\n  hosts:\n"
    for key, variables in devices.items():
        yield f"    {_json(names[key])}:\n"
        for word, value in variables.items():
            if word == "ports":
                yield "      ports:\n"
                for port, there in value.items():
                    peer = {**there, "peer": names[there["peer"]]}
                    yield f"        {_json(port)}: {_json(peer)}\n"
            else:
                yield f"      {word}: {_json(value)}\n"
    yield "  children:\n"
    for group, members in _groups(devices).items():
        yield f"    {group}:\n      hosts:\n"
        yield from (f"        {_json(names[key])}: {{}}\n" for key in members)


def _json(value: Any) -> str:
    """A value as JSON in which Ansible finds no template.

    >>> print(_json("{{ lookup('pipe', 'id') }}"))
    "{ { lookup('pipe', 'id') }}"
    """
    return _TEMPLATE.sub("{ ", json.dumps(value))


def _devices(plan: Plan) -> dict[str, Variables]:
    """The variables of each device by its id: what it is, where it is, and its ports in use."""
    found: dict[str, Variables] = {}
    managed = {one.id: one for one in reversed(controllers_or_none(plan))}
    for joint in joints(plan):
        if joint.trace or "External" in {joint.a.kind, joint.b.kind}:
            continue
        for near, far in ((joint.a, joint.b), (joint.b, joint.a)):
            own = found.setdefault(near.id, _facts(near, managed.get(near.id)))
            fabrics = own["fabrics"]
            if joint.fabric not in fabrics:
                fabrics.append(joint.fabric)
            own["ports"][_port(near, own["ports"])] = _peer(joint, far)
    return found


def _facts(point: Point, bmc: Addressed | None) -> Variables:
    place = {"rack": point.rack, "unit": point.u} if point.rack else {}
    level = {"level": point.level} if point.kind == "Switch" else {}
    kind = point.kind.lower().replace(" ", "_")
    return {
        "device": point.device,
        "kind": kind,
        "model": point.model,
        **level,
        **place,
        **({} if bmc is None else {"bmc": bmc.name, "bmc_address": str(bmc.address)}),
        "fabrics": [],
        "ports": {},
    }


def _port(point: Point, taken: dict[str, Any]) -> str:
    """The name that the system gives to a port, else what is printed; no two of a device are the same."""
    name = point.os_port or point.printed
    return name if name not in taken else f"{name}-{point.number}"


def _peer(joint: Joint, far: Point) -> Variables:
    cable = {} if joint.cable is None else {"cable": joint.cable.a.label}
    rate = {"rate_gbps": joint.rate_gbps, "fabric": joint.fabric}
    return {"peer": far.id, "peer_port": far.os_port or far.printed, **rate, **cable}


def _names(devices: dict[str, Variables]) -> dict[str, str]:
    """A name of its own for each device."""
    return dict(zip(devices, plain_names(one["device"] for one in devices.values()), strict=True))


def _groups(devices: dict[str, Variables]) -> dict[str, list[str]]:
    """Groups in the order of their first devices; names are letters, digits and underscores."""
    found: dict[str, list[str]] = defaultdict(list)
    for key, one in devices.items():
        kind = (
            "switches"
            if one["kind"] == "switch"
            else "servers"
            if one["kind"] == "host"
            else f"{one['kind']}s"
        )
        found[_group(kind)].append(key)
        for fabric in one["fabrics"]:
            role = f"level_{one['level']}" if "level" in one else kind
            found[_group(f"fabric_{fabric}_{role}")].append(key)
        if "rack" in one:
            found[_group(f"rack_{one['rack']}")].append(key)
        if one["model"]:
            found[_group(f"model_{one['model']}")].append(key)
    return {group: list(dict.fromkeys(members)) for group, members in found.items()}


def _group(text: str) -> str:
    """A name of a group as Ansible takes it without a warning.

    >>> _group("rack_A01"), _group("model_Dell S5248F-ON")
    ('rack_a01', 'model_dell_s5248f_on')
    """
    return _NOT_IN_GROUPS.sub("_", text.lower()).strip("_")


def _left_out(plan: Plan) -> list[str]:
    """Return what the file cannot represent."""
    devices = _devices(plan)
    names = _names(devices)
    pairs = [(one["device"], names[key]) for key, one in devices.items()]
    facts = cable_facts(plan, places=True, lengths=False, parts=True)
    words = "addresses and accounts (ansible_host, ansible_user): they are not known"
    return [words, *external_links(plan), *backplanes(plan), *facts, *changed_names(pairs)]


INVENTORY = Export(
    NAME,
    "Inventory for Ansible: devices by kind, level, rack and model, each with a map of its ports.",
    _file,
    asked_only=True,
    left_out=_left_out,
)
