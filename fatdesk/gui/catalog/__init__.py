"""Parts and their figures: folders of catalogs, forms, checks, and where parts are used."""

from fatdesk.gui.catalog.view import CatalogView

__all__ = ["CatalogView"]
