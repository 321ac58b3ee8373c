"""DHCP by switch and port, against the plan; dhcpd and Kea read the files where they are installed.

Forms: dhcpd.conf(5), ``host-identifier option agent.circuit-id``; the Kea administrator manual, "Host
Reservations", ``circuit-id``.
"""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.listing.addresses import addressed
from tests.engine import plan_samples as samples
from tests.neighbours.programs import Run, needs, verdicts


@pytest.fixture(scope="module")
def plan(split_plan: Plan) -> Plan:
    return replace(split_plan, network="10.1.0.0/24", domain="cluster.example")


def text_of(plan: Plan, name: str) -> str:
    return str(BY_NAME[name].make(plan)[name].decode())


def test_both_files_have_the_port_of_each_host(plan: Plan) -> None:
    fabric, names = plan.fabrics[0], plan.names[0]
    known = {one.name: str(one.address) for one in addressed(plan)}
    isc = re.findall(
        r'host (\S+) \{\n  host-identifier option agent\.circuit-id "(\S+)";\n  fixed-address (\S+);',
        text_of(plan, "dhcpd.conf"),
    )
    kea = json.loads(text_of(plan, "kea-dhcp4.json"))["Dhcp4"]
    assert kea["host-reservation-identifiers"] == ["circuit-id"]
    (subnet,) = kea["subnet4"]
    assert subnet["subnet"] == "10.1.0.0/24"
    rows = [
        (one["hostname"], one["circuit-id"].strip("'"), one["ip-address"]) for one in subnet["reservations"]
    ]
    assert rows == isc
    assert {name: address for name, _, address in isc} == known
    circuits = {name: circuit for name, circuit, _ in isc}
    assert len(set(circuits.values())) == len(circuits)
    for (a, b), (p, _), leg, legs in zip(
        fabric.ends.tolist(),
        fabric.ports.tolist(),
        fabric.split.tolist(),
        fabric.splits.tolist(),
        strict=True,
    ):
        if fabric.kind[b] == 0:  # an SN2100 runs Cumulus Linux by default
            assert circuits[names[b]] == f"{names[a]}:swp{p + 1}" + (f"s{leg}" if legs > 1 else "")


def test_what_cannot_be_is_stated(plan: Plan) -> None:
    for name in ("dhcpd.conf", "kea-dhcp4.json"):
        export = BY_NAME[name]
        assert export.why_none is not None
        assert export.left_out is not None
        assert "IPv6" in export.why_none(replace(plan, network="fd00::/64"))
        assert "no network is given" in export.why_none(replace(plan, network=""))
        assert export.left_out(plan)[0].startswith("hardware addresses, which are not known")
    lost = replace(samples.nodes_60(), network="10.1.0.0/24")
    assert json.loads(text_of(lost, "kea-dhcp4.json"))["Dhcp4"]["subnet4"][0]["reservations"]


@needs("isc-dhcp-server", "dhcpd")
def test_dhcpd_takes_the_file(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "dhcpd.conf").write_text(text_of(plan, "dhcpd.conf"))
    (tmp_path / "bad.conf").write_text(text_of(plan, "dhcpd.conf").replace("fixed-address", "fixed", 1))
    runs = {name: Run(["dhcpd", "-t", "-cf", str(tmp_path / f"{name}.conf")]) for name in ("dhcpd", "bad")}
    found = verdicts(runs)
    assert found["dhcpd"].status == 0
    assert found["bad"].status != 0


@needs("kea-dhcp4-server", "kea-dhcp4")
def test_kea_takes_the_file(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "kea.json").write_text(text_of(plan, "kea-dhcp4.json"))
    (tmp_path / "bad.json").write_text(text_of(plan, "kea-dhcp4.json").replace("10.1.0.3", "10.2.0.3"))
    runs = {name: Run(["kea-dhcp4", "-t", str(tmp_path / f"{name}.json")]) for name in ("kea", "bad")}
    found = verdicts(runs)
    assert found["kea"].status == 0
    assert found["bad"].status != 0
