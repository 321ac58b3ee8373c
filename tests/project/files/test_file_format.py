"""The text of a project file, and what is said of a wrong one."""

import json

import msgspec
import pytest
from msgspec.structs import replace

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.engine.bill.deployability import WORK_FIGURES
from fatdesk.engine.catalog.parts import Ports, RackPart, Server, TrayPart
from fatdesk.engine.design.requirements import PLACED_GOALS, FabricRequirement, Limits, Objective
from fatdesk.engine.fabric.name_templates import Naming
from fatdesk.engine.families.design import HostGroup
from fatdesk.networks.schedules.study import ScheduleStudy
from fatdesk.project.document.project import FabricDecision, Project, SearchRequirements, Waiver
from fatdesk.project.files import file_format, migrations
from fatdesk.project.files.file_format import decode, encode
from fatdesk.project.files.migrations import Migration, Records
from fatdesk.project.files.record_problems import MAX_DEPTH
from tests.project.samples import built_project, rich_project
from tests.trust.promises import Promise

LINES = encode(rich_project()).decode().split("\n")


def errors_of(data: bytes) -> str:
    with pytest.raises((InputError, InputErrors)) as caught:
        decode(data, "p")
    return str(caught.value)


def replaced(old: str, new: str) -> bytes:
    text = "\n".join(LINES)
    assert old in text
    return text.replace(old, new).encode()


def test_there_and_back() -> None:
    for project in (Project(), rich_project(), built_project()):
        data = encode(project)
        reading = decode(data, "p")
        assert reading.project == project
        assert reading.canonical == data
        assert not reading.newer


def test_an_empty_project_is_three_lines() -> None:
    assert encode(Project(name="x")) == (
        b'{"t":"fatdesk","format":6,"min_reader":6}\n{"t":"project","name":"x"}\n{"t":"end"}\n'
    )


def test_every_line_is_json_with_its_kind() -> None:
    words = [json.loads(line)["t"] for line in encode(built_project()).decode().split("\n") if line]
    kinds = [kind.word for kind in file_format.RECORD_KINDS]
    assert list(dict.fromkeys(words)) == ["fatdesk", *kinds, "end"], "the sample has every kind, in order"


def test_files_written_by_hand_are_read() -> None:
    """Spaces, another order, CRLF and blank lines are no reason to refuse; saving makes them canonical."""
    data = "\r\n".join(
        [
            LINES[0],
            "",
            *(json.dumps(dict(reversed(json.loads(line).items()))) for line in reversed(LINES[1:-2])),
            *LINES[-2:],
        ]
    ).encode()
    reading = decode(data, "p")
    assert set(reading.project.hosts) == set(rich_project().hosts)
    assert reading.project.floor.racks == rich_project().floor.racks
    assert reading.project.cables == rich_project().cables
    assert decode(reading.canonical, "p").canonical == reading.canonical


def test_a_file_says_the_oldest_format_that_knows_its_records() -> None:
    """A default changed in format 6, so files of older formats would read differently there."""
    assert LINES[0] == '{"t":"fatdesk","format":9,"min_reader":9}'
    tray = TrayPart(id="t", width_mm=300.0, tray_depth_mm=100.0)
    for part in (tray, msgspec.structs.replace(tray, dates={"width_mm": "2026-05"})):
        data = encode(Project(parts=(part,)))
        assert data.startswith(b'{"t":"fatdesk","format":6,')
        assert decode(data, "p").project.parts == (part,)


def test_limits_and_objectives_of_work_raise_the_format() -> None:
    """Each of them alone; ``routed_cost`` is older."""
    limits = [{one.key: 1.0 if one.key == "in_rack_share" else 3} for one in WORK_FIGURES]
    wishes = [SearchRequirements(limits=msgspec.convert(one, Limits)) for one in limits]
    wishes += [SearchRequirements(objective=Objective(minimise=goal)) for goal in PLACED_GOALS]
    for one in wishes:
        data = encode(Project(wishes=one))
        needed = 6 if one.objective.minimise == "routed_cost" else 12
        assert data.startswith(b'{"t":"fatdesk","format":%d,' % needed), data
        assert decode(data, "p").project.wishes == one


