"""Networks while a growth step is worked on: what is unplugged is out, what is not in use is left out.

A stage is named by the steps of the growth plan and by the stages of the change order: ``1:2`` is stage 2 of
step 1 while it is worked on, ``1:after-2`` the network when that stage is done.
"""

from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import takewhile
from typing import NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from fatdesk.core.arrays import Bools, Longs, connected_parts
from fatdesk.core.errors import FatdeskError
from fatdesk.core.number_text import counted
from fatdesk.core.progress import SILENT, Progress
from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.catalog.library import load_library
from fatdesk.engine.fabric.fabric import Fabric, NodeKind, as_network
from fatdesk.engine.fabric.some_links import links_of_both, only_nodes
from fatdesk.engine.growth.changes import Fate
from fatdesk.networks.network import Network
from fatdesk.project.derived.derived import Derived
from fatdesk.project.document.project import Project
from fatdesk.project.document.stage_names import StageName, stage_name
from fatdesk.project.files.file_format import encode
from fatdesk.project.growing.policies import check_steps, policy_results, works_of_plan
from fatdesk.project.growing.work import Work, links_by_cable

STAYS = -1
"""Stage of links that no stage touches."""
MOST_NAMED = 5
"""Hosts that a message names."""


@dataclass(frozen=True, eq=False)
class StageNetwork:
    """A network of a project in a stage of a growth step.

    Attributes
    ----------
    fabric
        Its hosts and switches that are in use, by the numbers that they have after the step, without gaps.
    catalog
        The parts of the project after the step.
    names
        Of all its nodes.
    cut_off
        Names of hosts of today that the stage parts from the others, which are left out.
    waiting
        Hosts of the step that are not in use yet.
    """

    stage: StageName
    fabric: Fabric
    catalog: Catalog
    names: tuple[str, ...]
    cut_off: tuple[str, ...]
    waiting: int

    @cached_property
    def network(self) -> Network:
        """Without parts."""
        return as_network(self.fabric)[0]

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks on hosts that are left out, in sentences."""
        found = []
        if self.cut_off:
            more = len(self.cut_off) - MOST_NAMED
            names = ", ".join(self.cut_off[:MOST_NAMED]) + (f" and {more:,} more" if more > 0 else "")
            count = counted(len(self.cut_off), "host")
            found.append(f"{self.stage.words}: {count} of today cut off and left out: {names}")
        if self.waiting:
            count = counted(self.waiting, "new host")
            found.append(f"{self.stage.words}: {count} not in use yet and left out")
        return tuple(found)


class StepStages:
    """The links of all networks of a step, with the stages in which they are pulled and plugged."""

    def __init__(self, work: Work, number: int) -> None:
        self.work, self.number = work, number
        self.stages = len(work.stages)
        self._of: dict[str, LinkStages] = {}

    def network(self, name: str, stage: StageName) -> StageNetwork:
        """The network of that name in a stage.

        Raises
        ------
        FatdeskError
            When there is no such network or stage, or no two hosts are connected in it.
        """
        self.check(stage)
        return self.links(name).network(stage)

    def check(self, stage: StageName) -> None:
        """Refuse a stage that the step does not have, or that has no network.

        Raises
        ------
        FatdeskError
            When that is so.
        """
        if not 1 <= stage.stage <= self.stages:
            has = counted(self.stages, "stage") if self.stages else "no stages, no cable changes"
            raise FatdeskError(f"stage {stage}: step {self.number} has {has}")
        if self.work.grown.policy == "rebuild" and not stage.done:
            raise FatdeskError(
                f"stage {stage}: a rebuild is out of service while it is worked on: "
                f"name {stage._replace(done=True)}, or give step {self.number} another policy"
            )

    def links(self, name: str) -> "LinkStages":
        """The links of the network of that name."""
        if name not in self._of:
            self._of[name] = _links(self.work, name)
        return self._of[name]


class LinkStages(NamedTuple):
    """Links of a network before and after a step, with their stages.

    Attributes
    ----------
    node
        The number after the step of each node before it; -1: it goes.
    pulled, plugged
        Stage, from 0, in which each link before is pulled and each after is plugged; STAYS: none, and a link
        before that stays is the one after.
    """

    before: Fabric
    after: Fabric
    catalog: Catalog
    names: tuple[str, ...]
    node: Longs
    pulled: Longs
    plugged: Longs

    def there(self, stage: StageName) -> tuple[Bools, Bools]:
        """The links after the step and those before it that are at work in a stage."""
        number = stage.stage - 1
        return self.plugged < number + stage.done, self.pulled > number

    def network(self, stage: StageName) -> StageNetwork:
        """The network in a stage."""
        there, left = self.there(stage)
        before, after = self.before, self.after
        whole = links_of_both(after, there, before, left, self.node)
        today = np.zeros(after.node_count, np.bool_)
        today[self.node[self.node >= 0]] = True
        used = _in_use(whole, today)
        hosts = after.kind == NodeKind.HOST
        cut_off = np.flatnonzero(hosts & today & ~used).tolist()
        if int((hosts & used).sum()) < 2:
            raise FatdeskError(f"stage {stage}: no two hosts of {after.name} are connected")
        return StageNetwork(
            stage,
            only_nodes(whole, used),
            self.catalog,
            tuple(self.names[node] for node in np.flatnonzero(used).tolist()),
            tuple(self.names[node] for node in cut_off),
            int((hosts & ~today & ~used).sum()),
        )


def _links(work: Work, name: str) -> LinkStages:
    """The links of a network by the cables of the change order that hold them."""
    was, now = work.grown.before, work.grown.after
    then, made = was.cabling.fabrics[was.number_of(name)], now.cabling.fabrics[now.number_of(name)]
    before, after = then.fabric, made.fabric
    number = {one: node for node, one in enumerate(after.ids)}
    node = np.array([number.get(one, -1) for one in before.ids], np.int64)
    pulled, plugged = np.full(len(before.ends), STAYS), np.full(len(after.ends), STAYS)
    old, new = links_by_cable(then, was), links_by_cable(made, now)
    loose_old, loose_new = _in_no_cable(before, old), _in_no_cable(after, new)
    pulled[[link for key, link in loose_old.items() if key not in loose_new]] = 0
    plugged[[link for key, link in loose_new.items() if key not in loose_old]] = 0
    for at, stage in enumerate(work.stages):
        for one in stage.changes:
            if one.fate is Fate.KEPT or one.row.fabric != name:
                continue
            if one.before is not None:
                pulled[old[one.before.id]] = at
            if one.after is not None:
                plugged[new[one.after.id]] = at
    names = now.names[now.number_of(name)]
    return LinkStages(before, after, now.catalog, names, node, pulled, plugged)


def _in_no_cable(fabric: Fabric, cables: dict[str, list[int]]) -> dict[tuple[str, int, str, int], int]:
    """Links that no cable holds, such as traces of a backplane, by nodes and ports of both ends."""
    held = np.zeros(len(fabric.ends), np.bool_)
    held[[link for links in cables.values() for link in links]] = True
    found = {}
    for link in np.flatnonzero(~held).tolist():
        (a, b), (p, q) = fabric.ends[link].tolist(), fabric.ports[link].tolist()
        found[fabric.ids[a], p, fabric.ids[b], q] = link
    return found


def _in_use(fabric: Fabric, today: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The nodes that are joined by switches with most of the hosts of today; of equal parts the first.

    A host forwards nothing: one with links to two parts does not join them. Parts that share more than half
    of the hosts of today of the first one are planes or rails, and are in use as well.
    """
    host = fabric.kind == NodeKind.HOST
    ends_host = host[fabric.ends]
    part = np.asarray(connected_parts(fabric.node_count, *fabric.ends[~ends_host.any(axis=1)].T))
    at = fabric.ends[ends_host.sum(axis=1) == 1]
    ends_host = host[at]
    pairs = np.unique(np.column_stack([at[ends_host], part[at[~ends_host]]]), axis=0)
    node, of = pairs[:, 0], pairs[:, 1]
    hosts = np.bincount(of[today[node]], minlength=fabric.node_count)
    first = np.zeros(fabric.node_count, np.bool_)
    first[node[(of == hosts.argmax()) & today[node]]] = True
    planes = np.bincount(of[first[node]], minlength=fabric.node_count) * 2 > first.sum()
    found = np.zeros(fabric.node_count, np.bool_)
    found[node[planes[of]]] = True
    used = np.zeros(fabric.node_count, np.bool_)
    used[of[(found & today)[node]]] = True
    found |= ~host & used[part]
    return found


