"""A team of two: branches, merge, comparison on paper, a waiver until a revision, NetBox twice, three makers.

git is the real one, NetBox the small one in memory of tests/neighbours; what switches print is written from
their manuals (test_reports_of_makers) and, of NVUE, from what drivers read (tests/engine/asbuilt/test_nvue).
"""

import json
import shutil
import subprocess
import sys

import pytest

from fatdesk.cli import main
from fatdesk.engine.dcim.product import NETBOX
from tests.neighbours.fake_netbox import TOKEN, FakeNetBox, serving
from tests.stories.lldp_reports import SYSTEMS, links_of
from tests.stories.test_reports_of_makers import DESIGN, eos, junos

RULE = """
rules:
- {name: few-cables, scope: fabric, figure: fabric-cables, limit: 10, source: agreed with the installer}
"""


def nvue(switch, rows):
    """``nv show interface lldp -o json`` after its prompt."""
    ports = {
        own: {"lldp": {"neighbor": {name: {"chassis": {"system-name": name}, "port": {"name": far}}}}}
        for own, name, far in rows
    }
    return f"cumulus@{switch}:mgmt:~$ nv show interface lldp -o json\n{json.dumps(ports)}\n"


MAKERS = ((eos, "EOS"), (junos, "Junos"), (nvue, "Cumulus"))


class Repository:
    """A git repository whose projects are merged and compared by record."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        command = f'"{sys.executable}" -m fatdesk'
        self.git("init", "-q", "-b", "main")
        self.git("config", "merge.fatdesk.driver", f"{command} merge %O %A %B")
        self.git("config", "diff.fatdesk.command", f"{command} diff")
        (folder / ".gitattributes").write_text("*.fatdesk merge=fatdesk diff=fatdesk\n")

    def git(self, *words):
        who = ("-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "commit.gpgsign=false")
        done = subprocess.run(
            ["git", *who, *words], cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def commit(self, message):
        self.git("add", ".")
        self.git("commit", "-qm", message)


@pytest.fixture(scope="module")
def team(tmp_path_factory):
    """The project after both branches are merged."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    here = tmp_path_factory.mktemp("team")
    repository = Repository(here / "repository")
    project = repository.folder / "hall.fatdesk"
    (here / "r.yaml").write_text(DESIGN)
    (here / "rules.yaml").write_text(RULE)
    (here / "swap.json").write_text('{"command": "swap-devices", "a": "web/1", "b": "web/36"}')
    assert main(["design", str(here / "r.yaml"), "-o", str(project)]) == 0
    assert (
        main(["revisions", str(project), "--new", "A", "--issued-for", "tender", "--date", "2026-11-02"]) == 0
    )
    repository.commit("revision A")
    repository.git("switch", "-qc", "anna")
    assert main(["edit", str(project), str(here / "swap.json")]) == 0
    repository.commit("hosts exchanged")
    repository.git("switch", "-qc", "ben", "main")
    assert main(["rules", str(project), "--import", str(here / "rules.yaml")]) == 0
    repository.commit("rule of the installer")
    shown = repository.git("diff", "main", "anna")
    assert "web/1" in shown
    repository.git("merge", "-q", "anna")
    return project


def answer(capsys, *words):
    capsys.readouterr()
    status = main([*map(str, words)])
    return status, capsys.readouterr().out


def test_both_edits_are_in_the_merged_project_and_compared_on_paper(team, tmp_path, capsys):
    status, out = answer(capsys, "diff", f"{team}@A", team, "--json", "--pdf", tmp_path / "changes.pdf")
    records = json.loads(out)["records"]
    assert status == 0
    assert {one["name"] for one in records} >= {"web/1", "web/36", "few-cables"}
    assert (tmp_path / "changes.pdf").read_bytes().startswith(b"%PDF")


def test_a_finding_is_waived_until_revision_c(team, tmp_path, capsys):
    project = tmp_path / "hall.fatdesk"
    shutil.copytree(team.parent, tmp_path, dirs_exist_ok=True)
    status, out = answer(capsys, "check", project)
    assert (status, "error: few-cables@eth" in out) == (1, True)
    words = ("--waive", "few-cables@eth", "--comment", "second floor follows", "--by", "anna")
    assert answer(capsys, "check", project, *words, "--until-revision", "C")[0] == 0
    for name, expected in (("B", 0), ("C", 1)):
        assert main(["revisions", str(project), "--new", name, "--date", "2026-11-20"]) == 0
        status, out = answer(capsys, "check", project)
        assert status == expected
    assert "waiver lapsed: until revision C, which is there" in out
    assert main(["export", str(project), str(tmp_path), "--only", "waivers.csv"]) == 0
    assert "until revision C, which is there" in (tmp_path / "waivers.csv").read_text()


def test_a_filled_netbox_is_pushed_to_twice_and_the_second_push_changes_nothing(team, capsys, monkeypatch):
    netbox = FakeNetBox()
    maker = netbox.add("dcim/manufacturers", name="NVIDIA", slug="nvidia")
    role = netbox.add("dcim/device-roles", name="host", slug="host", color="ffffff")
    kind = netbox.add("dcim/device-types", manufacturer=maker, model="Old", slug="old", u_height=1)
    site = netbox.add("dcim/sites", name="Elsewhere", slug="elsewhere", status="active")
    netbox.add("dcim/devices", name="E01", site=site, role=role, device_type=kind, rack=None, position=None)
    monkeypatch.setenv(NETBOX.variable, TOKEN)
    with serving(netbox) as address:
        words = ("netbox", "push", team, address, "--site", "Hall 3")
        assert answer(capsys, *words)[0] == 0
        made = json.dumps(netbox.objects, sort_keys=True, default=str)
        assert "E01" in made
        assert answer(capsys, *words)[0] == 0
        assert json.dumps(netbox.objects, sort_keys=True, default=str) == made


def write(folder, links):
    """A report of each switch, of three makers in turn."""
    folder.mkdir()
    switches = sorted({port.device for link in links for port in link if not port.host})
    assert len(switches) >= len(MAKERS)
    maker = {switch: MAKERS[number % len(MAKERS)] for number, switch in enumerate(switches)}

    def name(port):
        system = "" if port.host else maker[port.device][1]
        return SYSTEMS[system](port.cage, port.leg, port.splits, port.rate) if system else "ens1f0np0"

    rows = {switch: [] for switch in switches}
    for near, far in [pair for link in links for pair in (link, link[::-1])]:
        if not near.host:
            rows[near.device].append((name(near), far.device, name(far)))
    for switch, some in rows.items():
        (folder / f"{switch}.txt").write_text(maker[switch][0](switch, some))


def test_the_installed_fabric_is_checked_from_reports_of_three_makers(team, tmp_path, capsys):
    assert main(["export", str(team), str(tmp_path), "--only", "wiring.json"]) == 0
    links = links_of(tmp_path / "wiring.json")
    write(tmp_path / "reports", links)
    status, out = answer(capsys, "asbuilt", team, tmp_path / "reports", "--json")
    found = json.loads(out)
    assert (found["differences"], found["unknown"], status) == ([], [], 0)
    assert found["matched"] == found["planned"] > 0
    first, *_, last = [number for number, (_, far) in enumerate(links) if far.host]
    links[first], links[last] = (links[first][0], links[last][1]), (links[last][0], links[first][1])
    write(tmp_path / "swapped", links)
    status, out = answer(capsys, "asbuilt", team, tmp_path / "swapped", "--json")
    assert (status, [one["kind"] for one in json.loads(out)["differences"]]) == (1, ["swap"])