def test_keys_that_came_later_raise_the_format() -> None:
    """Older programs refuse keys that they do not know, so the header asks for a newer one."""
    fabric = FabricDecision(requirement=FabricRequirement(name="a"))
    named = replace(fabric, requirement=replace(fabric.requirement, port_names=("cumulus",)))
    for project, needed in (
        (Project(fabrics=(fabric,)), 6),
        (Project(fabrics=(named,)), 7),
        (Project(fabrics=(replace(fabric, requirement=replace(fabric.requirement, hosts_per_edge=18)),)), 7),
        (Project(fabrics=(replace(fabric, requirement=replace(fabric.requirement, edges_per_rack=2)),)), 10),
        (Project(fabrics=(replace(fabric, requirement=replace(fabric.requirement, edge_at="middle")),)), 10),
        (Project(fabrics=(replace(fabric, requirement=replace(fabric.requirement, blocking="4/5")),)), 10),
        (
            Project(
                hosts=(HostGroup(name="h", part="s", count=4, per_rack=2),),
                parts=(Server(id="s", ports=(Ports(count=1, connector="q", rate_gbps=1.0),)),),
            ),
            10,
        ),
        (Project(fabrics=(replace(fabric, requirement=replace(fabric.requirement, pods="rail")),)), 10),
        (Project(parts=(RackPart(id="r", height_u=42, holds=("s",)),)), 10),
        (Project(naming=Naming(middle="M{index}")), 7),
        (Project(naming=Naming(label="{row}{rack}-{port}")), 6),
        (Project(naming=Naming(label="{port_name}")), 11),
        (Project(waivers=(Waiver(rule="r", where="w", comment="c"),)), 6),
        (Project(waivers=(Waiver(rule="r", where="w", comment="c", by="rk", on="2026-11-19"),)), 9),
    ):
        data = encode(project)
        assert data.startswith(b'{"t":"fatdesk","format":%d,' % needed)
        assert decode(data, "p").project == project


KEYS_OF_9: dict[str, tuple[str, dict[str, object], str]] = {
    "front": ("racks", {"number": 1, "part": "r", "row": 0, "position": 0, "x_mm": 0.0, "y_mm": 0.0}, '"up"'),
    "reason": ("cables", {"id": "a/edge/1:1--n/1:1", "part": "c"}, '"tray-1 is full"'),
    "extra_ports_to": ("fabrics", {"requirement": {"name": "a", "extra_ports": 2}}, '"UFM"'),
    "rows_face": ("wishes", {"room": {}}, '"each-other"'),
    "message_bytes": ("schedules", {"name": "s"}, "64"),
    "by": ("waivers", {"rule": "r", "where": "w", "comment": "c"}, '"rk"'),
    "on": ("waivers", {"rule": "r", "where": "w", "comment": "c"}, '"2026-11-19"'),
}
"""Keys of format 9 in records of older formats: the record without it, and a value."""

_UNDERLAY: dict[str, object] = {"file": "hall.pdf", "sha256": "0" * 64, "mm_per_unit": 35.0}
KEYS_OF_10: dict[str, tuple[str, dict[str, object], str]] = {
    "page": ("plan", {"underlay": _UNDERLAY}, "2"),
    "building_plan": ("jobs", {"name": "j", "documents": ["floor.pdf"]}, "false"),
}

_BOX = {"kind": "enclosure", "id": "x", "height_u": 2, "blades": 4}
_RJ45 = '[{"count":1,"connector":"rj45","rate_gbps":1.0}]'
_QSFP: list[dict[str, object]] = [{"count": 4, "connector": "q", "rate_gbps": 1.0}]
KEYS_OF_11: dict[str, tuple[str, dict[str, object], str]] = {
    "management": ("parts", {"kind": "switch", "id": "s", "ports": _QSFP}, _RJ45),
    "management of a modular switch": (
        "parts",
        {"kind": "modular-switch", "id": "s", "slots": 2, "cards": [{"name": "c", "ports": _QSFP}]},
        _RJ45,
    ),
    "ports": ("parts", {"kind": "power", "id": "u"}, _RJ45),
    "core": ("naming", {"edge": "e{index}"}, '"{label}-{u}"'),
    "edge": ("naming", {"host": "{group}{index}{fabric}{level}"}, '"{rail}"'),
    "core_count": ("fabrics", {"requirement": {"name": "a"}}, "2"),
    "edges_per_group": ("fabrics", {"requirement": {"name": "a"}}, "6"),
    "core_in_rack": ("fabrics", {"requirement": {"name": "a"}}, '"middle"'),
    "roles": ("parts", {"kind": "switch", "id": "s", "ports": _QSFP}, '["management"]'),
    "columns": ("parts", {**_BOX, "switch": ["s"]}, "2"),
    "outside_m": ("hosts", {"name": "h", "part": "v", "count": 4}, "12.5"),
    "members": ("fabrics", {"requirement": {"name": "a"}}, '[{"hosts":"n","links":1}]'),
    "switches_of": ("fabrics", {"requirement": {"name": "a"}}, '["b"]'),
    "designs": (
        "explorations",
        {"fabric": "a", "count": 14},
        '[{"letter":"A","design":{"family":"star","parts":[],"params":{}},"hosts":4,"cost":"1.50"}]',
    ),
}
KEYS_OF_12: dict[str, tuple[str, dict[str, object], str]] = {
    "names": ("hosts", {"name": "h", "part": "v", "count": 4}, '"gpu{index:03}"'),
    "hosts": ("fabrics", {"requirement": {"name": "a"}}, '"none"'),
}
PARTS_OF_11 = {
    "chassis": '{"t":"parts","kind":"enclosure","id":"x","height_u":2,"blades":4}',
    "block": '{"t":"parts","kind":"enclosure","id":"x","height_u":5,"blades":1,'
    '"contents":[{"u":1,"height_u":4,"name":"shelf"}]}',
}

