"""Files for batch systems: topologies for Slurm (topology.conf, topology.yaml), groups of ClusterShell."""

import json

import numpy as np

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export.export import Export
from fatdesk.engine.listing.point_to_point import places_of
from fatdesk.engine.listing.switch_tree import host_list, left_out_of_tree, slurm_switches, switch_tree
from fatdesk.engine.listing.wired import (
    Wired,
    changed_names,
    equipment,
    fabric_files,
    plain_name,
    plain_names,
    second_ports,
    servers_of,
    wired,
)

Groups = dict[str, dict[str, list[str]]]
"""Sources of groups, their groups, and the hosts of each."""


def _files(plan: Plan) -> dict[str, bytes]:
    """The file, for ``groups.d`` of ClusterShell."""
    lines = ["# Written by fatdesk for ClusterShell: nodeset -e @rack:A01\n"]
    for source, groups in _groups(plan).items():
        lines.append(f"{json.dumps(source)}:\n")
        lines += [f"  {json.dumps(name)}: {json.dumps(host_list(hosts))}\n" for name, hosts in groups.items()]
    return {"groups.yaml": "".join(lines).encode()}


def _left_out(plan: Plan) -> list[str]:
    """Return what the file cannot represent."""
    hosts = _hosts(plan)
    pairs = [(shown, plain) for shown, plain in hosts.values()]
    return ["switches, links and cables", *second_ports(plan), *equipment(plan), *changed_names(pairs)]


def _hosts(plan: Plan) -> dict[str, tuple[str, str]]:
    """Return the name of each host in the project and in the file, by its id."""
    shown = {
        fabric.ids[node]: names[node]
        for fabric, names in zip(plan.fabrics, plan.names, strict=True)
        for node in np.flatnonzero(servers_of(fabric, plan.catalog)).tolist()
    }
    return dict(zip(shown, zip(shown.values(), plain_names(shown.values()), strict=True), strict=True))


def _groups(plan: Plan) -> Groups:
    hosts, places = _hosts(plan), places_of(plan)
    found: Groups = {"all": {"hosts": [plain for _, plain in hosts.values()]}} if hosts else {}
    for host, (_, plain) in hosts.items():
        if host in places:
            found.setdefault("rack", {}).setdefault(plain_name(places[host][1]), []).append(plain)
        found.setdefault("group", {}).setdefault(plain_name(host.rpartition("/")[0]), []).append(plain)
    for fabric, names in zip(plan.fabrics, plan.names, strict=True):
        parts = [part.part for part in fabric.parts]
        models: dict[str, list[str]] = found.setdefault("model", {})
        servers = servers_of(fabric, plan.catalog)
        for node in np.flatnonzero(servers).tolist():
            models.setdefault(plain_name(parts[fabric.part[node]]), []).append(hosts[fabric.ids[node]][1])
        own = plain_names(names)
        found[f"switch-{plain_name(fabric.name)}"] = {
            own[branch.switch]: [hosts[fabric.ids[host]][1] for host in branch.hosts]
            for branch in switch_tree(fabric, servers)
            if branch.hosts
        }
    return found


GROUPS = Export(
    "groups.yaml",
    "Groups of hosts for ClusterShell (clush, nodeset): by rack, group, model and first switch.",
    _files,
    asked_only=True,
    left_out=_left_out,
)


def _conf_files(plan: Plan) -> dict[str, bytes]:
    """Return the files; ``topology-NAME.conf`` where there are several fabrics, of which Slurm takes one."""
    return {name: _conf(one).encode() for name, one in fabric_files(plan, "topology.conf")}


def _conf(one: Wired) -> str:
    lines = ["# Written by fatdesk for TopologyPlugin=topology/tree\n"]
    for name, switches, hosts, rate in slurm_switches(one):
        under = f"Switches={switches}" if switches else f"Nodes={hosts}"
        lines.append(f"SwitchName={name} {under} LinkSpeed={max(1, round(rate))}\n")
    return "".join(lines)


def _yaml(plan: Plan) -> dict[str, bytes]:
    """Return the file; each topology is named like its fabric, which partitions give as ``Topology=``.

    The format is that of https://slurm.schedmd.com/topology.yaml.html (2025-05).
    """
    lines = [
        "# Written by fatdesk for Slurm 25.05 or later, which ignores topology.conf where this file is\n---\n"
    ]
    fabrics = wired(plan)
    names = plain_names(one.fabric.name for one in fabrics)
    default = "true"
    for topology, one in zip(names, fabrics, strict=True):
        switches = list(slurm_switches(one))
        if not switches:
            continue  # a fabric without hosts is nothing that jobs run on
        lines.append(
            f"- topology: {json.dumps(topology)}\n  cluster_default: {default}\n  tree:\n    switches:\n"
        )
        default = "false"
        for switch in switches:
            key, below = ("children", switch.switches) if switch.switches else ("nodes", switch.hosts)
            lines.append(f"      - switch: {json.dumps(switch.name)}\n        {key}: {json.dumps(below)}\n")
    return {"topology.yaml": "".join(lines).encode()}


CONF = Export(
    "topology.conf",
    "Topology.conf of Slurm: every host under its first switch, one artificial root per fabric.",
    _conf_files,
    asked_only=True,
    left_out=left_out_of_tree,
)
YAML = Export(
    "topology.yaml",
    "Topology.yaml of Slurm 25.05 and later: a tree of switches per fabric, the first is the default.",
    _yaml,
    asked_only=True,
    left_out=lambda plan: ["rates of links", *left_out_of_tree(plan)],
)
