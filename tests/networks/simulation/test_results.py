"""Curves as files: all figures come back, the same bytes come out, and spoiled files are refused."""

import dataclasses
import hashlib
import io
import json
import zipfile
from typing import Any

import msgspec
import numpy as np
import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.result_files import HEAD, members_of, packed, unpacked
from fatdesk.networks.fault_tolerance.results import FaultsOn
from fatdesk.networks.fault_tolerance.sampled.throughput import DegradationParameters
from fatdesk.networks.fault_tolerance.study import FaultParameters
from fatdesk.networks.simulation import results
from fatdesk.networks.simulation.point import Latency
from fatdesk.networks.simulation.results import (
    MeasuredCurve,
    MeasuredOn,
    curve_bytes,
    curve_head,
    curve_of,
    figures_of,
    merged,
)
from fatdesk.networks.simulation.study import Arrivals, Duration, Switching, TrafficParameters
from tests.networks.simulation.made_up import curve, measured_on, point

CURVE = curve(0.02, 0.3, 0.5, 0.9)
DATA = curve_bytes(CURVE)


def same(one: MeasuredCurve, other: MeasuredCurve) -> bool:
    return (
        one.on == other.on
        and one.program == other.program
        and [figures_of(some) for some in one.points] == [figures_of(some) for some in other.points]
        and all(
            np.array_equal(a.channel_load, b.channel_load)
            for a, b in zip(one.points, other.points, strict=True)
        )
    )


def test_there_and_back() -> None:
    found = curve_of(members_of(DATA))
    assert same(found, CURVE)
    assert [type(value) for value in figures_of(found.points[0]).values()] == [
        type(value) for value in figures_of(CURVE.points[0]).values()
    ]
    head = curve_head(unpacked(io.BytesIO(DATA), HEAD))
    assert (head.on, head.loads, head.program, head.channel_loads) == (CURVE.on, CURVE.loads, "0.1.0", True)


def test_the_same_figures_are_the_same_bytes_whatever_time_they_took() -> None:
    slower = [dataclasses.replace(some, seconds=some.seconds + 5) for some in CURVE.points]
    assert curve_bytes(dataclasses.replace(CURVE, points=tuple(slower))) == DATA
    assert (
        hashlib.sha256(DATA).hexdigest() == "5e6a9cb0d6e28c081e769ec0c5d43009f3c2281772c016ffccf9a5bca057273b"
    )


def test_results_of_earlier_versions_are_found() -> None:
    """Digests of version 0.1.0, before fields of these records were added."""
    stated: dict[str, Any] = {"network": "a" * 64, "hosts": 2, "channels": 4, "scheme": "fta"}
    packets = MeasuredOn(
        **stated,
        traffic=TrafficParameters(),
        switching=Switching(),
        duration=Duration(),
        seeds=1,
        first_seed=1,
    )
    faults = FaultsOn(
        **stated,
        faults=FaultParameters(),
        combinations=None,
        seed=1,
        degradation=DegradationParameters(),
        simulation_model=1,
    )
    assert packets.digest == "af23470c6c52c641fc1438c5d7d175191e0ceba991f3093303506a82973a8761"
    assert faults.digest == "9690f0e52f4fbad67f4de6b3b3dc71aafd4d46c2494272a7e8474b192a476034"
    other = msgspec.structs.replace(packets, switching=Switching(switching="wormhole", allocation=1))
    same_but_for_it = msgspec.structs.replace(packets, switching=Switching(switching="wormhole"))
    assert other.digest != same_but_for_it.digest
    counted = msgspec.structs.replace(faults, degradation=DegradationParameters(counted="percent"))
    assert counted.digest != faults.digest


def test_numpy_alone_reads_a_file() -> None:
    with np.load(io.BytesIO(DATA)) as found:
        assert found["offered"].tolist() == [0.02, 0.3, 0.5, 0.9]
        assert found["channel_load"].shape == (4, 6)
        assert json.loads(found[HEAD])["on"]["switching"]["packet_bytes"] == 128


def test_what_is_unknown_stays_unknown() -> None:
    nobody = dataclasses.replace(
        point(0.2), accepted=0.0, accepted_ci95=None, latency=Latency(), network_latency=Latency(), packets=0,
        fairness=None, channel_load=np.zeros(0, np.float32),
    )  # fmt: skip
    before = MeasuredCurve(measured_on(), (nobody,))
    found = curve_of(members_of(curve_bytes(before)))
    assert same(found, before)
    assert (found.points[0].latency, found.points[0].fairness) == (Latency(), None)
    assert (found.base_latency, found.throughput) == (None, 0.0)


