"""Requirements files: what is missing means the obvious, what cannot be meant is said with its line."""

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.core.program import shipped
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.part_files import load_catalog, load_shipped
from fatdesk.engine.design.requirements import FabricRequirement, Limits, Objective, Requirements
from fatdesk.engine.design.requirements_file import (
    parse_requirements,
    plain_tree,
    read_requirements,
    requirements_tree,
    requirements_yaml,
    understand,
)
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RackCount, Reserve, RoomRequirement

ROOT = Path(__file__).resolve().parents[3]
FEW = "hosts: [{name: n, part: server-1u, count: 60}]\nfabrics: [{name: c}]\n"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog([ROOT / "catalogs"])


def read(text: str, catalog: Catalog | None = None) -> Requirements:
    return parse_requirements(text.encode(), "r.yaml", catalog)


def errors_of(text: str, catalog: Catalog | None = None) -> list[str]:
    with pytest.raises(FatdeskError) as caught:
        read(text, catalog)
    return str(caught.value).split("\n")


def test_what_is_missing_means_the_obvious() -> None:
    wanted = read(FEW)
    [fabric] = wanted.fabrics
    assert (fabric.blocking, fabric.rails, fabric.planes, fabric.media) == ("1", 1, 1, "any")
    assert (fabric.families, fabric.edge, fabric.core) == ((), (), ())
    assert wanted.objective == Objective(minimise="cost")
    assert wanted.room is None
    assert wanted.hosts_of(fabric) == wanted.hosts


def test_every_key_of_the_spec() -> None:
    text = """
hosts:   [{name: compute, part: blade-2s, count: 224}]
fabrics:
  - {name: compute, hosts: [compute], blocking: 1, rails: 1, planes: 1, families: [two-level],
     edge: [blade-ib-32], core: [ib-36, modular-108], media: any, equal_bundles: false, spread_hosts: true,
     growth_hosts: 0, extra_ports: 0, cable_price: 80}
objective: {minimise: tco, years: 4, price_per_kwh: 0.1, pue: 1.5}
limits: {racks: 14, height_u: 60, cost: 500000, power_w: 9000, mass_kg: 900, blocking: 3/2, models: 2,
         hops: 4, bisection_gbps: 1000, failures_per_year: 2, hosts_possible: 500}
cabling: {lengths: standard, length_step_m: 0, bundle_cable: ib-12x, slack_m: 0, tolerance: 0,
          tray_above_rack_m: 0.6096, tray_width_m: 0.3, tray_depth_m: 0.1, fill_max: 0.5}
room: {rack: rack-42u, rows: 2, racks_per_row: 7, aisle_m: 1.2192, cross_tray_every: 4, policy: dense,
       core_at: centre, core_groups: 2, reserve: [{rack: 1, height_u: 14}]}
explore: {radix: [48, 64], terminals: [16, 32], levels: 4, switches: [32, 64], dimensions: 5,
          external_gbps: 0, hops: 8, uplink_connectors: 32, lag_multiple: 1, price_per_port: 500}
"""
    wanted = read(text)
    assert wanted.fabrics[0].cable_price == Decimal(80)
    assert wanted.objective.price_per_kwh == Decimal("0.1")
    assert wanted.limits.blocking == "3/2"
    assert wanted.room is not None
    assert wanted.room.reserve[0].rack == 1


@pytest.mark.parametrize(
    ("text", "room"),
    [
        (
            "rack: [{part: a, count: 3}, {part: b, count: 4}]",
            {"rack": (RackCount(part="a", count=3), RackCount(part="b", count=4))},
        ),
        ("rows: 3, aisle_m: [1, 2]", {"rows": 3, "aisle_m": (1.0, 2.0)}),
        ("core_at: [7, 11]", {"core_at": (7, 11)}),
        ("core_at: spread", {"core_at": "spread"}),
    ],
)
def test_rooms(text: str, room: dict[str, object]) -> None:
    assert read(FEW + f"room: {{{text}}}\n").room == RoomRequirement(**room)


