"""Network science without parts: topologies, routing, traffic, schedules, simulation and fault tolerance."""
