"""The panels around the workspaces: project tree, findings, background tasks, log, status line."""