def stage_inputs(project: Project) -> tuple[object, ...]:
    """Return the sections of a project that networks of stages depend on."""
    inputs = _inputs(project)
    return tuple(getattr(inputs, name) for name in inputs.__struct_fields__)


def stage_digest(project: Project) -> str:
    """Return the digest of everything that networks of stages depend on."""
    steps = tuple(structs.replace(step, name="", progress=None) for step in project.growth)
    return sha256(encode(structs.replace(_inputs(project), growth=steps))).hexdigest()


def _inputs(project: Project) -> Project:
    """The project without what has no effect on networks of stages."""
    return Project(
        hosts=project.hosts,
        fabrics=project.fabrics,
        parts=project.parts,
        replugged=project.replugged,
        floor=project.floor,
        wishes=project.wishes,
        cabling=project.cabling,
        naming=project.naming,
        growth=project.growth,
    )


def check_step(project: Project, stage: StageName) -> None:
    """Refuse a stage of a step that the growth plan of a project does not have.

    Raises
    ------
    FatdeskError
        When that is so.
    """
    if stage.step > len(project.growth):
        has = counted(len(project.growth), "step") if project.growth else "no steps"
        raise FatdeskError(f"stage {stage}: the growth plan of the project has {has}")


def step_stages(project: Project, number: int, progress: Progress = SILENT) -> StepStages:
    """Return the stages of a step of the growth plan of a project, from 1; each step by its own policy.

    Raises
    ------
    FatdeskError
        When the step is not possible, or it has no stages.
    """
    works = works_of_plan(project, load_library().catalog, number, progress)
    return StepStages(works[-1], number)


