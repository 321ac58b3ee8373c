"""Values are made once for the same inputs, and memory is released with what they were made from."""

import gc
import weakref
from itertools import count

import pytest

from fatdesk.core.memo import Memo


class _Large:
    """Something that can be referred to weakly."""


def test_a_value_is_made_once_for_the_same_objects() -> None:
    memo, section, made = Memo[str](), [1], count(1)
    for _ in range(3):
        assert memo.keep("sum", (section,), lambda: next(made)) == 1
    assert memo.keep("sum", ([1],), lambda: next(made)) == 2
    assert memo.keep("other", ([1],), lambda: 5) == 5


def test_inputs_of_another_number_are_other_inputs() -> None:
    memo, section = Memo[str](), [1]
    memo.put("a", (section,), 1)
    assert memo.keep("a", (section, section), lambda: 2) == 2


def test_an_outdated_value_and_its_inputs_are_released() -> None:
    memo = Memo[str]()
    value, section = _Large(), _Large()
    seen = weakref.ref(value), weakref.ref(section)
    memo.put("a", (section,), value)
    del value, section
    assert all(one() is not None for one in seen)
    memo.keep("a", (_Large(),), _Large)
    gc.collect()
    assert all(one() is None for one in seen)


def test_a_bound_releases_what_was_made_first() -> None:
    memo = Memo[int](most=2)
    seen = [weakref.ref(memo.keep(number, (), _Large)) for number in range(5)]
    gc.collect()
    assert len(memo) == 2
    assert [one() is not None for one in seen] == [False, False, False, True, True]


def test_the_value_before_can_be_read_while_the_next_is_made() -> None:
    memo = Memo[str]()
    memo.put("a", ([1],), "before")

    def make() -> str:
        kept = memo.last("a")
        assert kept is not None
        return f"{kept.value}, now"

    assert memo.keep("a", ([1],), make) == "before, now"


def test_a_failure_keeps_what_there_was() -> None:
    memo, section = Memo[str](), [1]
    memo.put("a", (section,), 1)
    with pytest.raises(ZeroDivisionError):
        memo.keep("a", ([1],), lambda: 1 // 0)
    assert memo.holds("a", (section,))


def test_a_memo_of_the_next_state_takes_over_and_stays_apart() -> None:
    first = Memo[str]()
    section = [1]
    first.put("a", (section,), 1)
    second = Memo(before=first)
    assert second.holds("a", (section,))
    second.retain(lambda key: key != "a")
    assert "a" in first
    assert "a" not in second
    second.clear()
    assert not len(second)
