"""Long work in processes of its own, so that the window never waits; no Qt."""
