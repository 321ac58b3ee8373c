"""The panels around the workspaces: findings, background tasks, log, status line."""
