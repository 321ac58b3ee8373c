"""The heads of all columns of study workspaces define their figures, folded columns included."""

import pytest

from fatdesk.gui.faults import columns as faults
from fatdesk.gui.schedule import figures, networks, tables, universal_dialog
from fatdesk.gui.simulation import columns as simulation

LISTS = {
    "networks simulated": simulation.NETWORKS,
    "points": simulation.POINTS,
    "networks with faults": faults.NETWORKS,
    "faults": faults.ROWS,
    "losses": faults.LOSSES,
    "schedules": networks.NETWORKS,
    "channels": tables.CHANNELS,
    "classes of channels": tables.CLASSES,
    "cycles": tables.CYCLES,
    "messages": tables.MESSAGES,
    "figures": figures.COLUMNS,
    "universal fat-trees": universal_dialog.COLUMNS,
    "sizes": universal_dialog.SIZE_COLUMNS,
}


@pytest.mark.parametrize("name", LISTS)
def test_every_column_has_a_definition(name):
    assert [column.title for column in LISTS[name] if not column.about] == []
