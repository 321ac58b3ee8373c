"""Actions, and the menus and the palette that are made from them."""
