"""What can be handed over: the list of documents, their pages on the screen, and on the printer."""