KINDS_OF_9 = {
    "walls": '{"t":"walls","points_mm":[[0.0,0.0],[9000.0,0.0]]}',
    "doors": '{"t":"doors","hinge_mm":[1000.0,0.0],"latch_mm":[2000.0,0.0]}',
    "plan": '{"t":"plan","north_deg":12.5}',
    "explorations": '{"t":"explorations","fabric":"a","count":14}',
}


def _format_as_written(record: str) -> int:
    """The format of the one text of a project with a record; the record must be in it as it is."""
    lines = [
        '{"t":"fatdesk","format":12,"min_reader":12}',
        *(() if '"t":"fabrics"' in record else ('{"t":"fabrics","requirement":{"name":"a"}}',)),
        '{"t":"parts","kind":"cable","id":"c","medium":"copper","connectors":["q","q"]}',
        '{"t":"parts","kind":"rack","id":"r","height_u":42}',
        '{"t":"parts","kind":"server","id":"v","ports":[{"count":1,"connector":"q","rate_gbps":1.0}]}',
        '{"t":"hosts","name":"n","part":"v","count":1}',
        record,
        '{"t":"end"}',
        "",
    ]
    text = decode("\n".join(lines).encode(), "p").canonical.decode()
    assert record in text.split("\n")
    return int(json.loads(text.split("\n")[0])["format"])


@pytest.mark.parametrize(
    ("key", "needed"),
    [
        *((key, 9) for key in KEYS_OF_9),
        *((key, 10) for key in KEYS_OF_10),
        *((key, 11) for key in KEYS_OF_11),
        *((key, 12) for key in KEYS_OF_12),
    ],
)
def test_each_key_of_a_format_alone_raises_it(key: str, needed: int) -> None:
    """A program of the format before refuses the key, so the header must send it away first."""
    kind, rest, value = (KEYS_OF_9 | KEYS_OF_10 | KEYS_OF_11 | KEYS_OF_12)[key]
    key = key.partition(" ")[0]
    without = json.dumps({"t": kind, **rest}, separators=(",", ":"))
    inner = without.rindex("}", 0, -1) if without.endswith("}}") else len(without) - 1
    comma = "" if without[inner - 1] == "{" else ","
    alone = f'{without[:inner]}{comma}"{key}":{value}{without[inner:]}'
    assert json.loads(alone)
    assert _format_as_written(alone) == needed
    assert _format_as_written(without) < needed


@pytest.mark.parametrize("kind", PARTS_OF_11)
def test_parts_that_are_chassis_raise_the_format(kind: str) -> None:
    assert _format_as_written(PARTS_OF_11[kind]) == 11


@pytest.mark.parametrize(
    ("design", "needed"),
    [
        ('{"family":"dragonfly-plus","parts":[],"params":{}}', 11),
        ('{"family":"two-level","parts":[],"params":{"splits":"1,2"}}', 11),
        ('{"family":"two-level","parts":[],"params":{"splits":"1,2","rack_edges":1}}', 12),
        ('{"family":"two-level","parts":[],"params":{"splits":"1,1","on_up":"0,1"}}', 12),
    ],
)
def test_designs_that_older_programs_cannot_build_raise_the_format(design: str, needed: int) -> None:
    fabric = '{"t":"fabrics","requirement":{"name":"a"},"design":' + design + "}"
    assert _format_as_written(fabric) == needed


