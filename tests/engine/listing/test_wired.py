"""Plain names are plain, each its own, and the same every time."""

import re

from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.listing.wired import LONGEST, plain_name, plain_names


@given(
    st.lists(st.one_of(st.text(max_size=80), st.sampled_from(["n1", "N1", "n1-2", "n 1", ""])), max_size=30)
)
def test_each_has_a_plain_name_of_its_own(texts: list[str]) -> None:
    names = plain_names(texts)
    assert len(names) == len(texts) == len({name.lower() for name in names})
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name) for name in names)
    assert names == plain_names(texts)


@given(st.from_regex(rf"\A[A-Za-z0-9]([A-Za-z0-9._-]{{0,{LONGEST - 2}}}[A-Za-z0-9])?\Z"))
def test_what_is_plain_stays(name: str) -> None:
    assert plain_name(name) == name
