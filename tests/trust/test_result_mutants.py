"""P8: a spoiled file of results is refused in words, or gives figures that can be."""

import io
import os
import time
from collections import Counter
from itertools import pairwise

import pytest

from fatdesk.engine.core.errors import FatdeskError
from fatdesk.engine.core.npz import unpacked
from fatdesk.engine.sim.results import curve_bytes, curve_of, read_curve, read_head
from tests.engine.sim.made_up import curve
from tests.engine.sim.test_results import same
from tests.trust.mutants import mutant
from tests.trust.promises import Promise


@pytest.mark.promise("P8")
def test_mutants(long: bool, promise: Promise) -> None:
    """Checksums find nearly all that happens to a whole file, so most mutants are of what is inside."""
    data = curve_bytes(curve(0.02, 0.9))
    inside = unpacked(io.BytesIO(data))
    names = sorted(inside)
    count = int(os.environ.get("FATDESK_MUTANTS", "1000000")) if long else 20_000
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
                read_head(io.BytesIO(spoiled))
            found = read_curve(spoiled) if whole else curve_of({**inside, name: spoiled})
        except FatdeskError as error:
            said = str(error)
            outcomes["refused"] += 1
        except BaseException as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
        else:
            outcomes["loaded"] += 1
            assert all(a < b for a, b in pairwise(found.loads)), f"seed {seed}"
            if seed % 16 == 0:
                assert same(read_curve(curve_bytes(found)), found), f"seed {seed}"
        slowest = max(slowest, time.process_time() - start)
        assert len(said) < 500, f"seed {seed}: {said!r}"
    promise(
        "results: {mutants:,} mutants, 0 tracebacks, slowest {most_s:.2f} s", mutants=count, most_s=slowest
    )
    assert slowest <= 2
    assert min(outcomes["refused"], outcomes["loaded"]) > count / 100
