"""Parts and their figures: folders of catalogs, forms, checks, and where parts are used."""

from fatdesk.gui.workspaces.catalog.view import CatalogView

__all__ = ["CatalogView"]
