"""Short numbers of cables: alike for none, the same whatever else there is, safe to read and to type."""

import hashlib
import re

from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.cabling import identity
from fatdesk.engine.cabling.identity import cable_numbers


def test_a_number_by_hand() -> None:
    """The digest as 64 bits, least place first: one letter of 17, then signs of 27."""
    left = int.from_bytes(hashlib.blake2b(b"a--b", digest_size=8).digest(), "big")
    signs = []
    for alphabet in ["CDFGHJKMNPQRTVWXY", *["0123456789CDFGHJKMNPQRTVWXY"] * 5]:
        signs.append(alphabet[left % len(alphabet)])
        left //= len(alphabet)
    assert cable_numbers(["a--b"]) == {"a--b": "".join(signs)}


def test_many_are_all_different_and_never_look_like_figures() -> None:
    ids = [f"compute/edge/{i}:{j}--compute/core/{j}:{i}" for i in range(1, 500) for j in range(1, 41)]
    numbers = cable_numbers(ids)
    assert len(set(numbers.values())) == len(ids)
    assert all(re.fullmatch(r"[C-Y][0-9C-Y]{5}([0-9C-Y]{3})?", number) for number in numbers.values())


@given(st.sets(st.text(max_size=8), max_size=20))
def test_a_number_depends_on_nothing_else(ids: set[str]) -> None:
    alone = {cable_id: cable_numbers([cable_id])[cable_id] for cable_id in ids}
    assert cable_numbers(sorted(ids)) == cable_numbers(sorted(ids, reverse=True))
    if len(set(alone.values())) == len(ids):
        assert cable_numbers(ids) == alone


def test_twins_both_have_longer_numbers(monkeypatch) -> None:
    """With two signs instead of six twins are found at once."""
    monkeypatch.setattr(identity, "SHORT", 2)
    ids = [f"cable {n}" for n in range(200)]
    numbers = cable_numbers(ids)
    assert len(set(numbers.values())) == 200
    sizes = {len(number) for number in numbers.values()}
    assert sizes == {2, 9}
    heads = [number[:2] for number in numbers.values()]
    assert all((heads.count(number[:2]) > 1) == (len(number) == 9) for number in numbers.values())
