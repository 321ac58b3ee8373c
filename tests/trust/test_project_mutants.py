"""P8: a spoiled project file loads or is refused with ``file:line: field: what, what to do``."""

import re
import sys
import time
from collections import Counter

import pytest

from fatdesk.core.errors import InputError, InputErrors
from fatdesk.project.files.file_format import decode, encode
from tests.patience import judge_time
from tests.project.samples import rich_project
from tests.trust.memory import peak_mb
from tests.trust.mutants import mutant, mutants_for
from tests.trust.promises import Promise

LINE = re.compile(r"p\.fatdesk:[1-9]\d*: \S.*?: \S.*")


@pytest.mark.promise("P8")
def test_mutants(promise: Promise) -> None:
    data = encode(rich_project())
    count = mutants_for(2_500)
    outcomes: Counter[str] = Counter()
    before = peak_mb() if sys.platform != "win32" else 0.0
    slowest = 0.0
    for seed in range(count):
        spoiled = mutant(seed, data)
        start = time.process_time()
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
        slowest = max(slowest, time.process_time() - start)
    promise("project: {trials:,} mutants, 0 tracebacks, slowest {most_s:.2f} s", trials=count, most_s=slowest)
    judge_time(slowest, 2)
    assert min(outcomes["refused"], outcomes["loaded"]) > count / 100
    if sys.platform != "win32":
        assert peak_mb() <= max(1.05 * before, 500)  # what ran before in this process counts too
