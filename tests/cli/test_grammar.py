"""Help of the command line: every command, argument and option says what it is for."""

import argparse

import pytest

from fatdesk.cli.grammar import grammar

COMMANDS = {
    name: command
    for action in grammar()._actions
    if isinstance(action, argparse._SubParsersAction)
    for name, command in action.choices.items()
}


def test_all_commands_are_there():
    assert len(COMMANDS) == 30


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_has_help(name):
    without = [action.dest for action in COMMANDS[name]._actions if not action.help]
    assert not without


@pytest.mark.parametrize("name", COMMANDS)
def test_help_begins_in_lower_case_and_has_no_full_stop(name):
    for action in COMMANDS[name]._actions:
        text = action.help or ""
        assert not text.endswith("."), text
        assert text[:1].islower() or text.split()[0].isupper() or not text[:1].isalpha(), text
