"""Each value of the switches of a simulation has its option."""

from fatdesk.cli.kit.options import SWITCH_OPTIONS
from fatdesk.core.schema import fields_of
from fatdesk.networks.simulation.study import Switching


def test_each_value_of_switches_has_an_option():
    assert {key for _, key, _ in SWITCH_OPTIONS} == {*fields_of(Switching)}
