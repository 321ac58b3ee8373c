"""Groups of findings: one for each rule, the worst first; unknown figures together, waived findings last."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from fatdesk.core.finding import ORDER, rule_title
from fatdesk.core.number_text import counted
from fatdesk.gui.tables.model import Groups
from fatdesk.project.derived.waiving import Checked

MOST_OPEN = 12
"""More findings are put into groups."""
UNKNOWN = frozenset({"unpriced", "unknown-figure", "unknown-depth", "unknown-remainder", "unknown-failures"})
"""Rules about figures that the catalog does not state."""
UNKNOWN_TITLE, WAIVED_TITLE = "unknown figures of parts", "waived"
COUNT = ": "
"""Between the word of a group and the number of its findings."""


def finding_groups(found: Sequence[Checked]) -> Groups:
    """Return the groups of findings, of which each is in one."""
    words = [_word(one) for one in found]
    counts = Counter(words)
    worst: dict[str, tuple[bool, int, str]] = {}
    for one, word in zip(found, words, strict=True):
        rank = (word == WAIVED_TITLE, ORDER[one.finding.severity], word)
        worst[word] = min(rank, worst.get(word, rank))
    names = sorted(worst, key=lambda word: worst[word])
    number = {word: place for place, word in enumerate(names)}
    titles = [f"{word}{COUNT}{counted(counts[word], 'finding')}" for word in names]
    of = np.array([number[word] for word in words], np.int64)
    return Groups(titles, np.arange(len(found)), of)


def closed_first(found: Sequence[Checked], groups: Groups) -> set[str]:
    """Return the titles of the groups that are closed at first: several findings, none of them an error."""
    count = np.bincount(groups.group, minlength=len(groups.titles))
    bad = {
        int(group)
        for one, group in zip(found, groups.group.tolist(), strict=True)
        if one.finding.severity == "error" and not one.waived
    }
    return {title for group, title in enumerate(groups.titles) if group not in bad and count[group] > 1}


def word_of(title: str) -> str:
    """Return the word of a group, which stays while its number changes.

    >>> word_of("tray-fill: 3 findings")
    'tray-fill'
    """
    return title.rpartition(COUNT)[0]


def _word(one: Checked) -> str:
    if one.waived:
        return WAIVED_TITLE
    return UNKNOWN_TITLE if one.finding.rule in UNKNOWN else rule_title(one.finding.rule)
