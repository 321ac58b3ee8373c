"""Studies: some networks, with parameters, under one measurement; decided, not measured."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from fatdesk.core.errors import UnsoundError
from fatdesk.core.struct import Struct
from fatdesk.networks.routing import USUAL, routing_algorithm
from fatdesk.networks.topologies import canonical
from fatdesk.networks.topologies.spec import LONGEST

MOST_NETWORKS = 64
STAGE = r"^([1-9][0-9]{0,3}:(after-)?[1-9][0-9]{0,3})?\Z"
STAGE_WORDS = "a step and a stage of the growth plan such as 1:2, or 1:after-2 when that stage is done"
Seed = Annotated[int, Meta(ge=0, le=1 << 31)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class StudyNetwork(Struct, frozen=True, kw_only=True):
    """A network of a study.

    Attributes
    ----------
    name
        What curves and tables call it.
    spec
        Family and parameters of a network without parts; empty for a fabric of the project.
    fabric
        Name of a fabric of the project; empty where there is a spec.
    stage
        With a fabric: the stage of the growth plan in which it is meant, ``STEP:STAGE`` while that is worked
        on or ``STEP:after-STAGE`` when it is done; empty: as it is today.
    scheme
        The routing algorithm; ``usual``: as is usual in the network.
    """

    name: Name
    spec: Annotated[str, Meta(max_length=LONGEST)] = ""
    fabric: Annotated[str, Meta(max_length=60)] = ""
    stage: Annotated[str, Meta(pattern=STAGE, description=STAGE_WORDS)] = ""
    scheme: Annotated[str, Meta(min_length=1, max_length=60)] = USUAL

    def __post_init__(self) -> None:
        if bool(self.spec) == bool(self.fabric):
            raise UnsoundError("spec: name either a network without parts here or a fabric, not both or none")
        if self.stage and not self.fabric:
            raise UnsoundError("stage: is one of a fabric, name the fabric instead of a spec")

    @property
    def placed(self) -> str:
        """The fabric that is meant as it is placed today; empty: there is none."""
        return "" if self.stage else self.fabric

    @property
    def source(self) -> str:
        """Spec, or fabric with the stage, for lists."""
        return self.spec or (f"{self.fabric}, stage {self.stage}" if self.stage else self.fabric)


class Study(Struct, frozen=True, kw_only=True):
    """Networks that are measured alike and compared; each measurement adds its parameters."""

    name: Name
    networks: Annotated[tuple[StudyNetwork, ...], Meta(max_length=MOST_NETWORKS)] = ()

    def __post_init__(self) -> None:
        names = [network.name for network in self.networks]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise UnsoundError(f"networks: two are called {twice}, give one another name")


def sound(network: StudyNetwork) -> StudyNetwork:
    """Return the network with its spec in the one way in which it is written.

    Raises
    ------
    FatdeskError
        When there is no such family or routing algorithm, or the parameters are wrong.

    >>> sound(StudyNetwork(name="tree", spec=" kary-tree: n=3, k=4")).spec
    'kary-tree:k=4,n=3'
    """
    if network.scheme != USUAL:
        routing_algorithm(network.scheme)
    spec = canonical(network.spec) if network.spec else ""
    return network if spec == network.spec else replace(network, spec=spec)
