"""Types and helpers that every room uses: records, units, money, errors, findings, progress."""