@pytest.mark.parametrize("kind", KINDS_OF_9)
def test_each_kind_of_format_9_alone_raises_the_format(kind: str) -> None:
    assert _format_as_written(KINDS_OF_9[kind]) == 9


BUILT = '{"t":"fabrics","requirement":{"name":"a"},"as_built":{"source":"x"}}'
NODE = '{"t":"nodes","id":"a/edge/1","part":"s","level":1,"links":[[1,"n/1",1,1.0,0,1,false]],"fabric":"a"}'
SWITCH_PART = '{"t":"parts","kind":"switch","id":"s","ports":[{"count":2,"connector":"q","rate_gbps":1.0}]}'


def built_file(*lines: str) -> bytes:
    """A file with these lines after the header."""
    return "\n".join(['{"t":"fatdesk","format":12,"min_reader":12}', *lines, '{"t":"end"}', ""]).encode()


def test_fabrics_as_built_raise_the_format_and_have_a_line_for_each_node() -> None:
    for project, needed in ((built_project(), 12), (rich_project(), 9)):
        assert encode(project).startswith(b'{"t":"fatdesk","format":%d,' % needed)
    data = built_file(BUILT, NODE, SWITCH_PART)
    assert decode(data, "p").canonical == data


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((BUILT, NODE.replace(':"a"}', ':"b"}'), SWITCH_PART), 'p:3: nodes.fabric: there is no fabric "b"'),
        ((BUILT, NODE.replace("1.0,0,1,false", ""), SWITCH_PART), "p:3: nodes: is not JSON"),
        ((BUILT, NODE.replace("false", "false,2"), SWITCH_PART), "p:3: nodes.links[0]: expected a list (po"),
        ((BUILT, NODE, NODE, SWITCH_PART), 'p:4: nodes: "a@a/edge/1" is at line 3 already'),
        ((BUILT, NODE), 'p:3: nodes.part: the part "s" is not among the parts'),
        ((BUILT, NODE.replace("1.0,0", "-1,0"), SWITCH_PART), "p:3: nodes.links[0][3]: expected"),
        ((BUILT, NODE.replace("a/edge/1", "edge 1"), SWITCH_PART), "p:3: nodes.id: expected"),
    ],
)  # fmt: skip
def test_wrong_nodes_of_a_fabric_as_built(lines: tuple[str, ...], said: str) -> None:
    found = errors_of(built_file(*lines))
    assert found.startswith(said), found


def test_another_size_of_messages_raises_the_format() -> None:
    """The size by default is not written."""
    usual = ScheduleStudy(name="x")
    for study, needed in ((usual, 8), (replace(usual, message_bytes=64), 9)):
        data = encode(Project(schedules=(study,)))
        assert data.startswith(b'{"t":"fatdesk","format":%d,' % needed)
        assert (b"message_bytes" in data) == (needed == 9)
        assert decode(data, "p").project.schedules == (study,)


@pytest.mark.parametrize("file_format", [1, 2, 3, 4, 5])
def test_what_older_formats_left_out_keeps_its_old_default(file_format: int) -> None:
    """Since format 6 slack is 0.3 m by default and depth counts; before there was neither."""
    head = f'{{"t":"fatdesk","format":{file_format},"min_reader":{file_format}}}'
    for line, slack in (
        ("", 0.0),
        ('{"t":"cabling","tolerance":0.05}\n', 0.0),
        ('{"tolerance":0.05, "t":"cabling"}\r\n\n', 0.0),
        ('{"t":"cabling","slack_m":0.5}\n', 0.5),
    ):
        reading = decode(f'{head}\n{line}{{"t":"end"}}\n'.encode(), "p")
        assert reading.project.cabling.slack_m == slack
        assert reading.project.cabling.depth is False
        assert reading.project.cabling.tolerance == (0.05 if "tolerance" in line else 0.0)
        assert decode(reading.canonical, "p").project == reading.project


