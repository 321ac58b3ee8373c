"""Modular switches of a subnet opened into their chips: line cards below, fabric boards above."""

import numpy as np

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.inner_tree import Tree, inner_tree
from fatdesk.engine.catalog.parts import ModularSwitch
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.listing.subnet import Subnet


def opened(subnet: Subnet, fabric: Fabric, catalog: Catalog, *, least_ports: int = 0) -> Subnet:
    """The subnet with every modular switch of so many ports, whose inside is known, replaced by its chips."""
    large = (subnet.ports >= least_ports).tolist()
    trees = [tree if large[node] else None for node, tree in enumerate(inner_trees(fabric, catalog))]
    if not any(trees):
        return subnet
    keys: list[str] = []
    names: list[str] = []
    ports: list[int] = []
    first = np.zeros(len(subnet.keys), np.int64)
    outward = np.full(len(subnet.keys), np.iinfo(np.int64).max)
    ends, numbers, rates = [subnet.ends], [subnet.numbers], [subnet.rate_gbps]
    for node, tree in enumerate(trees):
        first[node] = len(keys)
        key, name, count = subnet.keys[node], subnet.names[node], int(subnet.ports[node])
        if tree is None:
            keys.append(key)
            names.append(name)
            ports.append(count)
            continue
        splits = count // (tree.cards * tree.outward)
        outward[node] = tree.outward * splits
        keys += [f"{key}/card/{i + 1}" for i in range(tree.cards)]
        names += [f"{name} card {i + 1}" for i in range(tree.cards)]
        ports += [tree.card_ports + tree.outward * (splits - 1)] * tree.cards
        keys += [f"{key}/board/{i + 1}" for i in range(tree.boards)]
        names += [f"{name} board {i + 1}" for i in range(tree.boards)]
        ports += [tree.board_ports] * tree.boards
        chips, at = tree.links()
        ends.append(chips + first[node])
        at[:, 0] += tree.outward * (splits - 1)
        numbers.append(at)
        rates.append(np.full(len(at), tree.rate_gbps))
    switches = len(keys)
    first[subnet.switches :] = switches + np.arange(len(subnet.keys) - subnet.switches)
    card, port = np.divmod(subnet.numbers - 1, outward[subnet.ends])
    ends[0] = first[subnet.ends] + card
    numbers[0] = port + 1
    return Subnet(
        keys=[*keys, *subnet.keys[subnet.switches :]],
        names=[*names, *subnet.names[subnet.switches :]],
        ports=np.concatenate([np.array(ports, np.int64), subnet.ports[subnet.switches :]]),
        switches=switches,
        ends=np.concatenate(ends),
        numbers=np.concatenate(numbers),
        rate_gbps=np.concatenate(rates),
    )


def inner_trees(fabric: Fabric, catalog: Catalog) -> list[Tree | None]:
    """The inner tree of each switch of a fabric."""
    of_part: list[Tree | None] = []
    for node_part in fabric.parts:
        part = catalog[node_part.part]
        of_part.append(
            inner_tree(part, node_part.cards, node_part.card) if isinstance(part, ModularSwitch) else None
        )
    return [of_part[part] for part in fabric.part[fabric.nodes(NodeKind.SWITCH)].tolist()]
