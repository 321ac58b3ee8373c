"""What the search and the project ask of a family."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from fatdesk.engine.catalog.catalog import Catalog
from fatdesk.engine.fabric.fabric import Fabric
from fatdesk.engine.families.design import Design, HostGroup
from fatdesk.engine.families.problem import HostPorts, Problem
from fatdesk.engine.families.table import Refusal, Table


class Family(Protocol):
    """A recipe of networks; most are modules of this folder."""

    @property
    def NAME(self) -> str:  # noqa: N802  # a constant of most
        """Its word in files."""

    def tables(self, problem: Problem) -> Iterator[Table | Refusal]:
        """All its designs for a problem."""

    def build(
        self,
        design: Design,
        hosts: Sequence[HostGroup],
        catalog: Catalog,
        name: str,
        host_ports: HostPorts,
    ) -> Fabric:
        """The fabric of one design."""
