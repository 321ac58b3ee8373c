"""What every other folder speaks: units, money, errors, findings, progress."""
