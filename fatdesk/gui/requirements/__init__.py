"""Requirements: the wizard, and the workspace."""
