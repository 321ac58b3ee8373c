"""The workspaces Cables and Bill: lists of what is laid and of what is ordered."""
