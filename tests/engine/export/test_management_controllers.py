"""Management controllers of hosts: names and addresses in files for DHCP, DNS, xCAT, PXE and Ansible.

Columns of the table ``ipmi`` of xCAT: its manual page ipmi(5).
"""

import csv
import io
import ipaddress
import json
import re
from dataclasses import replace

import pytest
import yaml

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.requirements_file import parse_requirements
from fatdesk.engine.export import BY_NAME
from fatdesk.engine.listing.addresses import addressed, controllers
from fatdesk.project.derived.derived import Derived
from fatdesk.project.designing.designing import design_project

CLUSTER = """
hosts: [{name: web, part: hpe-dl360-gen11-e810-25, count: 12}]
fabrics:
- {name: data, families: [two-level, star], edge: [nvidia-sn2100], core: [nvidia-sn2100]}
- {name: oob, families: [star], edge: [nvidia-sn2201], switches_of: [data], bmc_network: %s}
room: {improve_steps: 0}
"""


@pytest.fixture(scope="module")
def made():
    catalog = load_shipped([])
    wanted = parse_requirements((CLUSTER % "10.1.4.0/24").encode(), "w", catalog)
    plan = Derived(design_project(wanted, catalog, "p").project).plan
    return replace(plan, network="10.1.0.0/16", domain="cluster.example")


def text_of(plan, name, file=""):
    return BY_NAME[name].make(plan)[file or name].decode("utf-8-sig")


def oob_ports(plan):
    """By host the port of the out-of-band switch that its controller is plugged into, from the network."""
    fabric, names = plan.fabrics[1], plan.names[1]
    return {
        names[b]: f"{names[a]}:swp{p + 1}"
        for (a, b), (p, _) in zip(fabric.ends.tolist(), fabric.ports.tolist(), strict=True)
        if names[b].startswith("n")  # switches are joined by their management ports
    }


def test_each_host_has_a_controller_with_an_address_of_the_range(made):
    managed, devices = controllers(made), addressed(made)
    assert [one.name for one in managed] == [f"{one.host}-bmc" for one in managed]
    assert {one.host for one in managed} == {one.name for one in devices if one.kind == "Host"}
    network = ipaddress.ip_network("10.1.4.0/24")
    assert [one.address for one in managed] == [network[n] for n in range(2, 14)]
    assert not {one.address for one in devices} & {one.address for one in managed}
    assert {one.host: f"{one.switch}:{one.port}" for one in managed} == oob_ports(made)


def test_the_host_itself_is_behind_its_data_port_and_switches_behind_the_out_of_band_network(made):
    switches, oob_switch = (
        {name for name, kind in zip(names, fabric.kind.tolist(), strict=True) if kind == 1}
        for names, fabric in zip(made.names, made.fabrics, strict=True)
    )
    behind = {one.name: one.switch for one in addressed(made)}
    hosts = {one.host for one in controllers(made)}
    assert {behind[name] for name in hosts} <= switches
    assert {behind[name] for name in switches} <= oob_switch


def test_addresses_of_devices_jump_over_the_range(made):
    many = replace(made, bmc_networks=("", "10.1.0.0/29"), network="10.1.0.0/24")
    managed = replace(many, bmc_networks=("", "10.1.0.0/28"))
    assert min(one.address for one in addressed(managed)) == ipaddress.ip_address("10.1.0.16")
    assert "management controllers need one each" in BY_NAME["hosts.txt"].why_none(many)


def test_names_and_addresses_are_in_hosts_and_zones(made):
    rows = [line.split() for line in text_of(made, "hosts.txt").splitlines() if not line.startswith("#")]
    found = {row[2]: row[0] for row in rows}
    forward = dict(re.findall(r"^(\S+)\tIN\tA\t(\S+)$", text_of(made, "dns-forward.zone"), re.MULTILINE))
    assert forward == found
    back = text_of(made, "dns-forward.zone", "dns-reverse.zone")
    for one in controllers(made):
        assert found[one.name] == str(one.address)
        assert f"{one.address.reverse_pointer}.\tIN\tPTR\t{one.name}.cluster.example." in back


def test_dhcp_has_a_subnet_of_controllers_by_the_port_of_the_out_of_band_switch(made):
    ports = oob_ports(made)
    isc = text_of(made, "dhcpd.conf")
    subnets = re.findall(r"^subnet (\S+) netmask (\S+)", isc, re.MULTILINE)
    assert subnets == [("10.1.0.0", "255.255.0.0"), ("10.1.4.0", "255.255.255.0")]
    circuits = dict(re.findall(r'host (\S+) \{\n  host-identifier option agent\.circuit-id "(\S+)"', isc))
    main, managed = json.loads(text_of(made, "kea-dhcp4.json"))["Dhcp4"]["subnet4"]
    assert (main["id"], managed["id"], managed["subnet"]) == (1, 2, "10.1.4.0/24")
    assert {one["hostname"] for one in managed["reservations"]} == {f"{host}-bmc" for host in ports}
    for one in managed["reservations"]:
        assert one["circuit-id"] == f"'{ports[one['hostname'].removesuffix('-bmc')]}'"
        assert circuits[one["hostname"]] == one["circuit-id"].strip("'")
    assert not {one["hostname"] for one in main["reservations"]} & {f"{host}-bmc" for host in ports}


def test_xcat_boot_ports_and_ansible_name_the_controller_of_each_host(made):
    known = {one.host: (one.name, str(one.address)) for one in controllers(made)}
    [head, *rows] = csv.reader(io.StringIO(text_of(made, "xcat-switch.csv", "xcat-ipmi.csv")))
    titles = "#node,bmc,bmcport,taggedvlan,bmcid,username,password,comments,disable"
    assert ",".join(head) == titles
    assert {row[0]: (row[7], row[1]) for row in rows} == known
    boot = list(csv.DictReader(io.StringIO(text_of(made, "boot-ports.csv"))))
    assert {row["host"]: (row["bmc"], row["bmc_address"]) for row in boot} == known
    hosts = yaml.safe_load(text_of(made, "ansible-inventory.yaml"))["all"]["hosts"]
    assert {name: (one["bmc"], one["bmc_address"]) for name, one in hosts.items() if "bmc" in one} == known
    assert {one["kind"] for one in hosts.values() if "bmc" in one} == {"host"}


def test_without_a_range_nothing_is_added(made):
    plain = replace(made, bmc_networks=())
    assert "bmc" not in text_of(plain, "hosts.txt")
    assert list(BY_NAME["xcat-switch.csv"].make(plain)) == ["xcat-switch-data.csv", "xcat-switch-oob.csv"]
    assert "bmc" not in text_of(plain, "ansible-inventory.yaml")
    assert len(json.loads(text_of(plain, "kea-dhcp4.json"))["Dhcp4"]["subnet4"]) == 1


@pytest.mark.parametrize("text", ["10.1.4.0", "office", "10.1.4.0/40"])
def test_a_range_that_is_no_network_is_refused_at_its_line(text):
    with pytest.raises((InputError, InputErrors)) as refused:
        parse_requirements((CLUSTER % text).encode(), "w.yaml", None)
    assert "w.yaml:5: fabrics[1].bmc_network" in str(refused.value)