def test_wrong_lines_of_older_files_are_reported_once() -> None:
    head = '{"t":"fatdesk","format":5,"min_reader":5}\n'
    for line, said in (
        ('{"t":"cabling","slack_m":1', "p:2: cabling: is not JSON"),
        ('{"t":"cabling","slack_m":1,"slack_m":2}', "p:2: slack_m: is listed twice"),
        ('{"t":"cabling","slack_m":-1}', "p:2: cabling.slack_m: expected"),
        ('{"t":"cabling"}\n{"t":"cabling"}', 'p:3: cabling: "cabling" is at line 2 already'),
        ("[" * 100, "p:2: record: is nested deeper"),
    ):
        found = errors_of(f'{head}{line}\n{{"t":"end"}}\n'.encode())
        assert found.startswith(said), found
        assert "\n" not in found


def test_studies_written_by_hand_become_canonical() -> None:
    data = replaced("ft-ruft-222:k=2,n=3", " ft-ruft-222 : n=3 , k=2")
    reading = decode(data, "p")
    assert reading.project == rich_project()
    assert reading.canonical == encode(rich_project())


@pytest.mark.parametrize("kind", ["simulations", "faults"])
def test_networks_under_study_written_by_hand_become_canonical(kind: str) -> None:
    line = next(line for line in LINES if line.startswith(f'{{"t":"{kind}"') and "paper" in line)
    by_hand = line.replace('"paper","spec":"ft-ruft-222:k=2,n=3"', '"paper","spec":"ft-ruft-222: n=3,k=2"')
    reading = decode(replaced(line, by_hand), "p")
    assert reading.project == rich_project()
    assert reading.canonical == encode(rich_project())


STUDY = next(n for n, line in enumerate(LINES, start=1) if '"studies"' in line)
FAULTS = next(n for n, line in enumerate(LINES, start=1) if '"faults"' in line)
JOBS = next(n for n, line in enumerate(LINES, start=1) if '"jobs"' in line)
SIMULATION = next(n for n, line in enumerate(LINES, start=1) if '"simulations"' in line)


def test_order_of_hosts_and_fabrics_is_the_users() -> None:
    project = decode(encode(rich_project()), "p").project
    assert [group.name for group in project.hosts] == ["nodes", "blades"]
    assert [fabric.requirement.name for fabric in project.fabrics] == ["storage", "compute"]


