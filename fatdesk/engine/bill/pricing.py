"""The part that holds the price of a line of the bill, and the part with another price."""

from msgspec.structs import replace

from fatdesk.engine.catalog.parts import AnyPart, Cable, Price


def can_be_priced(part: AnyPart | None, length_m: float | None) -> bool:
    """Whether the price of a line is that of one part, or of one length of a cable."""
    if isinstance(part, Cable):
        return any(length.m == length_m for length in part.lengths)
    return part is not None


def with_price(part: AnyPart, length_m: float | None, price: Price | None) -> AnyPart:
    """A part with another price, of a cable that of a length; None is unknown.

    Raises
    ------
    ValueError
        When the price of that line is not one of the part.
    """
    if not can_be_priced(part, length_m):
        raise ValueError(f"{part.id} has no price of its own for {length_m} m")
    if isinstance(part, Cable):
        lengths = tuple(
            replace(length, price=price) if length.m == length_m else length for length in part.lengths
        )
        return replace(part, lengths=lengths)
    return replace(part, price=price)
