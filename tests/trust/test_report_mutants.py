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
from tests.engine.asbuilt.planting import planned_of, report, reported
from tests.engine.asbuilt.test_ibnetdiscover import CLEAN
from tests.engine.asbuilt.test_neighbour_details import NX_OS
from tests.engine.asbuilt.test_neighbour_json import EOS_DETAIL
from tests.engine.asbuilt.test_netq import GRAPH
from tests.engine.asbuilt.test_readers import DOT, JSON, KEYVALUE, PLAIN, TABLE
from tests.engine.asbuilt.test_shcd import HEAD, ROWS
from tests.engine.asbuilt.test_ufm import db_csv, links_json
from tests.trust.mutants import mutant, read_all
from tests.trust.promises import Promise

WORDS = re.compile(r"m:[1-9][0-9]*: [^\s:]+( [^\s:]+)*: \S[^\n]+")
GROUP = HostGroup(name="nodes", part="server-1u", count=3)
PLAN = samples.plan_of("three", [samples.two_level("compute", GROUP, "tiny-4", "tiny-4", (2, 1, 2))])
SMALL = reported(PLAN)
COMPARED = 2_000


@pytest.mark.promise("P8")
@pytest.mark.parametrize(
    ("word", "data"),
    [
        ("reports of ibnetdiscover", report(PLAN)),
        ("dirty reports of ibnetdiscover", CLEAN.encode()),
        ("tables of neighbours", TABLE.replace("leaf1", "E01").replace("swp", "").encode()),
        ("point-to-point forms", BY_NAME["ndt.csv"].make(PLAN)["ndt.csv"]),
        ("reports of lldpcli", KEYVALUE.encode()),
        ("plain reports of lldpcli", PLAIN.replace("leaf1", "E01").encode()),
        ("reports of lldpcli in JSON", JSON.encode()),
        ("topologies in DOT", DOT.encode()),
        ("neighbours in full", NX_OS.replace("leaf1", "E01").encode()),
        ("JSON of switches", json.dumps({"E01": EOS_DETAIL}, indent=1).encode()),
        ("JSON of NetQ", json.dumps(GRAPH, indent=1).encode()),
        ("JSON of UFM", json.dumps(links_json(SMALL), indent=1).encode()),
        ("databases of ibdiagnet", db_csv(SMALL).encode()),
        ("SHCD", "\n".join(",".join(map(str, row)) for row in [HEAD, *ROWS]).encode()),
    ],
)
def test_mutants(word: str, data: bytes, promise: Promise) -> None:
    """Comparing takes most of the time: each of the first is compared, and some of the others."""
    planned = planned_of(PLAN)

    def read(seed: int) -> str:
        found = read_discovered(mutant(seed, data), "m")
        if seed >= COMPARED and seed % 16:
            return "read"
        built = compare(planned, found)
        stated, table = as_json(built), punch_csv(built)
        assert stated["matched"] <= stated["planned"] <= 132
        assert stated["differences"] or stated["matched"] == stated["planned"]
        assert table.count(b"\r\n") == 1 + len(stated["moves"])
        return "compared"

    found = read_all(150, read, WORDS)
    found.report(promise, word)
    assert found.outcomes["refused"]
    assert found.outcomes["compared"]


@pytest.mark.promise("P8")
def test_mutants_of_maps_of_names(promise: Promise) -> None:
    data = b'0x2c903000a1b2c "leaf1"\n# a remark\n0x0002c90300000001,n01 HCA-1\n'

    def read(seed: int) -> str:
        names_by_guid(mutant(seed, data).decode("utf-8", "replace"), "m")
        return "read"

    found = read_all(400, read, WORDS)
    found.report(promise, "maps of names")
    assert found.outcomes["refused"]
