"""Lists and texts that several export formats share: columns, cells, workbooks, the subnet file."""
