"""The Documents workspace: export jobs, documents with page preview, printing and export."""

from fatdesk.gui.documents.view import DocumentsView

__all__ = ["DocumentsView"]
