"""Kits shared by the workspaces: base class, drawings with tools and handles, inspector page, marks."""
