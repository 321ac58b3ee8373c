"""Files as values: YAML with line numbers, typed records, spreadsheets, arrays of results."""
