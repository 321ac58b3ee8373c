"""Two states of a project: what differs, and the merge of what two people changed."""
