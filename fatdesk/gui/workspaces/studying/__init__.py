"""What the workspaces of studies share: runs as jobs, and results of earlier windows."""