def test_reserve_in_every_rack() -> None:
    room = read(FEW + "room: {reserve: [{rack: all, height_u: 2}]}\n").room
    assert room is not None
    assert room.reserve[0].rack == "all"


@pytest.mark.parametrize("key", ["edge", "core", "families", "hosts"])
def test_an_empty_list_is_an_error(key: str) -> None:
    text = f"hosts: [{{name: n, part: server-1u, count: 2}}]\nfabrics:\n- name: a\n  {key}: []\n"
    with pytest.raises(FatdeskError) as caught:
        parse_requirements(text.encode(), "r.yaml")
    what = "expected a list of 1 or more (leave the key out to allow all), got a list of 0"
    assert str(caught.value) == f"r.yaml:4: fabrics[0].{key}: {what}"


@pytest.mark.parametrize("name", ["blades-224", "gpu-31", "gpu-63", "nodes-396", "nodes-60"])
def test_examples_with_the_shipped_parts(name: str, catalog: Catalog, shared: Path) -> None:
    assert read_requirements(shared / "examples" / f"{name}.yaml", catalog).hosts[0].count > 0


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            "fabrics: [{name: a, blocking: 0}]",
            '1: fabrics[0].blocking: expected a number or a ratio such as 3:2 above 0, got "0"',
        ),
        (
            "fabrics: [{name: a, blocking: -1/2}]",
            '1: fabrics[0].blocking: expected a number or a ratio such as 3:2 above 0, got "-1/2"',
        ),
        (
            "fabrics: [{name: a, blocking: 1/0}]",
            '1: fabrics[0].blocking: expected a number or a ratio such as 3:2 above 0, got "1/0"',
        ),
        (
            "fabrics: [{name: a, blocking: 1e999999999}]",
            '1: fabrics[0].blocking: expected a number or a ratio such as 3:2 above 0, got "1e999999999"',
        ),
        (
            "fabrics: [{name: a, cable_price: -1}]",
            (
                "1: fabrics[0].cable_price: expected an amount from 0 to 1000000000000 "
                "with at most 6 decimals, "
                'got "-1"'
            ),
        ),
        (
            "fabrics: [{name: a, pods: rail}]",
            "1: fabrics[0].pods: pods by rail need 2 rails or more: add rails, or leave pods out",
        ),
        (
            "fabrics: [{name: a, pods: rail, rails: 2, families: [two-level]}]",
            (
                "1: fabrics[0].pods: pods by rail are for trees of three levels: add egft to families, "
                "or leave pods out"
            ),
        ),
        ("fabrics: []", "1: fabrics: expected a list of 1 or more, got a list of 0"),
        ("fabrics: [{name: a}, {name: a}]", '1: fabrics[1].name: "a" is there twice, rename one'),
        (
            "fabrics: [{name: a, hosts: [m]}]",
            '1: fabrics[0].hosts[0]: there is no group of hosts "m", there is n',
        ),
        ("fabrics: [{name: a, hosts: [n, n]}]", '1: fabrics[0].hosts[1]: "n" is there twice, remove one'),
        (
            "fabrics: [{name: a b}]",
            (
                "1: fabrics[0].name: expected a name of at most 60 letters, digits and . _ -, beginning with "
                "a letter or "
                'digit, got "a b"'
            ),
        ),
        (
            "fabrics: [{name: a}]\nobjective: {minimise: cost, weights: {cost: 1}}",
            "2: objective.weights: expected either weights or minimise, keep one of them, got the keys cost",
        ),
        (
            "fabrics: [{name: a}]\nobjective: {weights: {cost: 0}}",
            "2: objective.weights: expected one weight above 0 at least, got the keys cost",
        ),
        (
            "fabrics: [{name: a}]\nobjective: {minimise: beauty}",
            (
                "2: objective.minimise: expected one of between_racks_share, bundle_types, bundles, "
                "cable_items, cables, cost, failures, fullest_tray, growth_hours, growth_moves, "
                "growth_stages, height, install_hours, mass, patch_panels, power, "
                'racks_per_100_cables, routed_cost, tco, got "beauty"'
            ),
        ),
        (
            "fabrics: [{name: a}]\nlimits: {rack: 3}",
            (
                '2: limits.rack: is not a known key, did you mean "racks"? Known are racks, '
                "height_u, cost, power_w, mass_kg, "
                "blocking, models, hops, bisection_gbps, failures_per_year, hosts_possible, bundle_types, "
                "bundles, cable_items, in_rack_share, racks_per_100_cables, fullest_tray, patch_panels, "
                "install_hours, growth_moves, growth_stages, growth_hours"
            ),
        ),
        (
            "fabrics: [{name: a}]\ngrowth: {hosts: [{name: n, count: 1}]}",
            "2: growth.hosts: the step adds no hosts: give a group more hosts than today",
        ),
        (
            "fabrics: [{name: a}]\ngrowth: {hosts: [{name: n, count: 3}, {name: n, count: 4}]}",
            '2: growth.hosts[1].name: "n" is there twice, leave one out',
        ),
        (
            "fabrics: [{name: a}]\ngrowth: {hosts: [{name: n, count: 3}], floor: 1}",
            '2: growth.floor: expected a number from 0 to below 1, got "1"',
        ),
        (
            "fabrics: [{name: a}]\nroom: {rows: 3, aisle_m: [1]}",
            "2: room.aisle_m: expected 2, one between each two of 3 rows, got 1",
        ),
        (
            "fabrics: [{name: a}]\nroom: {power: {count: 3}}",
            '2: room.power.count: only N+1 has a choice, 2N has 2 feeds: leave it out, got "3"',
        ),
        (
            "fabrics: [{name: a}]\nroom: {power: {phases: 1, outlets_at: phases}}",
            '2: room.power.outlets_at: only three phases have a choice: leave it out, got "phases"',
        ),
        (
            "fabrics: [{name: a}]\nroom: {rows: 2, racks_per_row: 3, core_at: [7]}",
            "2: room.core_at[0]: there is no rack 7, the room has 6",
        ),
        (
            "fabrics: [{name: a}]\nroom: {rack: [{part: r, count: 7}], rows: 2, racks_per_row: 3}",
            "2: room.rack: lists 7 racks, 2 rows of 3 have 6 places: add rows or places, or list fewer",
        ),
        (
            "fabrics: [{name: a}]\nroom:\n  rows: 2\n  racks_per_row: 3\n  reserve: [{rack: 9, height_u: 1}]",
            "5: room.reserve[0].rack: there is no rack 9, the room has 6",
        ),
    ],
)
def test_errors(text: str, error: str) -> None:
    hosts = "hosts: [{name: n, part: p, count: 1}]\n"
    line, rest = error.split(":", 1)
    assert errors_of(hosts + text) == [f"r.yaml:{int(line) + 1}:{rest}"]


