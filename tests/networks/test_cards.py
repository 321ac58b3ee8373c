"""Every topology and routing algorithm has its card: a sentence what it is, one when to use it, its paper."""

import re

from fatdesk.networks.routing import ROUTING_ALGORITHMS, ROUTING_CARDS
from fatdesk.networks.topologies import TOPOLOGIES, TOPOLOGY_CARDS


def test_every_one_has_a_card() -> None:
    assert list(TOPOLOGY_CARDS) == [known.name for known in TOPOLOGIES]
    assert list(ROUTING_CARDS) == [known.NAME for known in ROUTING_ALGORITHMS]


def test_cards_are_short() -> None:
    """Two sentences, and a paper with its year; only plain shortest paths have none."""
    for name, card in (TOPOLOGY_CARDS | ROUTING_CARDS).items():
        for sentence in (card.what, card.use):
            assert re.fullmatch(r"[A-Z][^.]*\.", sentence), (name, sentence)
            assert len(sentence) <= 120, (name, sentence)
        assert card.use.startswith("Use it "), name
        assert re.search(r"\(?(19|20)\d\d\)$", card.paper) or (name, card.paper) == ("minimal", ""), name
        assert card.text.splitlines()[:2] == [card.what, card.use]
