"""What the reader of docs/guide/buyer.md does."""

from tests.gui.guide.hand import Drivers, Hand
from tests.gui.pages.bill import BillPage
from tests.gui.pages.catalog_import import PriceDialogPage
from tests.gui.pages.inspector import Inspector

STEPS = Drivers("buyer")


@STEPS("Open an example and its bill")
def open_bill(hand: Hand) -> None:
    """The bill of the smallest example."""
    hand.open_example("60 hosts, two levels")
    hand.menu("View", "Bill")
    hand.settle()
    hand.picture("buyer-bill", BillPage(hand.window).widget)


@STEPS("Type in the missing prices")
def type_prices(hand: Hand) -> None:
    """Type prices into cells."""
    bill = BillPage(hand.window)
    for part, *cells in (
        ("server-1u", ("Unit price", "2,000"), ("Price date", "2026-11-20"), ("Source", "Offer 4711")),
        ("rack-42u", ("Unit price", "850"), ("Price date", "2026-11-20"), ("Source", "Offer 4711")),
        ("tray-300x100", ("Unit price", "38.20")),
    ):
        for column, text in cells:
            line = bill.table.line_of(lambda entry, part=part: entry.line.part == part)
            bill.table.type_into(line, column, text)
            hand.types(text)
    hand.settle()
    hand.picture("buyer-prices", bill.widget)


@STEPS("Order spares")
def spares(hand: Hand) -> None:
    """Five per cent of the cables."""
    bill = BillPage(hand.window)
    hand.click(bill.button("spares-rule"))
    hand.type(Inspector(hand.window).field("Cables"), "5 %")
    hand.settle()
    hand.picture("buyer-spares")


@STEPS("Look for an alternative")
def alternative(hand: Hand) -> None:
    """Use another cable of one metre."""
    bill = BillPage(hand.window)
    bill.table.select(bill.table.line_of(lambda entry: entry.line.length_m == 1.0))
    hand.settle()
    hand.picture("buyer-alternative")
    Inspector(hand.window).follow("Use qsfp-plus-copper")
    hand.pressed("Use qsfp-plus-copper")
    hand.settle()
    hand.look()
    hand.menu("Edit", "Undo use qsfp-plus-copper for 51 cables")
    hand.settle()


@STEPS("Buy in another currency")
def currency(hand: Hand) -> None:
    """Another currency, and back."""
    bill = BillPage(hand.window)
    hand.click(bill.button("spares-rule"))
    hand.type(Inspector(hand.window).field("Currency"), "EUR")
    hand.settle()
    hand.picture("buyer-currency")
    hand.menu("Edit", "Undo set currency to EUR")
    hand.settle()


@STEPS("Import a price list")
def import_prices(hand: Hand) -> None:
    """The prices of an offer."""
    with hand.choosing("offer.csv"):
        hand.menu("File", "Import price list…")
    hand.settle()
    dialog = PriceDialogPage(hand.window)
    hand.picture("buyer-offer", dialog.widget)
    hand.click(dialog.take_button)
    hand.settle()


@STEPS("Send the order")
def save(hand: Hand) -> None:
    """Save under a name."""
    with hand.choosing("order.fatdesk"):
        hand.menu("File", "Save as…")
    hand.settle()
