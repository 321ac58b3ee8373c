"""Stages of the growth plan by name, and studies of stages when the steps of the plan change."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.networks.study import STAGE, STAGE_WORDS, Study, StudyNetwork
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.document.project import Project

SECTIONS = ("simulations", "faults", "schedules")
"""Sections whose studies name stages."""
AnyStudy = TypeVar("AnyStudy", bound=Study)


class StageName(NamedTuple):
    """A stage of a step of the plan, both from 1; ``done``: when it is done, not while it is worked on.

    Stage 0, done, is the state before the first stage.
    """

    step: int
    stage: int
    done: bool = False

    def __str__(self) -> str:
        return f"{self.step}:{'after-' if self.done else ''}{self.stage}"

    @property
    def words(self) -> str:
        """As a part of a sentence.

        >>> StageName(1, 2).words, StageName(1, 2, done=True).words
        ('stage 2 of step 1', 'step 1 after stage 2')
        """
        if self.done and not self.stage:
            return f"step {self.step} before stage 1"
        if self.done:
            return f"step {self.step} after stage {self.stage}"
        return f"stage {self.stage} of step {self.step}"


def stage_name(text: str) -> StageName:
    """Return the stage that a text names.

    >>> stage_name("1:2"), stage_name("2:after-3")
    (StageName(step=1, stage=2, done=False), StageName(step=2, stage=3, done=True))

    Raises
    ------
    FatdeskError
        When it names none.
    """
    if not text or re.match(STAGE, text) is None:
        raise FatdeskError(f"{text!r} is not a stage, give {STAGE_WORDS}")
    step, _, stage = text.partition(":")
    return StageName(int(step), int(stage.removeprefix("after-")), stage.startswith("after-"))


def with_growth(project: Project, steps: Sequence[GrowthStep]) -> Project:
    """Return the project with other growth steps; studies of stages follow the steps that they are of.

    A step that is found at another number is moved, one that differs at its number is changed. Networks of
    stages of other steps, which are removed, are removed from the studies.
    """
    numbers = _new_numbers(project.growth, steps)
    numbers = _new_numbers(project.growth, steps)
    studies = {section: _following(getattr(project, section), numbers) for section in SECTIONS}
    return replace(project, growth=tuple(steps), **studies)


def stages_removed(before: Project, after: Project) -> str:
    """Return a sentence on networks of stages that an edit of the growth plan removes; empty: none."""
    lost = _stages_studied(before) - _stages_studied(after)
    if before.growth == after.growth or lost <= 0:
        return ""
    return f"{counted(lost, 'network')} of removed steps {'is' if lost == 1 else 'are'} removed from studies"


def _stages_studied(project: Project) -> int:
    studies = [one for section in SECTIONS for one in getattr(project, section)]
    return sum(bool(network.stage) for study in studies for network in study.networks)


def _new_numbers(before: Sequence[GrowthStep], after: Sequence[GrowthStep]) -> dict[int, int]:
    """The new number of each step that is still there, both from 1."""
    found = {number: number for number, step in enumerate(before, 1) if step in after[number - 1 : number]}
    free = {number: step for number, step in enumerate(after, 1) if number not in found}
    for number, step in enumerate(before, 1):
        if number not in found:
            to = next((to for to, other in free.items() if other == step), None)
            if to is not None:
                found[number] = to
                del free[to]
    changed = [number for number in range(1, len(before) + 1) if number in free and number not in found]
    return found | {number: number for number in changed}


def _following(studies: tuple[AnyStudy, ...], numbers: Mapping[int, int]) -> tuple[AnyStudy, ...]:
    """The studies with the new numbers of steps in their stages and, as far as names stay apart, in names.

    A study that is named after a removed step, such as *Growth step 2*, is removed with it.
    """
    left = [
        one for one in studies if (step := _step_named(one.name, one.networks)) is None or step in numbers
    ]
    found = []
    for study in left:
        networks = [one for one in study.networks if not one.stage or stage_name(one.stage).step in numbers]
        names = _apart([_renamed(one.name, [one], numbers) for one in networks], networks)
        moved = tuple(
            replace(one, name=name, stage=_moved(one.stage, numbers))
            for one, name in zip(networks, names, strict=True)
        )
        found.append(replace(study, networks=moved))
    names = _apart([_renamed(one.name, one.networks, numbers) for one in left], left)
    after = tuple(replace(one, name=name) for one, name in zip(found, names, strict=True))
    return studies if after == studies else after  # what follows from them is kept by identity


def _moved(stage: str, numbers: Mapping[int, int]) -> str:
    if not stage:
        return ""
    name = stage_name(stage)
    return str(name._replace(step=numbers[name.step]))


def _step_named(name: str, networks: Sequence[StudyNetwork]) -> int | None:
    """The step that a name states, where all stages of the networks are of that step."""
    steps = {stage_name(one.stage).step for one in networks if one.stage}
    step = steps.pop() if len(steps) == 1 else None
    return step if step is not None and re.search(_words(step), name) else None


def _renamed(name: str, networks: Sequence[StudyNetwork], numbers: Mapping[int, int]) -> str:
    """A name with the new number of the step that it states."""
    step = _step_named(name, networks)
    return name if step is None else re.sub(_words(step), rf"\g<1> {numbers[step]}", name)


def _words(step: int) -> str:
    return rf"\b([Ss]tep) {step}\b"


def _apart(names: list[str], named: Sequence[StudyNetwork] | Sequence[Study]) -> list[str]:
    """New names where they are all different, else those of today."""
    return names if len(set(names)) == len(names) else [one.name for one in named]
