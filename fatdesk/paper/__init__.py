"""Printed pages through Qt: PDF, PNG, printer and preview; Qt is loaded on first use.

``PDFS`` has the shape of ``fatdesk.engine.export.EXPORTS``.
"""

from fatdesk.paper.documents import PDFS, Pdf, Printing

__all__ = ["PDFS", "Pdf", "Printing"]