def test_hosts_of_a_rack_that_are_taller_than_it(catalog: Catalog) -> None:
    text = "hosts: [{name: n, part: server-1u, count: 100, per_rack: PER}]\nfabrics: [{name: a}]\n"
    what = "43 server-1u are 43 U, rack-42u has 42 U: have fewer in a rack, or a taller rack (room.rack)"
    assert errors_of(text.replace("PER", "43"), catalog) == [f"r.yaml:1: hosts[0].per_rack: {what}"]
    assert read(text.replace("PER", "42"), catalog)
    nodes = text.replace("server-1u", "dell-c6420-cx6").replace("PER", "88")  # 22 chassis of four, 2 U each
    assert "88 dell-c6420-cx6 are 44 U" in errors_of(nodes, catalog)[0]
    taller = "room: {rack: [{part: rack-42u, count: 1}, {part: apc-ar3107, count: 1}]}"
    assert read(nodes + taller, catalog)


def test_ports_that_are_named_twice(catalog: Catalog) -> None:
    text = (
        "hosts: [{name: n, part: nvidia-dgx-b200, count: 4}]\nfabrics:\n"
        "- {name: a, rails: 2, members: [{hosts: n, ports: [1/1, '1']}]}\n"
        "- {name: b, members: [{hosts: n, ports: [1/2]}]}\n"
    )
    assert errors_of(text, catalog) == [
        "r.yaml:3: fabrics[0].members[0].ports[1]: port 1 of hosts n is named here already: name another",
        (
            'r.yaml:4: fabrics[1].members[0].ports[0]: port 1/2 of hosts n is named by fabric "a" already: '
            "name another"
        ),
    ]


