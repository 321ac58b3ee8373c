"""Names and addresses: every device once, forward and back; BIND reads the zones where it is installed."""

import ipaddress
from dataclasses import replace
from pathlib import Path

import pytest

from fatdesk.cli import main
from fatdesk.core.errors import FatdeskError
from fatdesk.core.typed_values import ip_network
from fatdesk.engine.drawing.plan import Plan
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.listing.addresses import addressed
from tests.engine import plan_samples as samples
from tests.neighbours.programs import Run, needs, verdicts

PLANS = {"nodes-60": samples.nodes_60(), "two-fabrics": samples.two_fabrics(), "rails": samples.gpu(63)}
each = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


def in_network(plan: Plan, network: str = "10.1.0.0/16", domain: str = "cluster.example") -> Plan:
    return replace(plan, network=network, domain=domain)


def devices(plan: Plan) -> set[str]:
    return {name for names, fabric in zip(plan.names, plan.fabrics, strict=True)
            for name, kind in zip(names, fabric.kind.tolist(), strict=True) if kind != 2}  # fmt: skip


@each
def test_each_device_has_an_address_of_its_own(plan: Plan) -> None:
    content = BY_NAME["hosts.txt"].make(in_network(plan))["hosts.txt"].decode()
    rows = [line.split() for line in content.splitlines() if not line.startswith("#")]
    assert {row[2] for row in rows} == devices(plan)
    assert all(row[1] == f"{row[2]}.cluster.example" for row in rows)
    addresses = [ipaddress.ip_address(row[0]) for row in rows]
    network = ipaddress.ip_network("10.1.0.0/16")
    assert len(set(addresses)) == len(addresses)
    assert all(one in network for one in addresses)
    assert not {network.network_address, network.network_address + 1, network.broadcast_address} & set(
        addresses
    )


@each
def test_forward_and_reverse_zones_agree(plan: Plan) -> None:
    files = BY_NAME["dns-forward.zone"].make(in_network(plan))
    assert list(files) == ["dns-forward.zone", "dns-reverse.zone"]
    texts = [data.decode().splitlines() for data in files.values()]
    forward = {row[0]: row[3] for row in map(str.split, texts[0]) if row[1:3] == ["IN", "A"]}
    reverse = {row[0]: row[3] for row in map(str.split, texts[1]) if row[1:3] == ["IN", "PTR"]}
    assert set(forward) == devices(plan)
    assert {f"{ipaddress.ip_address(address).reverse_pointer}.": f"{name}.cluster.example."
            for name, address in forward.items()} == reverse  # fmt: skip


def test_ipv6_has_aaaa_and_its_own_reverse() -> None:
    files = BY_NAME["dns-forward.zone"].make(in_network(samples.nodes_60(), "fd00:1::/64"))
    text = files["dns-forward.zone"].decode()
    assert "n01\tIN\tAAAA\tfd00:1::2\n" in text
    assert "\n2.0.0.0." in files["dns-reverse.zone"].decode()


def test_what_cannot_be_is_stated() -> None:
    plan = samples.nodes_60()
    hosts, zones = BY_NAME["hosts.txt"].why_none, BY_NAME["dns-forward.zone"].why_none
    assert hosts is not None
    assert zones is not None
    assert hosts(plan).startswith("no network is given")
    assert zones(in_network(plan, domain="")).startswith("no domain is given")
    assert hosts(in_network(plan, "10.1.0.0/26")) == (
        "10.1.0.0/26 has 61 addresses, 66 devices need one each and the first is left for the gateway: "
        "give a larger network"
    )
    assert hosts(in_network(plan, "10.1.0.0/25")) == ""
    for text, words in (("10.1.0", "is not a network"), ("10.1.0.0", "has no length")):
        with pytest.raises(FatdeskError, match=words):
            ip_network(text)


def test_names_become_host_names() -> None:
    plan = samples.nodes_60()
    names = tuple(name.replace("n0", "n_0").replace("E0", "Edge 0.") for name in plan.names[0])
    found = addressed(in_network(replace(plan, names=(names,))))
    assert [one.name for one in found[:2]] == ["n-01", "n-02"]
    assert "Edge-0-1" in {one.name for one in found}


def test_on_the_command_line_and_in_a_job(tmp_path: Path, designed, capsys) -> None:
    from fatdesk.project.files.storing import save_project

    project = tmp_path / "a.fatdesk"
    save_project(designed("nodes-60"), project)
    only = ["--only", "hosts.txt,dns-forward.zone"]
    assert main(["export", str(project), str(tmp_path / "out"), *only]) == 2
    assert "hosts.txt: no network is given" in capsys.readouterr().err
    network = ["--network", "10.1.0.0/24", "--domain", "cluster.example"]
    assert main(["export", str(project), str(tmp_path / "out"), *only, *network]) == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "hosts.txt", "dns-forward.zone", "dns-reverse.zone",
    }  # fmt: skip
    assert main(["export", str(project), str(tmp_path / "out"), "--only", "bill.csv", *network]) == 2
    assert "does nothing for these files" in capsys.readouterr().err
    job = tmp_path / "job.json"
    text = '{"command": "add-job", "job": {"name": "DNS", "documents": ["hosts.txt"], "network": "NET"}}'
    job.write_text(text.replace("NET", "10.1.0"))
    assert main(["edit", str(project), str(job)]) == 2
    assert "network: 10.1.0 is not a network" in capsys.readouterr().err
    job.write_text(text.replace("NET", "10.9.0.0/16"))
    assert main(["edit", str(project), str(job)]) == 0
    assert main(["export", str(project), str(tmp_path / "job"), "--job", "DNS"]) == 0
    assert "10.9.0.2\tn01\n" in (tmp_path / "job" / "hosts.txt").read_text()


@needs("bind9-utils", "named-checkzone")
def test_named_checkzone_takes_the_zones(tmp_path: Path) -> None:
    files = BY_NAME["dns-forward.zone"].make(in_network(samples.nodes_60()))
    head = "$TTL 1h\n@ IN SOA ns.cluster.example. root.cluster.example. 1 1h 1h 1h 1h\n@ IN NS ns.example.\n"
    runs = {}
    for name, zone in (("dns-forward.zone", "cluster.example"), ("dns-reverse.zone", "1.10.in-addr.arpa")):
        (tmp_path / name).write_text(head + files[name].decode())
        runs[name] = Run(["named-checkzone", zone, str(tmp_path / name)])
    assert {verdict.status for verdict in verdicts(runs).values()} == {0}
