"""P8: a spoiled report of a fabric is refused with file and line, or compared with the plan in good order."""

import json
import re

import pytest

from fatdesk.engine.asbuilt.comparing import compare
from fatdesk.engine.asbuilt.descriptions import as_json
from fatdesk.engine.asbuilt.matching.port_names import names_by_guid
from fatdesk.engine.asbuilt.punch_list import punch_csv
from fatdesk.engine.asbuilt.readers import read_discovered
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.families.design import HostGroup
from tests.engine import plan_samples as samples
from tests.engine.asbuilt import test_iblinkinfo as iblinkinfo
from tests.engine.asbuilt import test_neighbour_details as details
from tests.engine.asbuilt import test_neighbour_json as answers
from tests.engine.asbuilt import test_neighbour_tables as tables
from tests.engine.asbuilt import test_netq as netq
from tests.engine.asbuilt import test_nvue as nvue
from tests.engine.asbuilt.planting import planned_of, report, reported
from tests.engine.asbuilt.test_ibnetdiscover import CLEAN
from tests.engine.asbuilt.test_readers import DOT, JSON, JSON0, KEYVALUE, PLAIN, TABLE
from tests.engine.asbuilt.test_shcd import HEAD, ROWS
from tests.engine.asbuilt.test_ufm import db_csv, links_json, ports_json
from tests.trust.mutants import mutant, read_all
from tests.trust.promises import Promise

WORDS = re.compile(r"m:[1-9][0-9]*: [^\s:]+( [^\s:]+)*: \S[^\n]+")
GROUP = HostGroup(name="nodes", part="server-1u", count=3)
PLAN = samples.plan_of("three", [samples.two_level("compute", GROUP, "tiny-4", "tiny-4", (2, 1, 2))])
SMALL = reported(PLAN)
COMPARED = 2_000
NUMBERED = TABLE.replace("swp", "")
NODE_LINK = {
    "nodes": [{"id": "E01", "kind": "switch"}, {"id": "n1", "kind": "host"}, {"id": 3}],
    "links": [
        {"source": "E01", "target": "n1", "a_port": 1, "b_port": "eth0", "speed": "100"},
        {"source": 3, "target": "E01", "key": 0},
    ],
}
JSON_OF_SWITCHES = [*(tree for tree, *_ in answers.CASES.values()), nvue.DETAIL, nvue.SHORT]


def exported(form: str) -> bytes:
    """The plan in a form that comes back."""
    return BY_NAME[form].make(PLAN)[form]


def in_json(tree: object) -> str:
    return json.dumps(tree, indent=1)


SOUND: dict[str, list[str | bytes]] = {
    "reports of ibnetdiscover": [report(PLAN)],
    "dirty reports of ibnetdiscover": [CLEAN],
    "tables of neighbours": [NUMBERED, *(text for text, *_ in tables.CASES.values())],
    "point-to-point forms": [exported(form) for form in ("ndt.csv", "cable-validation.csv")],
    "reports of lldpcli": [KEYVALUE, KEYVALUE.replace("swp", "eth").replace("n1", "E01")],
    "plain reports of lldpcli": [PLAIN],
    "reports of lldpcli in JSON": [JSON, JSON0],
    "topologies in DOT": [DOT, exported("topology.dot")],
    "neighbours in full": [text for text, *_ in details.CASES.values()],
    "JSON of switches": [in_json({"leaf1": tree}) for tree in JSON_OF_SWITCHES],
    "JSON of NetQ": [in_json(netq.GRAPH), in_json({"lldp": netq.ROWS})],
    "JSON of UFM": [in_json(links_json(SMALL)), in_json(ports_json(SMALL))],
    "databases of ibdiagnet": [db_csv(SMALL)],
    "reports of iblinkinfo": [iblinkinfo.BY_NODE, iblinkinfo.BY_LINE],
    "graphs as reports": [exported("fabric.graphml"), in_json(NODE_LINK)],
    "SHCD": ["\n".join(",".join(map(str, row)) for row in [HEAD, *ROWS])],
}


@pytest.mark.promise("P8")
@pytest.mark.parametrize("word", SOUND)
def test_mutants(word: str, promise: Promise) -> None:
    """Comparing takes most of the time: each of the first is compared, and some of the others."""
    planned = planned_of(PLAN)
    files = [
        text if isinstance(text, bytes) else text.replace("leaf1", "E01").encode() for text in SOUND[word]
    ]

    def read(number: int, spoiled: bytes) -> str:
        found = read_discovered(spoiled, "m")
        if number >= COMPARED and number % 64:
            return "read"
        built = compare(planned, found)
        stated, table = as_json(built), punch_csv(built)
        assert stated["matched"] <= stated["planned"] <= 132
        assert stated["differences"] or stated["matched"] == stated["planned"]
        assert table.count(b"\r\n") == 1 + len(stated["moves"])
        return "compared"

    assert all(read_discovered(data, "m").links for data in files)
    found = read_all(150, lambda number: mutant(number, *files), read, WORDS)
    found.report(promise, word)
    assert found.outcomes["refused"]
    assert found.outcomes["compared"]


MORE_NAMES = b"""# osm node name map
0x0002c9030000a1f0\t"spine 1"
0x0002c9030000a1f8 leaf-1 # first
0xB8CEF60300A1B2C4,"GPU 01 mlx5_0"

0x2c903000a1b30 "leaf1"
"""


@pytest.mark.promise("P8")
def test_mutants_of_maps_of_names(promise: Promise) -> None:
    sound = b'0x2c903000a1b2c "leaf1"\n# a remark\n0x0002c90300000001,n01 HCA-1\n'

    def read(number: int, spoiled: bytes) -> str:
        names_by_guid(spoiled.decode("utf-8", "replace"), "m")
        return "read"

    assert names_by_guid(sound.decode(), "m")
    assert names_by_guid(MORE_NAMES.decode(), "m")
    found = read_all(400, lambda number: mutant(number, sound, MORE_NAMES), read, WORDS)
    found.report(promise, "maps of names")
    assert found.outcomes["refused"]
