"""Sweeps on a Dask cluster of two workers in this computer."""

import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from fatdesk.core.errors import Cancelled, FatdeskError
from fatdesk.networks.simulation.study import Duration, Loads, SimulationStudy, Switching
from fatdesk.networks.simulation.sweep import curves_of, sweep, team
from fatdesk.networks.simulation.workers import Cluster, Threads
from fatdesk.networks.study import StudyNetwork

STUDY = SimulationStudy(
    name="small",
    networks=(StudyNetwork(name="tree", spec="kary-tree:k=2,n=3"),),
    switching=Switching(packet_bytes=16),
    loads=Loads(first=0.2, last=0.8, step=0.3),
    duration=Duration(cycles=20_000),
    seeds=2,
)


@pytest.fixture(scope="module")
def local() -> Iterator[object]:
    from distributed import LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
        )
        yield made
        made.close()


def points(who, progress=None, arrived=None) -> list[tuple[bytes, ...]]:
    """All figures but processor time, as bytes."""
    curves = curves_of(STUDY)
    with team(STUDY, curves, who) as made:
        found = sweep(STUDY, made, *([progress] if progress else []), arrived=arrived)
    assert found.remarks == ()
    rows = []
    for point in found.points[0]:
        said = asdict(point)
        carried = said.pop("channel_load")
        del said["seconds"]
        rows.append((repr(said).encode(), carried.tobytes()))
    return rows


def test_a_cluster_gives_the_same_points(local):
    assert points(Cluster(local.scheduler_address)) == points(Threads(1))


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_killed_worker_of_a_cluster_changes_nothing(local):
    """Dask begins its runs anew by itself."""
    killed = []

    def kill(_):
        if not killed:
            worker = local.workers[0]
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

    assert points(Cluster(local.scheduler_address), arrived=kill) == points(Threads(1))
    assert killed


def test_cancelling_lets_the_cluster_go(local):
    class Stops:
        def step(self, done, total, text):
            raise Cancelled

    with pytest.raises(Cancelled):
        points(Cluster(local.scheduler_address), Stops())
    assert len(points(Cluster(local.scheduler_address))) == 3


def test_a_cluster_that_is_not_there():
    with pytest.raises(FatdeskError, match=re.escape("no Dask scheduler answers at 'tcp://127.0.0.1:9'")):
        Cluster("tcp://127.0.0.1:9", seconds=0.3).open()
    with pytest.raises(FatdeskError, match="cluster: "):
        Cluster("nonsense://", seconds=0.3).open()


@pytest.mark.parametrize("address", ["tcp://dead", "tls://127.0.0.1:9"])
def test_an_address_that_cannot_be_used_is_one_line(address):
    """In a process of its own: a client that is collected half made prints when that process ends."""
    arguments = ["simulate", "kary-tree:k=2,n=2", "--loads", "0.1", "--cluster", address]
    done = subprocess.run([sys.executable, "-m", "fatdesk", *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith(f"cluster: no Dask scheduler answers at '{address}' (")
    assert done.stderr.count("\n") == 1


def test_another_program_that_answers_is_no_scheduler():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def answer() -> None:
            with server.accept()[0] as caller:
                caller.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n" * 4)
                caller.recv(1)

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(FatdeskError, match=f"no Dask scheduler answers at 'tcp://127.0.0.1:{port}'"):
            Cluster(f"tcp://127.0.0.1:{port}", seconds=5).open()


def test_dask_is_not_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        FatdeskError, match=r"Dask is not installed here, .*: python -m pip install distributed"
    ):
        Cluster("tcp://127.0.0.1:8786").open()
