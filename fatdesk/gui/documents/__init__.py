"""The workspace of what is handed over: saved jobs, documents with their pages, lists, files."""

from fatdesk.gui.documents.view import Documents

__all__ = ["Documents"]
