"""Connections to a server of any product."""

from fatdesk.engine.dcim.dialect import Dialect
from fatdesk.engine.dcim.nautobot import Nautobot
from fatdesk.engine.dcim.netbox import NetBox
from fatdesk.engine.dcim.product import Product
from fatdesk.engine.dcim.token import needed_token

DIALECTS: dict[str, type[Dialect]] = {one.product.key: one for one in (NetBox, Nautobot)}


def connect(product: Product, address: str, token: str = "", *, plain_http: bool = False) -> Dialect:
    """Return a connection; nothing is sent yet.

    Parameters
    ----------
    token
        Empty: from the environment or the key ring.
    plain_http
        Whether ``http://`` is allowed to other machines than this one.

    Raises
    ------
    FatdeskError
        When there is no token, or the address cannot be used.
    """
    return DIALECTS[product.key](address, token or needed_token(product, address), plain_http=plain_http)
