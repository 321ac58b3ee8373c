"""Names of hosts folded to ranges, as Slurm and ClusterShell write them: ``n[01-18,20],login``."""

import re
from collections.abc import Iterable
from itertools import pairwise

_NUMBERED = re.compile(r"(.*?)([0-9]{1,9})\Z")


def host_list(names: Iterable[str]) -> str:
    """The names folded by the number at their end; numbers of one width share brackets.

    >>> host_list(["n01", "n02", "n03", "n05", "login", "n100"])
    'login,n[01-03,05],n100'
    """
    numbered: dict[tuple[str, int], list[int]] = {}
    plain = set()
    for name in names:
        found = _NUMBERED.match(name)
        if found is None:
            plain.add(name)
        else:
            numbered.setdefault((found[1], len(found[2])), []).append(int(found[2]))
    folded = [_folded(stem, width, sorted(set(of))) for (stem, width), of in sorted(numbered.items())]
    return ",".join([*sorted(plain), *folded])


def _folded(stem: str, width: int, numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"{stem}{numbers[0]:0{width}}"
    starts = [numbers[0], *(b for a, b in pairwise(numbers) if b != a + 1)]
    ends = [*(a for a, b in pairwise(numbers) if b != a + 1), numbers[-1]]
    ranges = (
        f"{a:0{width}}" if a == b else f"{a:0{width}}-{b:0{width}}" for a, b in zip(starts, ends, strict=True)
    )
    return f"{stem}[{','.join(ranges)}]"
