"""Folded host lists unfold to the same hosts, by plain loops and by ClusterShell."""

import re
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fatdesk.engine.listing.switch_tree import host_list

NAMES = st.lists(
    st.one_of(
        st.builds(
            lambda stem, n, w: f"{stem}{n:0{w}}",
            st.sampled_from("nNx-"),
            st.integers(0, 130),
            st.integers(1, 4),
        ),
        st.sampled_from(["login", "a", "n", "r1n", "r1n07", "r2n08"]),
    ),
    max_size=40,
)


def unfolded(text: str) -> list[str]:
    """The hosts of a list, each range counted out."""
    found = []
    for stem, ranges, plain in re.findall(r"([^,\[]+)\[([^\]]+)\]|([^,]+)", text):
        if plain:
            found.append(plain)
        for part in ranges.split(",") if ranges else []:
            first, _, last = part.partition("-")
            found += [f"{stem}{n:0{len(first)}}" for n in range(int(first), int(last or first) + 1)]
    return found


@given(NAMES)
def test_a_list_unfolds_to_the_same_hosts(names: list[str]) -> None:
    assert sorted(unfolded(host_list(names))) == sorted(set(names))


def test_hosts_in_order_are_one_range() -> None:
    assert host_list(f"n{i:03}" for i in range(1, 649)) == "n[001-648]"
    assert host_list(f"n{i}" for i in range(8, 12)) == "n[8-9],n[10-11]"
    assert host_list([]) == ""


@pytest.mark.skipif(not shutil.which("nodeset"), reason="nodeset is missing (Debian: clustershell)")
def test_clustershell_unfolds_it_to_the_same_hosts() -> None:
    names = [f"n{i:03}" for i in (*range(1, 40), 45, *range(90, 130))] + ["login", "r1n7", "r1n8", "r2n07"]
    done = subprocess.run(["nodeset", "-e", host_list(names)], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == sorted(names)
