"""Actions of the window, and the menus and command palette made from them."""
