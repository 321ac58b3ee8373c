"""Files of traffic: what is read, and what is said of what cannot be."""

from pathlib import Path

import pytest

from fatdesk.core.errors import FatdeskError, InputError
from fatdesk.networks.traffic.traffic import parse_traffic, read_traffic

HOSTS = ["n01", "n02", "n03"]


def test_names_numbers_commas_and_remarks():
    text = "# who to whom\n\nn01 n02 1\r\n0,2,2.5\n2\tn01\t1e3   # many\n"
    flows = parse_traffic(text.encode(), "t", HOSTS)
    assert flows.hosts == 3
    assert flows.source.tolist() == [0, 0, 2]
    assert flows.destination.tolist() == [1, 2, 0]
    assert flows.weight.tolist() == [1, 2.5, 1000]


def test_a_name_goes_before_a_number():
    flows = parse_traffic(b"1 0 1", "t", ["1", "0"])
    assert (flows.source.tolist(), flows.destination.tolist()) == ([0], [1])


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("n01 n09 1", "t:1: destination: 'n09' is not a host, use a name (n01 to n03) or number 0 to 2"),
        ("\nn01 3 1", "t:2: destination: '3' is not a host"),
        ("n01 n02 -1", "t:1: weight: '-1' is negative, write 0 or more"),
        ("n01 n02 x", "t:1: weight: 'x' is not a number"),
        ("n01 n02 nan", "t:1: weight: 'nan' is not a number"),
        ("n01 n02 inf", "t:1: weight: 'inf' is above 1e+15"),
        ("n01 n02 1_0", "t:1: weight: '1_0' is not a number"),
        ("n01 n02", "t:1: flow: has 2 words, write source destination weight"),
        ("# nothing", "t:1: file: holds no flow"),
        ("\n\xe9".encode("latin-1"), "t:2: text: is not UTF-8"),
        ("n" * 1000 + " n02 1", "t:1: source: 'nnnn"),
    ],
)
def test_errors_tell_line_and_field(text, stated):
    with pytest.raises(InputError) as caught:
        parse_traffic(text if isinstance(text, bytes) else text.encode(), "t", HOSTS)
    assert str(caught.value).startswith(stated)
    assert len(str(caught.value)) < 200


def test_many_errors_are_told_together_up_to_twenty():
    with pytest.raises(FatdeskError) as caught:
        parse_traffic(b"x y 1\n" * 100, "t", HOSTS)
    assert str(caught.value).splitlines()[1].startswith("t:2: source:")
    assert len(str(caught.value).splitlines()) == 20


def test_a_file(tmp_path: Path):
    file = tmp_path / "flows.txt"
    file.write_text("n01 n02 4")
    assert read_traffic(file, HOSTS).weight.tolist() == [4]
    with pytest.raises(InputError, match=r"none\.txt:1: file: cannot be read"):
        read_traffic(tmp_path / "none.txt", HOSTS)
