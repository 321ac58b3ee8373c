"""Kinds of labels against reading all labels of a project."""

import pytest
from msgspec.structs import replace

from fatdesk.engine.cabling.checks import LabelCheck
from fatdesk.engine.wiring.label_kinds import label_kinds
from fatdesk.engine.wiring.rows import near_labels
from fatdesk.project.derived.derived import Derived
from fatdesk.project.derived.naming import writing_of

DIGITS = str.maketrans("123456789", "0" * 9)


def kinds_of(cabling, writing, longest):
    steps = label_kinds(cabling, writing, longest)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize(
    ("example", "template", "longest", "is_read"),
    [
        ("nodes-60", "", 20, False),
        ("nodes-60", "{device}-P{port}", 20, False),
        ("nodes-60", "{port}", 20, True),  # many ports have one label
        ("nodes-60", "{label}-{u}{port}", 20, True),  # U4, port 12 and U41, port 2 are A01-412
        ("nodes-60", "P{port}-{device}", 20, True),  # what follows the port differs
        ("nodes-60", "{port}-{label}-{port}", 20, True),
        ("nodes-60", "{device} {far}", 30, True),  # the far end counts
        ("nodes-60", "{label}-U{u:02}-P{port:02}", 20, True),
        ("nodes-60", "the port {port} of {device} here", 20, True),  # too long
        ("nodes-396", "", 20, False),  # a modular core switch: card and port
        ("nodes-396", "{label}-{slot}-{port}", 20, True),
        ("blades-224", "", 20, True),  # slots of enclosures
        ("gpu-31", "", 20, True),  # some ends are outside
    ],
)
def test_labels_of_a_kind(designed, example, template, longest, is_read):
    """Where labels need not be read none is alike or too long, and no shape of a label is missing."""
    derived = Derived(designed(example))
    naming = derived.project.naming
    naming = replace(naming, label=template) if template else naming
    cabling, writing = derived.cabling, writing_of(derived, derived.named, naming)
    ends = list(near_labels(cabling, writing))
    labels = LabelCheck(longest)
    labels.see([label for label, _ in ends])
    kinds = kinds_of(cabling, writing, longest)
    assert (kinds is None) == is_read
    if kinds is not None:
        assert not labels.findings(ends)
        first: dict[str, tuple[str, str]] = {}
        for end in ends:
            first.setdefault("\n".join(end).translate(DIGITS), end)
        assert set(first.values()) <= set(kinds) <= set(ends)
