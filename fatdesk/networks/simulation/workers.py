"""Workers that make the runs of a sweep: threads, processes, or a Dask cluster."""

import asyncio
import os
import re
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context, parent_process
from typing import Any, Protocol

from fatdesk.core.errors import FatdeskError

_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+]*://[^\s/]+|[^\s/:]+:[0-9]{1,5})(?:/\S*)?")


class Crew(Protocol):
    """Workers that are ready."""

    executor: Executor
    parallel_runs: int
    """Number of runs at the same time."""
    here: bool
    """Whether they share the memory of this process, so that runs can be stopped and report progress."""
    lost: tuple[type[BaseException], ...]
    """Errors of a run whose worker has died."""

    def close(self, at_once: bool) -> None:
        """Let them go; ``at_once``: in the middle of their runs, if that can be."""


class Workers(Protocol):
    """A kind of workers and how many."""

    def open(self) -> Crew:
        """Make them ready.

        Raises
        ------
        FatdeskError
            When there are none.
        """


def cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Threads:
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    here = True

    def __init__(self, count: int) -> None:
        self.parallel_runs = count
        self.executor: Executor = ThreadPoolExecutor(count, thread_name_prefix="run")

    def close(self, at_once: bool) -> None:
        # those that are in the middle of making tables end a moment later
        self.executor.shutdown(wait=not at_once, cancel_futures=True)


@dataclass(frozen=True)
class Threads:
    """Threads of this process; compiled loops run side by side in them."""

    count: int

    def open(self) -> Crew:
        """Make them ready."""
        return _Threads(self.count)


class _Processes:
    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    here = False

    def __init__(self, count: int) -> None:
        self.parallel_runs = count
        self._pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_settle)
        self.executor: Executor = self._pool

    def close(self, at_once: bool) -> None:
        if at_once:
            # WORKAROUND: ProcessPoolExecutor.kill_workers comes with Python 3.14
            for process in list((self._pool._processes or {}).values()):
                process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True)
class Processes:
    """Processes of this computer."""

    count: int

    def open(self) -> Crew:
        """Make them ready."""
        return _Processes(self.count)


def _settle() -> None:
    """Ctrl+C in a terminal is for the process that sweeps; its end, however it comes, is the worker's too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class _Cluster:
    here = False

    def __init__(self, client: Any, lost: type[BaseException]) -> None:
        self._client = client
        self.lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError, lost)
        self.parallel_runs = sum(client.nthreads().values())
        self.executor: Executor = client.get_executor(pure=False)

    def close(self, at_once: bool) -> None:
        self.executor.shutdown(wait=not at_once)  # not to wait means to cancel, here
        self._client.close()


@dataclass(frozen=True)
class Cluster:
    """The workers of a Dask cluster; they need the same version of this program."""

    address: str
    seconds: float = 10.0
    """Seconds to wait for an answer of the scheduler."""

    def open(self) -> Crew:
        """Find it.

        Raises
        ------
        FatdeskError
            When distributed is not installed, nobody answers, or the cluster has no workers.
        """
        if not _ADDRESS.fullmatch(self.address):
            raise FatdeskError(
                f"cluster: {self.address!r} is not an address of a Dask scheduler: use the one that it shows "
                "when it starts, such as tcp://10.0.0.1:8786"
            )
        try:
            distributed = import_module("distributed")
        except ImportError:
            raise FatdeskError(
                "cluster: Dask is not installed here, install it first: python -m pip install distributed"
            ) from None
        # asked first: a client that cannot be made prints a traceback of its own when it is collected
        try:
            asyncio.run(self._greet(distributed))
            client = distributed.Client(self.address, timeout=self.seconds, set_as_default=False)
        except Exception as error:  # noqa: BLE001  # another program that answers may cause any error
            what = " ".join(str(error).split()) or type(error).__name__
            raise FatdeskError(
                f"cluster: no Dask scheduler answers at {self.address!r} ({what}): use the address "
                "that it shows when it starts, such as tcp://10.0.0.1:8786"
            ) from None
        if not client.nthreads():
            client.close()
            raise FatdeskError(
                f"cluster: the scheduler at {self.address} has no workers yet, start some first"
            )
        return _Cluster(client, distributed.KilledWorker)

    async def _greet(self, distributed: Any) -> None:
        """Ask the scheduler for its identity; any error when nothing or another program answers."""
        async with distributed.rpc(self.address, timeout=self.seconds) as scheduler:
            await asyncio.wait_for(scheduler.identity(), self.seconds)


@contextmanager
def quiet_starts() -> Iterator[None]:
    """Processes that begin in here never hear Ctrl+C, not even before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
