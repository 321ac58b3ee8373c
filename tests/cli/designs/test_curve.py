"""``fatdesk curve`` as a user runs it: where another core switch is due."""

import json

from fatdesk.cli import main

REQUIREMENTS = """\
hosts: [{name: nodes, part: server-1u, count: 60}]
fabrics: [{name: compute, families: [two-level], edge: [ib-36], core: [ib-36], cable_price: 80}]
"""


def test_hosts_from_which_another_core_switch_is_due(tmp_path, capsys):
    """36-port switches: 2 core switches join 4 edge switches with 18 hosts each, 3 join 6."""
    path, chart = tmp_path / "r.yaml", tmp_path / "curve.svg"
    path.write_text(REQUIREMENTS)
    words = ["curve", str(path), "--hosts", "71:75"]
    assert main([*words, "--json", "--chart", str(chart)]) == 0
    [fabric] = json.loads(capsys.readouterr().out)["fabrics"]
    found = {point["hosts"]: (point["hosts_possible"], point["due"]) for point in fabric["points"]}
    due = "3 core switches in place of 2"
    assert found == {71: (72, None), 72: (72, None), 73: (108, due), 74: (108, None), 75: (108, None)}
    assert "Another core switch or level is due" in chart.read_text()
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if line.endswith(due)] == ["73"]
