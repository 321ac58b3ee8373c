"""Fault results as files: all figures come back, the same bytes come out, and spoiled files are refused."""

import dataclasses
import io
import json

import msgspec
import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.result_files import HEAD, members_of, packed, unpacked
from fatdesk.networks.fault_tolerance.results import (
    AlwaysTolerated,
    MeasuredFaults,
    faults_bytes,
    faults_head,
    faults_of,
    merged_faults,
)
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.simulation.study import TrafficParameters
from tests.networks.fault_tolerance.made_up import degradation, faults_on, row, tolerance

TOLERANCE, DEGRADATION = tolerance(1, 2, 4, 10), degradation(0, 5, 20)
FILES = {"tolerance": faults_bytes(TOLERANCE), "degradation": faults_bytes(DEGRADATION)}


def same(one: MeasuredFaults, other: MeasuredFaults) -> bool:
    return dataclasses.astuple(one) == dataclasses.astuple(other)


@pytest.mark.parametrize(
    "found",
    [
        TOLERANCE,
        DEGRADATION,
        degradation(3, samples=1),
        dataclasses.replace(TOLERANCE, always=None),
        dataclasses.replace(TOLERANCE, rows=()),
        dataclasses.replace(TOLERANCE, always=AlwaysTolerated(9, "not proved", None)),
    ],
)
def test_there_and_back(found: MeasuredFaults) -> None:
    data = faults_bytes(found)
    assert same(faults_of(members_of(data)), found)
    assert faults_bytes(faults_of(members_of(data))) == data
    head = faults_head(unpacked(io.BytesIO(data), HEAD))
    assert (head.on, head.counts, head.program) == (found.on, found.counts, "0.1.0")


def test_numpy_alone_reads_a_file() -> None:
    with np.load(io.BytesIO(FILES["tolerance"])) as found:
        assert found["tolerated"].tolist() == [1000, 1000, 900, 900]
        assert found["fatal"].tolist() == [*range(4), *range(10)]
        assert found["fatal_start"].tolist() == [0, 0, 0, 4, 14]
        assert json.loads(found[HEAD])["on"]["faults"] == {"among": "network", "whole": False}
    with np.load(io.BytesIO(FILES["degradation"])) as found:
        assert found["throughput"].tolist() == [0.6, 0.595, 0.58]


def test_the_tag_tells_everything_but_the_number_of_faults() -> None:
    """Each thing that figures depend on changes it; a default that is said does not."""
    plain = faults_on()
    assert faults_on(faults=FaultParameters(among="network", whole=False)).digest == plain.digest
    slower = degradation().on
    others = [
        plain,
        faults_on(network="1"),
        faults_on(scheme="updown"),
        faults_on(faults=FaultParameters(whole=True)),
        faults_on(faults=FaultParameters(among="switches")),
        faults_on(combinations=1001),
        faults_on(seed=2),
        faults_on(model=2),
        slower,
        msgspec.structs.replace(slower, simulation_model=2),
        msgspec.structs.replace(slower, flows="a" * 64),
        msgspec.structs.replace(slower, degradation=DegradationParameters(samples=3)),
        msgspec.structs.replace(
            slower, degradation=DegradationParameters(traffic=TrafficParameters(pattern="shuffle"))
        ),
    ]
    assert len({some.digest for some in others}) == len(others)


def test_rows_of_several_runs_are_put_together() -> None:
    older, newer = tolerance(1, 5, share=0.5), dataclasses.replace(tolerance(2, 5), always=None)
    both = merged_faults([newer, older])
    assert both is not None
    assert both.rows == (row(1, 1.0), row(2, 1.0), row(5, 0.9))
    assert both.always == older.always
    slower = merged_faults([degradation(3), degradation(0)])
    assert slower is not None
    assert slower.counts == (0, 3)
    assert merged_faults([]) is None


def changed(kind: str, name: str, value: object) -> bytes:
    members: dict[str, object] = dict(unpacked(io.BytesIO(FILES[kind])))
    del members[f"{name}.npy"]
    return packed({**members, name: value})


def with_head(file: str, **more: object) -> bytes:
    members = unpacked(io.BytesIO(FILES[file]))
    head = {**json.loads(members[HEAD]), **more}
    return packed({**members, HEAD: json.dumps(head).encode()})


ALWAYS = {"faults": 3, "proof": "minimum cut", "fatal": [0, 2, 5, 9]}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"garbage", "damaged"),
        (FILES["tolerance"][:-1], "damaged"),
        (packed({"x": np.arange(3)}), "it holds nothing that was measured"),
        (with_head("tolerance", format=2), "newer fatdesk"),
        (with_head("tolerance", colour="red"), "its head is wrong"),
        (with_head("tolerance", kind="curve"), "its head is wrong"),
        (with_head("tolerance", counts=[1, 2, 4]), "combinations is missing or not"),
        (with_head("tolerance", counts=[1, 4, 2, 10]), "do not rise"),
        (with_head("tolerance", counts=[1, 2, 5, 10]), "fatal_start holds what"),
        (with_head("tolerance", always={**ALWAYS, "proof": "faith"}), "its head is wrong"),
        (with_head("tolerance", always={**ALWAYS, "faults": 4}), "a fatal combination contains"),
        (with_head("tolerance", always={**ALWAYS, "fatal": [0, 5, 2, 9]}), "a fatal combination contains"),
        (changed("tolerance", "combinations", np.array([0, 1, 1, 1])), "combinations holds what no figure"),
        (changed("tolerance", "tolerated", np.array([1001, 1, 1, 1])), "tolerated holds what no figure"),
        (changed("tolerance", "exhaustive", np.array([0, 1, 2, 1], np.uint8)), "exhaustive holds"),
        (changed("tolerance", "pairs_connected", np.array([1, 1, np.nan, 1])), "pairs_connected holds"),
        (changed("tolerance", "pairs_connected", np.array([1, 1, 1.1, 1])), "pairs_connected holds"),
        (changed("tolerance", "fatal_start", np.array([0, 0, 0, 4, 13])), "fatal_start holds"),
        (changed("tolerance", "fatal_start", np.array([-4, -4, -4, 0, 10])), "fatal_start holds"),
        (changed("tolerance", "fatal", np.arange(13)), "fatal is missing or not"),
        (changed("tolerance", "fatal", np.arange(14)[::-1]), "a fatal combination contains"),
        (changed("degradation", "throughput", np.array([1, np.inf, 1])), "throughput holds"),
        (changed("degradation", "ci95", np.array([0.1, -1, 0.1])), "ci95 holds"),
        (changed("degradation", "least", np.array([9.0, 0.1, 0.1])), "least holds"),
        (changed("degradation", "samples", np.array([0, 1, 1])), "samples holds"),
        (with_head("degradation", counts=[0, 5]), "throughput is missing or not"),
    ],
)
def test_spoiled_files_are_refused(data: bytes, said: str) -> None:
    with pytest.raises(FatdeskError, match=said):
        faults_of(members_of(data))