def test_channels_of_large_networks_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MOST_LOAD_BYTES", 4 * 6 * 4)
    assert same(curve_of(members_of(curve_bytes(CURVE))), CURVE)
    monkeypatch.setattr(results, "MOST_LOAD_BYTES", 4 * 6 * 4 - 1)
    found = curve_of(members_of(curve_bytes(CURVE)))
    assert [len(some.channel_load) for some in found.points] == [0] * 4
    assert figures_of(found.points[3]) == figures_of(CURVE.points[3])


def test_the_tag_tells_everything_but_the_load() -> None:
    """Each thing that figures depend on changes it; a default that is said does not."""
    plain = measured_on()
    assert measured_on(switching=Switching(packet_bytes=128, routing=4)).digest == plain.digest
    others = [
        plain,
        measured_on(network="1"),
        measured_on(scheme="destro"),
        measured_on(traffic=TrafficParameters(pattern="shuffle")),
        measured_on(traffic=TrafficParameters(itself=True)),
        measured_on(traffic=TrafficParameters(arrivals=Arrivals(kind="bursty"))),
        measured_on(switching=Switching(packet_bytes=8)),
        measured_on(duration=Duration(warmup=0)),
        measured_on(duration=Duration(precision=0.01)),
        measured_on(seeds=2),
        measured_on(first_seed=2),
        measured_on(flows="a" * 64),
        measured_on(model=2),
    ]
    assert len({some.digest for some in others}) == len(others)


def test_points_of_several_runs_are_put_together() -> None:
    older, newer = curve(0.1, 0.5, seed=1), curve(0.3, 0.5, seed=2)
    both = merged([newer, older])
    assert both is not None
    assert both.loads == (0.1, 0.3, 0.5)
    assert [some.seconds for some in both.points] == [
        older.points[0].seconds,
        *(some.seconds for some in newer.points),
    ]
    assert merged([]) is None


def changed(name: str, value: object) -> bytes:
    members: dict[str, object] = dict(unpacked(io.BytesIO(DATA)))
    del members[f"{name}.npy"]
    return packed({**members, name: value})


def with_head(**more: object) -> bytes:
    members = unpacked(io.BytesIO(DATA))
    head = {**json.loads(members[HEAD]), **more}
    return packed({**members, HEAD: json.dumps(head).encode()})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"garbage", "damaged"),
        (DATA[:-1], "damaged"),
        (DATA[: len(DATA) // 2], "damaged"),
        (DATA.replace(b'"scheme":"fta"', b'"scheme":"ftb"'), "damaged"),
        (packed({"x": np.arange(3)}), "it holds nothing that was measured"),
        (with_head(format=2), "newer fatdesk"),
        (with_head(colour="red"), "its head is wrong"),
        (with_head(loads=[]), "its head is wrong"),
        (with_head(loads=[0.02, 0.3, 0.5]), "offered is missing or not"),
        (with_head(loads=[0.02, 0.3, 0.5, 0.8]), "its loads do not rise"),
        (changed("offered", np.array([0.02, 0.5, 0.3, 0.9])), "its loads do not rise"),
        (changed("accepted", np.array([0.02, np.inf, 0.5, 0.9])), "accepted holds what no figure can be"),
        (changed("accepted", np.array([0.02, np.nan, 0.5, 0.9])), "accepted holds what no figure can be"),
        (changed("packets", np.array([1, 2, -1, 3])), "packets holds what no figure can be"),
        (changed("packets", np.array([1, 2, 3])), "packets is missing or not"),
        (changed("settled", np.array([1, 0, 2, 1], np.uint8)), "settled holds what no figure can be"),
        (changed("latency_mean", np.array(["a", "b", "c", "d"], "<U2")), "latency_mean is missing or not"),
        (changed("channel_load", np.full((4, 6), -1, np.float32)), "channel_load holds"),
        (changed("channel_load", np.zeros((4, 5), np.float32)), "channel_load is missing"),
    ],
)
def test_spoiled_files_are_refused(data: bytes, said: str) -> None:
    with pytest.raises(FatdeskError, match=said):
        curve_of(members_of(data))


def test_no_member_is_compressed() -> None:
    with zipfile.ZipFile(io.BytesIO(DATA)) as source:
        assert {some.compress_type for some in source.infolist()} == {zipfile.ZIP_STORED}
        assert {some.date_time for some in source.infolist()} == {(1980, 1, 1, 0, 0, 0)}
