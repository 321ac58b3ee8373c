"""A small project with a growth plan, and its plans side by side; both made once."""

import pytest
from msgspec.structs import replace

from fatdesk.engine.catalog.part_files import load_shipped
from fatdesk.engine.design.growth_target import HostTarget
from fatdesk.engine.design.requirements import FabricRequirement, Requirements
from fatdesk.engine.families.design import HostGroup
from fatdesk.engine.floor.room import RoomRequirement
from fatdesk.project.designing.designing import design_project
from fatdesk.project.document.growth import GrowthStep
from fatdesk.project.growing.comparison import compare_policies
from tests.gui.pages.growth import GrowthPage


def step(count, policy="in-place"):
    return GrowthStep(hosts=(HostTarget(name="nodes", count=count),), policy=policy)


@pytest.fixture(scope="package")
def project():
    """60 hosts on switches of 36 ports, placed by the rules alone."""
    requirements = Requirements(
        hosts=(HostGroup(name="nodes", part="server-1u", count=60),),
        fabrics=(FabricRequirement(name="net", families=("two-level",), edge=("ib-36",), core=("ib-36",)),),
        room=RoomRequirement(improve_steps=0),
    )
    return design_project(requirements, load_shipped([]), "cluster").project


@pytest.fixture(scope="package")
def planned(project):
    """The project with two steps of different policies."""
    return replace(project, growth=(step(66), step(108, "rebuild")))


@pytest.fixture(scope="package")
def compared(planned):
    """Its plans: one policy for both steps, and as chosen."""
    return compare_policies(planned, planned.growth, load_shipped([]))


@pytest.fixture
def small(window, project):
    """The workspace with 60 hosts."""
    window.session.begin(project)
    return GrowthPage(window)


@pytest.fixture
def growth(window, planned, compared):
    """The workspace with the plan, compared."""
    window.session.begin(planned)
    page = GrowthPage(window)
    page.know(compared)
    return page
