"""Building blocks shared by the workspaces: base class, inspector page, failure strip, marks."""
