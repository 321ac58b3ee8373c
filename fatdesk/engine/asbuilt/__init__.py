"""What an installed fabric reports against the plan: differences named, and the fewest moves to mend them."""
