"""Pages on paper: the drawings of the engine as PDF documents; Qt is loaded when one is made.

``PDFS`` has the shape of ``fatdesk.engine.export.EXPORTS``.
"""

from fatdesk.paper.documents import PDFS, Pdf, Printing

__all__ = ["PDFS", "Pdf", "Printing"]
