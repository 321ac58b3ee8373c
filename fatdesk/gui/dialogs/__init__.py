"""Dialogs of the window: settings, names, rules, revisions, recovery, exchange with inventories, about."""
