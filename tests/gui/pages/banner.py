"""Banners and strips of progress, by the names that their workspaces give them."""

from PySide6.QtWidgets import QPushButton

from tests.gui.pages.page import Page, control


class BannerPage(Page):
    """A sentence that must not be missed, with what can be done."""

    def __init__(self, inside, name):
        self.NAME = name
        super().__init__(inside)

    act_button = control(QPushButton, "banner-act")

    @property
    def words(self):
        return self.text("banner-text")

    def act(self):
        """Do what it offers."""
        self.click("banner-act")

    def keep(self):
        """Keep things as they are, or close the message."""
        self.click("banner-close")


class StripPage(Page):
    """Progress of a task."""

    def __init__(self, inside, name):
        self.NAME = name
        super().__init__(inside)

    def cancel(self):
        self.click("strip-cancel")

    def show(self):
        """Bring it up, as the start of a task does."""
        self.widget.show()

    def hide(self):
        self.widget.hide()
