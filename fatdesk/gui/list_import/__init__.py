"""Lists that come back from people: the report to tick, and rules fitted to what was measured."""