def stages_of_plan(project: Project, progress: Progress = SILENT) -> tuple[StepStages, ...]:
    """Return the stages of each step of the growth plan, up to the first that is not possible or has none.

    Raises
    ------
    FatdeskError
        When a step contradicts the project or those before it.
    """
    steps = project.growth
    check_steps(project, steps)
    catalog, policies = load_library().catalog, tuple(step.policy for step in steps)
    [found] = policy_results(project, steps, catalog, [policies], progress)
    staged = takewhile(lambda work: not work.why_no_stages, found.works)
    return tuple(StepStages(work, number) for number, work in enumerate(staged, start=1))


def stage_network(derived: Derived, fabric: str, stage: str) -> StageNetwork:
    """Return a network of a project in a stage of its growth plan; each step by its own policy.

    Parts to buy are those of the project and the shipped ones, as for ``fatdesk grow`` without ``--catalog``.

    Raises
    ------
    FatdeskError
        When there is no such step, stage or network, the step is not possible, or it has no stages.
    """
    wanted, project = stage_name(stage), derived.project
    derived.number_of(fabric)  # says why, where there is none
    check_step(project, wanted)

    worked_on = derived.of_project(
        f"growth step {wanted.step}",
        stage_inputs(project),
        lambda: step_stages(project, wanted.step, derived.progress),
    )
    return derived.of_fabric(
        fabric, f"stage {stage}", (worked_on,), lambda: worked_on.network(fabric, wanted)
    )
