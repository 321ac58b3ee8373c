"""The Catalog workspace: libraries of parts, forms for their properties, checks, uses in the project."""

from fatdesk.gui.catalog.view import CatalogView

__all__ = ["CatalogView"]
