"""The documentation as a PDF in the background."""

from fatdesk.core.progress import SILENT, Progress


def make_guide(paper: str, progress: Progress = SILENT) -> bytes:
    """Return the documentation as a PDF for a paper, ``A4`` or ``Letter``."""
    from fatdesk.paper.application import need_qt

    need_qt()
    from fatdesk.paper.guide import guide_pdf

    return guide_pdf(paper, progress)