def test_a_next_step_with_fewer_hosts() -> None:
    text = "hosts: [{name: n, part: p, count: 5}]\nfabrics: [{name: a}]\n"
    what = "growth.hosts[0].count: 4 are fewer than the 5 of today: growth adds hosts, give a larger number"
    assert errors_of(text + "growth: {hosts: [{name: n, count: 4}]}") == [f"r.yaml:3: {what}"]


@pytest.mark.parametrize("count", ["0", "-3", "1.5", "many", "9999999"])
def test_counts_of_hosts(count: str) -> None:
    text = FEW.replace("count: 60", f"count: {count}")
    assert errors_of(text) == [
        f'r.yaml:1: hosts[0].count: expected a whole number from 1 to 1000000, got "{count}"'
    ]


def test_parts_that_are_not_there(catalog: Catalog) -> None:
    text = (
        "hosts: [{name: n, part: server-2u, count: 1}, {name: m, part: ib-36, count: 1}]\n"
        "fabrics: [{name: a, edge: [ib-63], core: [server-1u]}]\n"
        "cabling: {bundle_cable: rack-42u}\n"
        "room: {rack: rack-43u}\n"
    )
    assert read(text)
    assert errors_of(text, catalog) == [
        (
            'r.yaml:1: hosts[0].part: there is no part "server-2u" in the catalog, '
            "did you mean server-1u or server-10gbe?"
        ),
        'r.yaml:1: hosts[1].part: the part "ib-36" is not a server, see `fatdesk catalog list`',
        'r.yaml:2: fabrics[0].edge[0]: there is no part "ib-63" in the catalog, did you mean ib-36?',
        'r.yaml:2: fabrics[0].core[0]: the part "server-1u" is not a switch, see `fatdesk catalog list`',
        'r.yaml:3: cabling.bundle_cable: the part "rack-42u" is not a cable, see `fatdesk catalog list`',
        'r.yaml:4: room.rack: there is no part "rack-43u" in the catalog, did you mean rack-42u?',
    ]


def test_racks_in_a_list_are_looked_up(catalog: Catalog) -> None:
    text = FEW + "room:\n  rack:\n    - {part: rack-42u, count: 1}\n    - {part: ib-36, count: 1}\n"
    assert errors_of(text, catalog) == [
        'r.yaml:6: room.rack[1].part: the part "ib-36" is not a rack, see `fatdesk catalog list`'
    ]


CATALOG = load_shipped([])
EXAMPLES = sorted((shipped("resources") / "examples").glob("*.yaml"))

