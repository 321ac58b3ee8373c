"""What the workspaces of studies share: the view, its parts, runs as jobs, and results of earlier windows."""
