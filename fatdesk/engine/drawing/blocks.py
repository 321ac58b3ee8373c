"""Which block a device belongs to: an edge switch with its hosts; and whether it is spread over racks."""

from collections import defaultdict

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.fabric.fabric import Fabric, NodeKind
from fatdesk.engine.floor.floor import rack_label


class Blocks:
    """Blocks of the first fabric whose hosts hang on one edge switch each; none where they have several."""

    def __init__(self, plan: Plan) -> None:
        self._name: dict[str, str] = {}
        for fabric, names in zip(plan.fabrics, plan.names, strict=True):
            edge_of = _edges(fabric)
            if edge_of:
                ids = fabric.ids
                self._name = {ids[host]: names[edge] for host, edge in edge_of.items()}
                self._name |= {ids[edge]: names[edge] for edge in edge_of.values()}
                break
        racks: dict[str, set[str]] = defaultdict(set)
        for rack in plan.floor.racks:
            label = rack_label(rack)
            for outer in rack.devices:
                for device in (outer, *outer.inside):
                    if device.id in self._name:
                        racks[self._name[device.id]].add(label)
        self._spread = {name for name, found in racks.items() if len(found) > 1}

    def name(self, device_id: str) -> str:
        """The edge switch of its block by name; empty when it belongs to none."""
        return self._name.get(device_id, "")

    def is_spread(self, device_id: str) -> bool:
        """Whether its block stands in several racks."""
        return self.name(device_id) in self._spread


def _edges(fabric: Fabric) -> dict[int, int]:
    """The edge switch of each host; nothing when a host has two."""
    found: dict[int, int] = {}
    to_host = fabric.kind[fabric.ends[:, 1]] == NodeKind.HOST
    for edge, host in fabric.ends[to_host].tolist():
        if found.setdefault(host, edge) != edge:
            return {}
    return found
