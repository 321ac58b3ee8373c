"""What a candidate makes no use of is stated: in its remark, in JSON, and on the command line."""

import re
from pathlib import Path
from typing import Any

import pytest

from fatdesk.cli import main
from fatdesk.core.errors import FatdeskError
from fatdesk.engine.cabling.rules import CablingRules
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.judging.remarks import remarks
from fatdesk.engine.design.output import to_json
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.design.search import SearchResult, search
from tests.engine.design.search_samples import PAPER, wanted


def found(
    hosts: int, more: dict[str, Any] | None = None, part: str = "server-1u", **fabric: Any
) -> SearchResult:
    requirements, one = wanted(hosts, part, more=more, **fabric)
    return search(requirements, one, PAPER, top=1000)


def stated(result: SearchResult) -> dict[str, set[tuple[str, ...]]]:
    said: dict[str, set[tuple[str, ...]]] = {}
    for one in result.candidates:
        said.setdefault(one.design.family, set()).add(one.not_used)
    return said


def test_a_star_states_that_it_has_no_core() -> None:
    result = found(20, edge=("ib-36",), core=("modular-108",), families=("star", "two-level"))
    core, edge = "core (a star has no core switch)", "edge (its one switch is a core switch)"
    assert stated(result) == {"star": {(core,), (edge,)}, "two-level": {()}}
    rows = to_json(result)["candidates"]
    assert isinstance(rows, list)
    for one, remark, row in zip(result.candidates, remarks(result.candidates), rows, strict=True):
        assert row.get("remark", "") == remark.text
        if one.not_used:
            assert (remark.text, remark.tone) == (f"Not used: {one.not_used[0]}", "warn")


def test_blades_in_one_enclosure_need_no_core() -> None:
    result = found(10, part="blade-2s", core=("ib-36",), families=("star",))
    assert stated(result) == {"star": {("core (a star has no core switch)",)}}


def test_equal_switches_deal_hosts_evenly() -> None:
    families = ("kary-tree", "clos", "hyperx", "two-level", "egft")
    said = stated(found(100, edge=("ib-36",), core=("ib-36",), families=families, spread_hosts=False))
    evenly = "spread_hosts: false (this family deals hosts evenly)"
    for family, what in said.items():
        assert what == ({()} if family in ("two-level", "egft") else {(evenly,)})


def test_bundles_of_a_lattice_that_differ() -> None:
    """100 hosts, blocking 3: wherever the widths of the two dimensions differ, and only there."""
    hyperx = [
        one
        for hosts in range(60, 400, 20)
        for one in found(
            hosts, edge=("ib-36",), core=("ib-36",), families=("hyperx",), equal_bundles=True, blocking="2"
        ).candidates
    ]
    differ = [len(set(str(one.design.params["K"]).split("-"))) > 1 for one in hyperx]
    assert [bool(one.not_used) for one in hyperx] == differ


def test_a_bundle_cable_without_bundles() -> None:
    more = {"cabling": CablingRules(bundle_cable="ib-12x")}
    said = stated(found(60, more, edge=("ib-36",), core=("ib-36",), families=("two-level", "kary-tree")))
    assert said["two-level"] == {()}
    assert said["kary-tree"] == {("bundle_cable (no two links join the same switches)",)}


def test_a_bundle_cable_of_one_link_is_an_error() -> None:
    text = b"""hosts: [{name: n, part: server-1u, count: 60}]
fabrics: [{name: a}]
cabling: {bundle_cable: qsfp-copper}
"""
    said = '3: cabling.bundle_cable: the cable "qsfp-copper" carries one link'
    with pytest.raises(FatdeskError, match=re.escape(said)):
        parse_requirements(text, "r.yaml", load_shipped())


def test_the_command_line_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "r.yaml").write_text(
        "hosts: [{name: n, part: server-1u, count: 20}]\n"
        "fabrics: [{name: a, edge: [ib-36], core: [modular-108], cable_price: 80, families: [star]}]\n"
        "room: {improve_steps: 0}\n"
    )
    main(["design", str(tmp_path / "r.yaml")])
    said = capsys.readouterr()
    assert "not used by 1: core (a star has no core switch)" in said.out
    assert "note: a: the design makes no use of core (a star has no core switch)" in said.err
