"""Networks as they are written on the command line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.core.errors import FatdeskError
from fatdesk.networks.topologies import TOPOLOGIES, network_of, read_spec
from fatdesk.networks.topologies.spec import write


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("ring:k=2", "unknown family 'ring': known are"),
        ("kary-tree:k=1,n=2", "k=1: 1 is out of range, use 2 to 1024"),
        ("kary-tree:k=2", "n is missing: write kary-tree:k=2,n=2"),
        ("kary-tree:k=2,n=2,z=3", "unknown parameter 'z'"),
        ("kary-tree:k=2,k=3,n=2", "k is given twice"),
        ("kary-tree:k=two,n=2", "expected a whole number"),
        ("kary-tree:k=2,n", "'n' is not NAME=VALUE"),
        ("kary-tree:k=1024,n=20", "hosts are too many"),
        ("kary-tree:k=²,n=2", "expected a whole number"),
        ("x" * 2000, "more than 1000 characters"),
    ],
)
def test_what_is_wrong_is_told(text: str, stated: str) -> None:
    with pytest.raises(FatdeskError, match="network") as caught:
        network_of(text)
    assert stated in str(caught.value)


@given(st.text(alphabet="kary-tree:=,n0123456789 MCKS", max_size=40))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        topology, params = read_spec(text)
    except FatdeskError:
        return
    assert read_spec(write(topology, params)) == (topology, params)


def test_names_are_unique() -> None:
    assert len({topology.name for topology in TOPOLOGIES}) == len(TOPOLOGIES)
