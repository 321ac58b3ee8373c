"""Fat-trees whose channels have capacities: load, schedules of delivery, decomposition (spec 5)."""
