"""The plan and a report on one numbering: nodes matched, ports numbered, and the fewest moves to repair."""
