"""The figures of the status line while a network is designed."""

from fatdesk.gui.requirements.draft import Draft
from fatdesk.gui.requirements.search import Search
from fatdesk.gui.results.figure_text import figure_texts
from fatdesk.gui.widgets.numbers import AT_LEAST
from fatdesk.project.derived.figures import Figures


def draft_figures(draft: Draft, search: Search) -> tuple[dict[str, str], str]:
    """What is known before anything is placed, and what that hangs on."""
    wanted, chosen = draft.requirements, search.chosen
    if wanted is None:
        return {}, ""
    told = {"Hosts": f"{sum(group.count for group in wanted.hosts):,}"}
    if not chosen:
        return told, ""
    told["Switches"] = f"{sum(one.switches for one in chosen):,}"
    told["Links"] = f"{sum(one.links for one in chosen):,}"
    told["Cables"] = f"{sum(one.cables for one in chosen):,}"
    cost = sum(one.cost.amount for one in chosen)
    bound = any(one.cost.at_least for one in chosen)
    told["Cost"] = f"{AT_LEAST if bound else ''}{chosen[0].cost.currency} {cost:,.0f}"
    known = [one.power_w for one in chosen if one.power_w is not None]
    if known:
        bounded = AT_LEAST if len(known) < len(chosen) else ""
        told["Power"] = f"{bounded}{float(sum(known)) / 1000:,.1f} kW"
    prices = [f"{some.cable_price:,f}" for some in wanted.fabrics if some.cable_price is not None]
    price = f"cable price {' and '.join(dict.fromkeys(prices))} each" if prices else "cables without a price"
    return told, f"network alone, {price} until placed"


def placed_figures(figures: Figures) -> dict[str, str]:
    """All figures of what was placed."""
    return figure_texts(figures)