RACK_2 = next(n for n, line in enumerate(LINES, start=1) if '"racks","number":2' in line)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "p:1: file: is empty"),
        (b"\n \n", "p:1: file: is empty"),
        (b"\xef\xbb\xbf" + "\n".join(LINES).encode(), "p:1: text: begins with a byte order mark"),
        (bytes(range(256)), "p:1: header: is not that of a fatdesk project, open another file"),
        (replaced("日本語", "\ufffd").replace("\ufffd".encode(), b"\xff"), "p:2: text: is not UTF-8"),
        (replaced("quoted", "\0"), "text: holds the control character U+0000, remove it"),
        (replaced("quoted", "\\u001f"), "text: holds the escaped control character U+001F, remove it"),
        (replaced("quoted", "\\ud800"), "parts: holds an escape from U+D800 to U+DFFF without its pair"),
        (b"hosts: []\n", "p:1: header: is not"),
        (b"[]\n", "p:1: header: is not"),
        (b'{"t":"fatdesk"}\n{"t":"end"}', "p:1: header.format: is not a whole number"),
        (replaced('"min_reader":9', '"min_reader":10'), "p:1: header.min_reader: is above the format"),
        (replaced('"min_reader":9', '"min_reader":9,"zz":1'), "p:1: header.zz: is not known here"),
        (
            "\n".join(LINES[:20]).encode(),
            "p:20: end line: is missing, the file was cut off after line 20: restore it from a copy",
        ),
        (
            "\n".join([*LINES, LINES[3]]).encode(),
            f"end line: is at line {len(LINES) - 1} and more follows",
        ),
        (
            replaced('"t":"naming"', '"t":"namign"'),
            't: is "namign", which is not a kind of record; did you mean "naming"?',
        ),
        (replaced('"t":"naming"', '"t":5'), 't: is "5", which is not a kind of record'),
        (replaced('"t":"naming"', '"t":[]'), 'record: is not {"t":"..."}'),
        (replaced('{"t":"naming"', '<<<<<<< HEAD\n{"t":"naming"'), "record: is a mark of a merge conflict"),
        (replaced('"u":42}', '"u":42'), f"p:{RACK_2}: racks: is not JSON at character"),
        (
            replaced('"u":42}', '"u":420}'),
            f"p:{RACK_2}: racks.devices[0].u: expected a whole number from 1 to 100",
        ),
        (
            replaced('"u":42}', '"u":"42"}'),
            "racks.devices[0].u: expected a whole number, got text, correct it",
        ),
        (replaced('"u":42}', '"u":42.5}'), "racks.devices[0].u: expected a whole number from 1 to 100"),
        (replaced('"u":42}', '"u":NaN}'), "racks"),
        (replaced('"u":42}', '"u":42,"colour":"red"}'), "racks.devices[0].colour: is not a known key"),
        (replaced('"u":42}', '"u":42,"u":41}'), f"p:{RACK_2}: u: is listed twice, remove one of them"),
        (replaced('"x_mm":609.6', '"x_mm":1e999'), "racks.x_mm: expected a number"),
        (replaced('"x_mm":609.6', '"x_mm":1e9'), "racks.x_mm: expected a number"),
        (replaced('"hourly_rate":"62.50"', '"hourly_rate":"NaN"'), "bill.hourly_rate: expected an amount"),
        (replaced('"hourly_rate":"62.50"', '"hourly_rate":"-1"'), "bill.hourly_rate: expected an amount"),
        (replaced('"hourly_rate":"62.50"', '"hourly_rate":1e999'), "bill.hourly_rate"),
        (replaced('"blocking":1.5', '"blocking":0'), "fabrics.requirement.blocking: expected"),
        (
            replaced('"E":2', '"E":99999999999999999999999'),
            "fabrics.design.params[...]: expected a whole number of at most 1000000000",
        ),
        (replaced('"t":"naming"', '"t":"naming","t":"bill"'), "naming.t: is listed twice"),
        (replaced(LINES[2], LINES[2] + "\n" + LINES[2]), 'p:4: hosts: "nodes" is at line 3 already'),
        (replaced(LINES[RACK_2 - 1], LINES[RACK_2 - 1] * 2), f"p:{RACK_2}: racks: is not JSON"),
        (replaced('"number":5', '"number":2'), f'p:{RACK_2 + 1}: racks: "2" is at line {RACK_2} already'),
        (replaced('{"t":"naming"', '{"t":"naming"}\n{"t":"naming"'), 'naming: "naming" is at line'),
        (
            replaced('"hosts":["blades"]', '"hosts":["blade"]'),
            'fabrics.requirement.hosts[0]: there is no group of hosts "blade"',
        ),
        (
            replaced('"nodes","part":"server-1u"', '"nodes","part":"server"'),
            'p:3: hosts.part: the part "server" is not among',
        ),
        (
            replaced('"nodes","part":"server-1u"', '"nodes","part":"ib-36"'),
            'p:3: hosts.part: the part "ib-36" is not a server',
        ),
        (
            replaced('"blades/1","part":"blade-2s"', '"blades/1","part":"x"'),
            f'p:{RACK_2}: racks.devices[1].inside[0].part: the part "x"',
        ),
        (
            replaced('"nodes/13"', '"nodes/1"'),
            f'p:{RACK_2}: racks.devices[2].id: "nodes/1" is in rack A01 too',
        ),
        (
            replaced('"bundle_cable":"copper-q"', '"bundle_cable":"t-40"'),
            'cabling.bundle_cable: the part "t-40" is not a cable',
        ),
        (
            replaced('"part":"copper-q","length_m"', '"part":"x","length_m"'),
            'cables.part: the part "x" is not among',
        ),
        (
            replaced('"edge","part":"ib-36"', '"edge","part":"ib-37"'),
            'fabrics.design.parts[0].part: the part "ib-37"',
        ),
        (
            replaced('"racks","number":5,"part":"rack-tall"', '"racks","number":5,"part":"pdu-1"'),
            'racks.part: the part "pdu-1" is not a rack',
        ),
        (
            replaced("ft-ruft-222:k=2", "ft-ruft-223:k=2"),
            f"p:{STUDY}: studies.spec: network: unknown family 'ft-ruft-223': known are",
        ),
        (
            replaced("ft-ruft-222:k=2,n=3", "ft-ruft-222:k=2"),
            f"p:{STUDY}: studies.spec: network ft-ruft-222: n is missing: write ft-ruft-222:k=2,n=2",
        ),
        (replaced("T=3", "T=0"), f"p:{STUDY + 1}: studies.spec: network hyperx: T=0: 0 is out of range"),
        (replaced("K=1-2", "K=1"), f"p:{STUDY + 1}: studies.spec: network hyperx: S, K: not of one length"),
        (replaced('"lattice"', '"two-paths"'), f'p:{STUDY + 1}: studies: "two-paths" is at line {STUDY}'),
        (
            replaced('"spec":"ft-ruft-222:k=2,n=3"},', '"spec":"ft-ruft-222:k=2"},'),
            f"p:{SIMULATION}: simulations.networks[0]: network ft-ruft-222: n is missing",
        ),
        (
            replaced('"scheme":"updown"', '"scheme":"up"'),
            f"p:{SIMULATION}: simulations.networks[1]: unknown routing algorithm 'up': known are fta",
        ),
        (
            replaced('"fabric":"compute"', '"fabric":""'),
            f"p:{SIMULATION}: simulations.networks[2].spec: name either a network without parts here or",
        ),
        (
            replaced('{"name":"ours"', '{"name":"paper"'),
            f"p:{SIMULATION}: simulations.networks: two are called paper, give one another name",
        ),
        (
            replaced('"kind":"bursty"', '"kind":"poisson"'),
            f"p:{SIMULATION}: simulations.traffic.arrivals.kind: expected one of bernoulli",
        ),
        (
            replaced('"burst_packets":4', '"burst_packets":0'),
            "simulations.traffic.arrivals.burst_packets: expected a whole number from 1 to 65536",
        ),
        (
            replaced('"switching":"wormhole"', '"switching":"vct"'),
            "simulations.switching.buffer_flits: buffers of vct hold whole packets, use buffer_packets",
        ),
        (
            replaced('"flit_bytes":4', '"flit_bytes":0'),
            "simulations.switching.flit_bytes: expected a whole number",
        ),
        (
            replaced('"flit_bytes":4', '"flit_bytes":"4"'),
            "simulations.switching.flit_bytes: expected",
        ),
        (
            replaced('"warmup":5000', '"warmup":-1'),
            "simulations.duration.warmup: expected a whole number",
        ),
        (
            replaced('"packets_per_source":200', '"packets_per_source":1e99'),
            "simulations.duration.packets_per_source: expected a whole number",
        ),
        (replaced('"last":0.9', '"last":0.05'), "simulations.loads.last: 0.05 is below the first load"),
        (replaced('"last":0.9', '"last":900'), "simulations.loads.last: expected a number above 0 and up to"),
        (
            replaced('"last":0.9,"step":0.2', '"last":0.9,"step":0.0'),
            "simulations.loads.step: expected a number from 0.001",
        ),
        (
            replaced('"last":0.9,"step":0.2', '"last":64,"step":0.001'),
            "simulations.loads.step: 0.001 makes more than 1,000 loads, use a larger one",
        ),
        (replaced('"seeds":3', '"seeds":0'), "simulations.seeds: expected a whole number from 1 to 1000"),
        (
            replaced(LINES[FAULTS - 1], LINES[FAULTS - 1].replace("ft-ruft-222:k=2,n=3", "ft-ruft-222:k=2")),
            f"p:{FAULTS}: faults.networks[0]: network ft-ruft-222: n is missing",
        ),
        (
            replaced('"fabric":"compute","scheme":"updown"', '"fabric":"compute","scheme":"up"'),
            f"p:{FAULTS}: faults.networks[1]: unknown routing algorithm 'up': known are fta",
        ),
        (replaced('"among":"all"', '"among":"some"'), f"p:{FAULTS}: faults.faults.among: "),
        (replaced('"counts":[1,3,7]', '"counts":[3,3]'), "faults.counts: they do not rise"),
        (replaced('"counts":[1,3,7]', '"counts":[0,3]'), "faults.counts: nothing fails at 0"),
        (replaced('"counts":[1,3,7]', '"counts":[-1]'), "faults.counts"),
        (replaced('"combinations":5000', '"combinations":0'), "faults.combinations: expected a whole number"),
        (replaced('"samples":20', '"samples":0'), "faults.degradation.samples: expected a whole number"),
        (
            replaced('{"t":"simulations","name":"empty"}', '{"t":"simulations","name":"both: <i>two</i>"}'),
            f'p:{SIMULATION + 1}: simulations: "both: <i>two</i>" is at line {SIMULATION} already',
        ),
        (replaced('"issue/for build"', '"/etc"'), f"p:{JOBS}: jobs.folder: is not below the folder"),
        (replaced('"issue/for build"', '"a/../../b"'), "jobs.folder: leads out of the folder of the project"),
        (replaced('"issue/for build"', '"C:\\\\x"'), "jobs.folder: is not below the folder"),
        (replaced('"issue/for build"', '"a\\\\..\\\\b"'), "jobs.folder: holds a name that not every system"),
        (replaced('"issue/for build"', '"out/con"'), "jobs.folder: holds a name that not every system"),
        (replaced('"issue/for build"', '"out//x"'), "jobs.folder: has an empty part"),
        (replaced('"gone.pdf"', '"packets.pdf"'), "jobs.documents: packets.pdf is listed twice"),
        (replaced('"gone.pdf"', '"../packets.pdf"'), f"p:{JOBS}: jobs.documents[2]: "),
        (replaced('"paper":"Letter"', '"paper":"B5"'), f"p:{JOBS}: jobs.paper: "),
        (
            replaced('{"t":"jobs","name":"empty"}', '{"t":"jobs","name":"Issue for build: <b>rows</b>"}'),
            f'p:{JOBS + 1}: jobs: "Issue for build: <b>rows</b>" is at line {JOBS} already',
        ),
    ],
)
def test_errors(data: bytes, said: str) -> None:
    assert said in errors_of(data)


