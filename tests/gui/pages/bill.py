"""The workspace Bill."""

from fatdesk.gui.lists.bill_view import Shares
from fatdesk.gui.tables.table import Foot
from tests.gui.pages.lists import ListPage


class BillPage(ListPage):
    """Groups of lines, the rule of spares, shares of the cost, the total."""

    TABLE = "bill of materials"

    def __init__(self, window):
        super().__init__(window, "bill")

    @property
    def rule(self):
        """What is said of spares."""
        return self.button("spares-rule").text()

    def show_rules(self):
        """Show spares, labour and currency in the inspector."""
        self.click("spares-rule")

    @property
    def total(self):
        return self.text("total")

    @property
    def work(self):
        """The figures of the work to install the cables, by name."""
        return self.find(Foot, "work-figures").stated()

    @property
    def heads(self):
        return self.table.heads

    @property
    def shares(self):
        """The texts of the key of the shares."""
        return self.find(Shares, "shares").key_texts()

    def narrow_shares(self, width):
        """Give the shares of the cost this width alone."""
        shares = self.find(Shares, "shares")
        shares.resize(width, shares.height())
