"""Inventories of data centers with which a project can be exchanged over their API."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Product:
    """A program, and the words for it.

    Attributes
    ----------
    key
        Its name in commands, variables and the key ring.
    place
        What it calls a site.
    """

    key: str
    name: str
    place: str

    @property
    def variable(self) -> str:
        """The variable of the environment with the token.

        >>> NETBOX.variable
        'FATDESK_NETBOX_TOKEN'
        """
        return f"FATDESK_{self.key.upper()}_TOKEN"

    @property
    def example(self) -> str:
        """An address as people type it."""
        return f"https://{self.key}.example.com"


NETBOX = Product("netbox", "NetBox", "site")
NAUTOBOT = Product("nautobot", "Nautobot", "location")
PRODUCTS = {one.key: one for one in (NETBOX, NAUTOBOT)}
