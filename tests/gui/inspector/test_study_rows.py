"""The rows of a simulation hold each field of its records."""

from fatdesk.core.schema import fields_of
from fatdesk.gui.inspector.study_page import DURATION, SWITCH
from fatdesk.networks.simulation.study import Duration, Switching


def test_each_value_of_switches_and_runs_has_its_row():
    assert {*SWITCH, "packet_bytes", "flit_bytes"} == {
        *fields_of(Switching)
    }  # these two are with the traffic
    assert {*DURATION} == {*fields_of(Duration)}
