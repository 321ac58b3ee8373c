"""Options, arguments, output, tables and charts that commands share."""