amounts = st.decimals(0, 10**9, places=2, allow_nan=False)
words = st.sampled_from(["1", "12", "a", "no", "null", "1e3", "0x10", "x.y_z-1"])
"""Names that a careless writer of YAML turns into numbers, truth or nothing."""
fabrics = st.builds(
    FabricRequirement,
    name=words,
    blocking=st.sampled_from(["1", "3/2", "1.5", "2"]),
    rails=st.integers(1, 64),
    families=st.sampled_from([(), ("star",), ("star", "two-level")]),
    edge=st.sampled_from([(), ("ib-36",)]),
    media=st.sampled_from(["any", "copper", "optical"]),
    equal_bundles=st.booleans(),
    spread_hosts=st.booleans(),
    growth_hosts=st.integers(0, 500),
    cable_price=st.none() | amounts,
)
rooms = st.builds(
    RoomRequirement,
    rows=st.none() | st.integers(1, 9),
    racks_per_row=st.none() | st.integers(20, 30),
    aisle_m=st.floats(0, 100),
    core_at=st.sampled_from(["centre", "spread", (3,), (7, 11)]),
    reserve=st.lists(
        st.builds(
            Reserve,
            rack=st.just("all") | st.integers(1, 9),
            height_u=st.integers(1, 40),
            note=st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=20),
        ),
        max_size=3,
    ).map(tuple),
)
wishes = st.builds(
    Requirements,
    hosts=st.builds(HostGroup, name=words, part=st.just("server-1u"), count=st.integers(1, 10**6)).map(
        lambda group: (group,)
    ),
    fabrics=fabrics.map(lambda fabric: (fabric,)),
    objective=st.builds(Objective, minimise=st.sampled_from(["cost", "tco"]), price_per_kwh=amounts)
    | st.builds(Objective, weights=st.just({"cost": 1.0, "power": 0.25})),
    limits=st.builds(Limits, cost=st.none() | amounts, power_w=st.none() | st.floats(0.001, 1e9)),
    room=st.none() | rooms,
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_come_back(path):
    wanted = read_requirements(path, CATALOG)
    assert parse_requirements(requirements_yaml(wanted), path.name, CATALOG) == wanted


@given(wishes)
def test_whatever_is_wished_comes_back(wanted):
    written = requirements_yaml(wanted)
    assert parse_requirements(written, "wish.yaml", CATALOG) == wanted
    assert requirements_yaml(parse_requirements(written, "wish.yaml", CATALOG)) == written
    assert understand(plain_tree(requirements_tree(wanted)), CATALOG) == wanted


def test_people_can_read_it():
    wanted = Requirements(
        hosts=(HostGroup(name="nodes", part="server-1u", count=396),),
        fabrics=(FabricRequirement(name="compute", edge=("ib-36",), cable_price=Decimal("80.50")),),
    )
    assert requirements_yaml(wanted).decode() == (
        "hosts:\n- {name: nodes, part: server-1u, count: 396}\n"
        "fabrics:\n- name: compute\n  edge: [ib-36]\n  cable_price: 80.50\n"
    )


def test_all_that_is_wrong_is_told_with_its_place():
    tree = {
        "hosts": [{"name": "a b", "part": "server-1u", "count": "0"}],
        "fabrics": [{"name": "x", "blocking": "half", "edge": ["ib-36"]}],
        "room": {"rows": "-1"},
    }
    found = understand(tree, CATALOG)
    assert isinstance(found, list)
    places = [problem.place for problem in found]
    assert places == [
        ("hosts", 0, "name"),
        ("hosts", 0, "count"),
        ("fabrics", 0, "blocking"),
        ("room", "rows"),
    ]


def test_parts_are_looked_up_once_the_rest_is_sound():
    tree = {
        "hosts": [{"name": "a", "part": "server-2u", "count": "1"}],
        "fabrics": [{"name": "x", "core": ["ib-37"]}],
    }
    found = understand(tree, CATALOG)
    assert isinstance(found, list)
    assert [problem.place for problem in found] == [("hosts", 0, "part"), ("fabrics", 0, "core", 0)]
    assert "did you mean" in found[1].what


@pytest.mark.parametrize("written", ["16:20", '"16:20"', '"16/20"'])
def test_blocking_is_a_ratio_as_texts_write_it(written):
    """Not a time of 16 minutes, as YAML 1.1 would have it; written in the form that all readers agree on."""
    text = f"hosts: [{{name: g, part: s, count: 4}}]\nfabrics: [{{name: a, blocking: {written}}}]\n"
    text += f"limits: {{blocking: {written}}}\n"
    wanted = parse_requirements(text.encode(), "w.yaml")
    assert wanted.fabrics[0].blocking == wanted.limits.blocking == "16/20"
    assert parse_requirements(requirements_yaml(wanted), "w.yaml") == wanted
