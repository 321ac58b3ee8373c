"""The open project: its state, its edits, its selection, and work in the background."""
