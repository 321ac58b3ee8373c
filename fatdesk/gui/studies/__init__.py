"""Shared parts of the study workspaces: view, runs as background tasks, earlier results."""
