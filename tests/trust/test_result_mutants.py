"""P8: a spoiled file of results is refused in words, or gives figures that can be."""

import io
import time
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from fatdesk.core.errors import FatdeskError
from fatdesk.core.formats.result_files import HEAD, members_of, unpacked
from fatdesk.networks.fault_tolerance.results import faults_bytes
from fatdesk.networks.simulation.results import curve_bytes
from fatdesk.project.studies.measurements import kind_of_file, kind_of_tag
from tests.networks.fault_tolerance import test_results as of_faults
from tests.networks.fault_tolerance.made_up import degradation, tolerance
from tests.networks.simulation import test_results as of_curves
from tests.networks.simulation.made_up import curve
from tests.patience import judge_time
from tests.trust.mutants import mutant, mutants_for
from tests.trust.promises import Promise


@pytest.mark.promise("P8")
@pytest.mark.parametrize(
    ("word", "data", "same"),
    [
        ("curves", curve_bytes(curve(0.02, 0.9)), of_curves.same),
        ("rows of faults", faults_bytes(tolerance(1, 2, 5)), of_faults.same),
        ("throughput with faults", faults_bytes(degradation(0, 5)), of_faults.same),
    ],
)
def test_mutants(word: str, data: bytes, same: Callable[[Any, Any], bool], promise: Promise) -> None:
    """Checksums find nearly all that happens to a whole file, so most mutants are of what is inside."""
    inside = members_of(data)
    names = sorted(inside)
    count = mutants_for(4_000)
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    for seed in range(count):
        name = names[seed % len(names)]
        whole = seed % 4 == 0
        spoiled = mutant(seed, data if whole else inside[name])
        start = time.process_time()
        said = ""
        try:
            if whole:
                head = unpacked(io.BytesIO(spoiled), HEAD)
                kind_of_file(head).head(head)
            members = members_of(spoiled) if whole else {**inside, name: spoiled}
            kind = kind_of_file(members)
            stated, found = kind.head(members), kind.read(members)
        except FatdeskError as error:
            said = str(error)
            outcomes["refused"] += 1
        except BaseException as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
        else:
            outcomes["loaded"] += 1
            assert stated.digest == found.on.digest, f"seed {seed}"
            assert all(a < b for a, b in pairwise(stated.keys)), f"seed {seed}"
            if seed % 16 == 0:
                again = kind.read(members_of(kind_of_tag(found.on).written(found)))
                assert same(again, found), f"seed {seed}"
        slowest = max(slowest, time.process_time() - start)
        assert len(said) < 500, f"seed {seed}: {said!r}"
    promise(
        f"results, {word}: {{trials:,}} mutants, 0 tracebacks, slowest {{most_s:.2f}} s",
        trials=count,
        most_s=slowest,
    )
    judge_time(slowest, 2)
    assert min(outcomes["refused"], outcomes["loaded"]) > count / 100
