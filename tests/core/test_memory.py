"""Objects that last are spared passes of the collector, and collected once they are released."""

import gc
import weakref

import pytest

from fatdesk.core.memory import LastingObjects, collection_paused


class Node:
    """Something that refers to itself, which only the collector can free."""

    def __init__(self):
        self.me = self


@pytest.fixture
def lasting():
    made = LastingObjects()
    yield made
    made.end()


def test_what_survives_a_slow_pass_is_looked_through_no_more(lasting, monkeypatch):
    before = gc.get_freeze_count()
    gc.collect(1)
    assert gc.get_freeze_count() == before
    monkeypatch.setattr("fatdesk.core.memory.SLOW_S", 1e9)
    gc.collect()
    assert gc.get_freeze_count() == before
    monkeypatch.setattr("fatdesk.core.memory.SLOW_S", 0.0)
    gc.collect()
    assert gc.get_freeze_count() > before


def test_kept_objects_are_freed_once_they_are_released(lasting):
    node = Node()
    seen = weakref.ref(node)
    lasting.keep()
    del node
    gc.collect()
    assert seen() is not None
    lasting.release()
    assert seen() is None


def test_garbage_among_kept_objects_is_collected_while_nothing_happens(lasting, monkeypatch):
    monkeypatch.setattr("fatdesk.core.memory.APART_S", 0.0)
    passes = 5
    monkeypatch.setattr("fatdesk.core.memory.young_passes", lambda: passes)
    node = Node()
    seen = weakref.ref(node)
    lasting.keep()
    del node
    assert not lasting.look(), "something has just happened"
    assert seen() is not None
    monkeypatch.setattr("fatdesk.core.memory.APART_S", 1e9)
    assert not lasting.look(), "the last collection was a moment ago"
    monkeypatch.setattr("fatdesk.core.memory.APART_S", 0.0)
    assert lasting.look()
    assert seen() is None
    assert gc.get_freeze_count() > 0, "what is in use is spared again"
    assert not lasting.look(), "nothing was made since"


def test_frozen_garbage_stays_bounded(lasting, monkeypatch):
    """Each round all is frozen while its nodes are in use, as a slow pass does, and they are garbage then."""
    monkeypatch.setattr("fatdesk.core.memory.APART_S", 0.0)
    counts = []
    for _ in range(4):
        nodes = [Node() for _ in range(20_000)]
        lasting.keep()
        del nodes
        lasting.look()
        assert lasting.look()
        counts.append(gc.get_freeze_count())
    assert counts[-1] - counts[0] < 5_000


def test_nothing_is_spared_afterwards():
    made = LastingObjects()
    made.keep()
    callbacks = len(gc.callbacks)
    made.end()
    assert len(gc.callbacks) == callbacks - 1
    assert gc.get_freeze_count() == 0


def test_the_collector_is_off_until_the_last_of_overlapping_pauses_has_ended():
    assert gc.isenabled()
    first, second = collection_paused(), collection_paused()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()


def test_a_pause_leaves_a_collector_off_that_was_off():
    gc.disable()
    try:
        with collection_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
