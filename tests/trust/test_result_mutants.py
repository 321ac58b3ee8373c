"""P8: a spoiled file of results is refused in words, or gives figures that can be."""

import io
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from fatdesk.core.formats.result_files import HEAD, members_of, unpacked
from fatdesk.networks.fault_tolerance.results import faults_bytes
from fatdesk.networks.simulation.results import curve_bytes
from fatdesk.project.studies.measurements import kind_of_file, kind_of_tag
from tests.networks.fault_tolerance import test_results as of_faults
from tests.networks.fault_tolerance.made_up import degradation, tolerance
from tests.networks.simulation import test_results as of_curves
from tests.networks.simulation.made_up import curve
from tests.trust.mutants import mutant, overwritten, read_all
from tests.trust.promises import Promise

NPY_HEAD = 128
"""Bytes before the numbers of an array."""


SOUND: dict[str, tuple[bytes, Callable[[Any, Any], bool]]] = {
    "curves": (curve_bytes(curve(0.02, 0.9)), of_curves.same),
    "rows of faults": (faults_bytes(tolerance(1, 2, 5)), of_faults.same),
    "throughput with faults": (faults_bytes(degradation(0, 5)), of_faults.same),
}


@pytest.mark.promise("P8")
@pytest.mark.parametrize("word", SOUND)
def test_mutants(word: str, promise: Promise) -> None:
    """Checksums find nearly all that happens to a whole file, so most mutants are of what is inside."""
    data, same = SOUND[word]
    inside = members_of(data)
    names = sorted(inside)

    def member(number: int) -> str:
        return names[number // 4 % len(names)]

    def make(number: int) -> bytes:
        part = inside[member(number)]
        if number % 4 == 0:
            return mutant(number, data)
        if number % 4 == 1 or part[:1] == b"{":
            return mutant(number, part)
        return part[:NPY_HEAD] + overwritten(number, part[NPY_HEAD:])

    def read(number: int, spoiled: bytes) -> str:
        name = member(number)
        whole = number % 4 == 0
        if whole:
            head = unpacked(io.BytesIO(spoiled), HEAD)
            kind_of_file(head).head(head)
        members = members_of(spoiled) if whole else {**inside, name: spoiled}
        kind = kind_of_file(members)
        stated, found = kind.head(members), kind.read(members)
        assert stated.digest == found.on.digest
        assert all(a < b for a, b in pairwise(stated.keys))
        if number % 16 == 0:
            again = kind.read(members_of(kind_of_tag(found.on).written(found)))
            assert same(again, found)
        return "loaded"

    found = read_all(4_000, make, read, None, longest=500)
    found.report(promise, f"results, {word}")
    assert min(found.share("refused"), found.share("loaded")) > 0.01
