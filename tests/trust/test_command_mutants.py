"""P8: a spoiled file of commands is read or refused, and what is read is done or refused."""

import re
import time
from collections import Counter
from pathlib import Path

import pytest

from fatdesk.cli.projects.edit import decode_command
from fatdesk.core.errors import InputError, InputErrors
from fatdesk.project.commands import RefusedError
from fatdesk.project.commands.history import perform
from fatdesk.project.files.file_format import decode, encode
from tests.patience import judge_time
from tests.project.samples import rich_project
from tests.trust.mutants import mutant, mutants_for
from tests.trust.promises import Promise

EXAMPLES = (Path(__file__).parents[1] / "project" / "commands" / "examples.jsonl").read_bytes().splitlines()
LINE = re.compile(r"c\.json:[1-9]\d*: \S.*?: \S.*")


@pytest.mark.promise("P8")
def test_mutants(promise: Promise) -> None:
    project = rich_project()
    count = mutants_for(6_000)
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    for seed in range(count):
        spoiled = mutant(seed, EXAMPLES[seed % len(EXAMPLES)].replace(b", ", b",\n"))
        start = time.process_time()
        try:
            after = perform(project, decode_command(spoiled, "c.json"))
        except (InputError, InputErrors) as error:
            outcomes["bad input"] += 1
            for line in str(error).split("\n"):
                assert LINE.fullmatch(line), f"seed {seed}: {line!r}"
        except RefusedError:
            outcomes["refused"] += 1
        except BaseException as error:
            raise AssertionError(f"seed {seed}: {type(error).__name__}: {error}") from error
        else:
            outcomes["done"] += 1
            assert decode(encode(after), "p").project == after, f"seed {seed}"
        slowest = max(slowest, time.process_time() - start)
    promise(
        "commands: {trials:,} mutants, 0 tracebacks, slowest {most_s:.2f} s", trials=count, most_s=slowest
    )
    judge_time(slowest, 2)
    assert min(outcomes[word] for word in ("bad input", "refused", "done")) > count / 1000
