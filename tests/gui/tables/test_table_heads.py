"""The heads of the tables of studies, candidates, networks and punch lists: each is explained."""

import pytest

from fatdesk.gui.as_built import punch
from fatdesk.gui.explorer import candidate_table
from fatdesk.gui.faults import columns as faults
from fatdesk.gui.schedule import networks, tables, universal_dialog
from fatdesk.gui.simulation import columns as simulation
from fatdesk.gui.tables import Column
from fatdesk.gui.tables.column import described
from fatdesk.gui.topology import table_view

TABLES = {
    f"{module.__name__}.{name}": columns
    for module in (
        punch,
        candidate_table,
        faults,
        networks,
        tables,
        universal_dialog,
        simulation,
        table_view,
    )
    for name, columns in vars(module).items()
    if isinstance(columns, tuple) and columns and isinstance(columns[0], Column)
    if name != "_NETWORKS"  # before its heads are explained
}


def test_each_column_that_is_shown_is_explained():
    assert len(TABLES) >= 14
    unexplained = [
        (table, column.id)
        for table, columns in TABLES.items()
        for column in columns
        if not column.hidden and column.about.rstrip(".").lower() in ("", column.title.lower())
    ]
    assert not unexplained


def test_an_explanation_of_no_column_is_an_error():
    columns = (Column("Load", 60, str),)
    assert described(columns, {"Load": "Messages per link."})[0].about == "Messages per link."
    with pytest.raises(KeyError, match="Lode"):
        described(columns, {"Lode": "Messages per link."})
