"""Conversion between switch configurations and the parts of a design or record."""

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.configuration import Configuration, configuration
from fatdesk.engine.catalog.matching import Kind, kinds
from fatdesk.engine.catalog.parts import ModularSwitch, Part, Switch
from fatdesk.engine.fabric.as_built import AsBuiltFabric
from fatdesk.engine.fabric.device_kinds import role_field
from fatdesk.engine.families.design import Design, PartUse
from fatdesk.engine.families.problem import CoreOption, EdgeOption, Problem


def use(role: str, part: Configuration, count: int) -> PartUse:
    """Number of switches of a configuration in a role."""
    return PartUse(role=role, part=part.part, count=count, cards=part.cards, card=part.card)


def configuration_of(catalog: Catalog, part_use: PartUse) -> Configuration:
    """The configuration that a design uses.

    Raises
    ------
    FatdeskError
        When the catalog has no such switch.
    """
    part = catalog.get(part_use.part, Part)
    if not isinstance(part, Switch | ModularSwitch):
        raise FatdeskError(f"part {part_use.part!r} is a {type(part).__name__}, not a switch")
    return configuration(part, part_use.cards, part_use.card)


def recorded_uses(record: AsBuiltFabric) -> tuple[PartUse, ...]:
    """The switches of a fabric as it is built, by role and part, from the edge upwards."""
    found: dict[PartUse, int] = {}
    for node in sorted(record.switches, key=lambda one: one.level):
        assert node.part is not None  # else it is no switch
        role = role_field(node.id.rsplit("/", 2)[1])
        one = PartUse(role=role, part=node.part, count=1, cards=node.cards, card=node.card)
        found[one] = found.get(one, 0) + 1
    return tuple(replace(one, count=count) for one, count in found.items())


def shared_params(problem: Problem, option: EdgeOption) -> dict[str, int | str]:
    """Parameters that star and two-level designs have in common.

    ``down`` and ``up`` are the kinds of ports of a switch with several, ``enclosure`` where blades live.
    """
    params: dict[str, int | str] = {
        "split": option.split,
        "rails": problem.rails,
        "planes": problem.planes,
        "extra_ports": problem.extra_ports,
    }
    if option.splits:
        params["splits"] = ",".join(map(str, option.splits))
    if option.on_up:
        params["on_up"] = ",".join(str(int(is_up)) for is_up in option.on_up)
    if problem.rack_edges:
        params["rack_edges"] = problem.rack_edges
    keys = [kind.key for kind in kinds(option.configuration.ports)]
    if len(keys) > 1:
        params |= {"down": keys.index(option.down.key), "up": keys.index(option.up.key)}
    if option.enclosure is not None:
        params["enclosure"] = option.enclosure.id
    return params


def core_params(option: CoreOption) -> dict[str, int | str]:
    """Return the kind of ports that a core switch with several uses."""
    return kind_params(option, "core_kind")


def kind_params(option: CoreOption, key: str) -> dict[str, int | str]:
    """Return the kind of ports that a switch with several uses."""
    keys = [kind.key for kind in kinds(option.configuration.ports)]
    return {key: keys.index(option.kind.key)} if len(keys) > 1 else {}


def role_of(design: Design, role: str) -> PartUse:
    """The part that a design has in a role.

    Raises
    ------
    FatdeskError
        When it has none.
    """
    part = design.part(role)
    if part is None:
        raise FatdeskError(f"a {design.family} design needs a part as {role} switch")
    return part


def edge_kinds(design: Design, edge: Configuration) -> tuple[Kind, Kind]:
    """Kinds of ports towards hosts and towards the core of a design's edge switches."""
    found = kinds(edge.ports)
    places = design.number("down"), design.number("up")
    if max(places) >= len(found):
        raise FatdeskError(f"part {edge.part!r} has {len(found)} kinds of ports; the design names {places}")
    return found[places[0]], found[places[1]]


def core_kind(design: Design, core: Configuration) -> Kind:
    """Kind of ports that a design uses of its core switches."""
    return part_kind(design, core, "core_kind")


def part_kind(design: Design, part: Configuration, key: str) -> Kind:
    """Kind of ports that a design uses of a switch, by its parameter."""
    found = kinds(part.ports)
    place = design.number(key)
    if place >= len(found):
        raise FatdeskError(f"part {part.part!r} has {len(found)} kinds of ports; the design names {place}")
    return found[place]
