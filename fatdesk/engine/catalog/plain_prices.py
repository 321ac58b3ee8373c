"""Prices that a file tells as a plain amount."""

from fatdesk.core.yaml_events import Tree

PRICES = ("price", "price_per_port", "per_metre", "per_connector")
"""Keys whose value may be a plain amount instead of a price with its source."""


def spell_out_prices(tree: Tree) -> None:
    """Make ``price: 11000`` a price with that amount, wherever it stands in a tree."""
    if type(tree) is list:
        for item in tree:
            if type(item) is not str:
                spell_out_prices(item)
    elif type(tree) is dict:
        for key, value in tree.items():
            if type(value) is not str:
                spell_out_prices(value)
            elif key in PRICES:
                tree[key] = {"amount": value}