def test_many_errors_at_once_and_not_too_many() -> None:
    data = replaced('"u":', '"unit":')
    lines = errors_of(data).splitlines()
    assert 20 <= len(lines) <= 40
    assert all(line.startswith("p:") for line in lines)


@pytest.mark.promise("P9")
def test_depth_just_below_and_above(promise: Promise) -> None:
    def nested(depth: int) -> bytes:
        devices = '"inside":[{"id":"d%d","part":"server-1u","u":1,'
        inner = "".join(devices % n for n in range((depth - 3) // 2)) + '"card":"' + "]}[{" * 50 + '"'
        closing = "}]" * ((depth - 3) // 2)
        return replaced(
            '"devices":[{"id":"compute/edge/2",', '"devices":[{"id":"compute/edge/2",' + inner + closing + ","
        )

    assert decode(nested(39), "p")
    assert "record: is nested deeper than 40 levels, flatten it" in errors_of(nested(41))
    assert "is nested deeper" in errors_of(replaced('"u":42}', '"u":' + "[" * 100_000 + "]" * 100_000 + "}"))
    promise("document {most_depth} levels", most_depth=MAX_DEPTH)


@pytest.mark.promise("P9")
def test_size_just_below_and_above(monkeypatch: pytest.MonkeyPatch, promise: Promise) -> None:
    promise("document {most_mb:.0f} MB", most_mb=file_format.MAX_BYTES / 1e6)
    data = encode(rich_project())
    monkeypatch.setattr(file_format, "MAX_BYTES", len(data))
    assert decode(data, "p").project == rich_project()
    monkeypatch.setattr(file_format, "MAX_BYTES", len(data) - 1)
    assert f"p:1: file: is larger than {len(data) - 1} bytes" in errors_of(data)


@pytest.mark.promise("P15")
def test_a_newer_file_is_refused_with_the_version_needed(promise: Promise) -> None:
    said = errors_of(b'{"t":"fatdesk","format":13,"min_reader":13,"program":"fatdesk 2.5"}\n{"t":"end"}\n')
    assert "p:1: header.min_reader: needs a fatdesk that reads format 13 (fatdesk 2.5 or newer)" in said
    assert "this one reads up to format 12: install the newer one" in said
    promise("refused, with the version that it needs")


def test_a_newer_file_that_says_so_can_be_read() -> None:
    reading = decode(b'{"t":"fatdesk","format":13,"min_reader":1,"program":"2.5"}\n{"t":"end"}\n', "p")
    assert reading.newer
    assert reading.project == Project()


def test_an_older_file_goes_through_the_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    def shout(records: Records) -> Records:
        return [{**r, "name": r["name"].upper()} if r["t"] == "project" else r for r in records]

    step = Migration(frozenset({"project"}), shout)
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, step))
    monkeypatch.setattr(file_format, "FORMAT", 13)
    old = b'{"t":"fatdesk","format":1,"min_reader":1}\n{"t":"project","name":"x"}\n{"t":"end"}\n'
    reading = decode(old, "p")
    assert reading.project.name == "X"
    assert reading.canonical.startswith(b'{"t":"fatdesk","format":13,"min_reader":13}\n')
    assert "p:2: project: is not JSON" in errors_of(old.replace(b'"x"', b'"x'))
