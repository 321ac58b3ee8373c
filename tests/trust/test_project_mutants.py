"""P8: a spoiled project file loads or is refused with ``file:line: field: what, what to do``."""

import re
import sys
import time
from collections import Counter

from fatdesk.engine.core.errors import InputError, InputErrors
from fatdesk.project.file_format import decode, encode
from tests.project.samples import rich_project
from tests.trust.mutants import mutant

LINE = re.compile(r"p\.fatdesk:[1-9]\d*: \S.*?: \S.*")


def test_mutants(long: bool) -> None:
    data = encode(rich_project())
    count = 1_000_000 if long else 20_000
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    for seed in range(count):
        spoiled = mutant(seed, data)
        start = time.perf_counter()
        try:
            reading = decode(spoiled, "p.fatdesk")
        except (InputError, InputErrors) as error:
            outcomes["refused"] += 1
            for line in str(error).split("\n"):
                assert LINE.fullmatch(line), f"seed {seed}: {line!r}"
                assert len(line) < 1000, f"seed {seed}: {line!r}"
        except BaseException as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
        else:
            outcomes["loaded"] += 1
            again = decode(reading.canonical, "p.fatdesk")
            assert again.canonical == reading.canonical, f"seed {seed}: saving and loading changes it"
            assert again.project == reading.project, f"seed {seed}: saving and loading changes it"
        slowest = max(slowest, time.perf_counter() - start)
    print(dict(outcomes), f"slowest {slowest:.3f} s")
    assert slowest <= 2
    assert min(outcomes["refused"], outcomes["loaded"]) > count / 100
    if sys.platform.startswith("linux"):
        import resource

        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 500_000
