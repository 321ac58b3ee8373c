"""Registers the measure of distances, as its word in the list of the program would, in each process."""

import fatdesk.networks.fault_tolerance.sampled as registry
from tests.project.studies.distances import MEASURE

if MEASURE.name not in [measure.name for measure in registry.SAMPLED]:
    registry.SAMPLED += (MEASURE,)
