"""Projects and results as files: formats, saving, versions, recovery."""
