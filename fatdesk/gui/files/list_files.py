"""How files of lists that people bring back end."""

LISTS = (".xlsx", ".ods", ".csv", ".tsv")
