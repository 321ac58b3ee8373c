"""SVG of a page: plain shapes, escaped text and embedded pictures, no scripts and no external resources."""

from base64 import b64encode
from collections.abc import Iterable

from fatdesk.engine.drawing.display import Box, Boxes, Item, Lines, Page, Pen, Picture, Polyline, Text

FAMILIES = {
    False: "Roboto, Arial, 'Liberation Sans', Helvetica, sans-serif",
    True: "'Roboto Condensed', 'Arial Narrow', 'Liberation Sans Narrow', sans-serif",
}
ANCHORS = {"start": "", "middle": ' text-anchor="middle"', "end": ' text-anchor="end"'}


def svg(page: Page) -> bytes:
    """The page as an SVG file, its unit the millimetre."""
    size = f'width="{_n(page.width)}mm" height="{_n(page.height)}mm"'
    view = f'viewBox="0 0 {_n(page.width)} {_n(page.height)}"'
    parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" version="1.1" ']
    parts.append(f'{size} {view} font-family="{FAMILIES[False]}">\n<title>{escaped(page.title)}</title>\n')
    parts.extend(_items(page.items))
    parts.append("</svg>\n")
    return "".join(parts).encode("utf-8")


def escaped(text: str) -> str:
    """Text as XML; characters that XML forbids are left out."""
    kept = "".join(sign for sign in text if sign.isprintable() or sign in "\t\n\u00a0\u200d")
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _n(value: float) -> str:
    """A number with three decimals at most."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _items(items: Iterable[Item]) -> Iterable[str]:
    for item in items:
        if isinstance(item, Text):
            yield _text(item)
        elif isinstance(item, Box):
            yield (
                f'<rect x="{_n(item.x)}" y="{_n(item.y)}" width="{_n(item.width)}" height="{_n(item.height)}"'
                + (f' rx="{_n(item.radius)}"' if item.radius else "")
                + f"{_fill(item.fill)}{_stroke(item.pen)}/>\n"
            )
        elif isinstance(item, Boxes):
            path = "".join(f"M{_n(a)} {_n(b)}H{_n(c)}V{_n(d)}H{_n(a)}Z" for a, b, c, d in item.corners)
            yield f'<path d="{path}"{_fill(item.fill)}/>\n'
        elif isinstance(item, Lines):
            path = "".join(f"M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}" for x1, y1, x2, y2 in item.segments)
            yield f'<path d="{path}" fill="none"{_stroke(item.pen)}/>\n'
        elif isinstance(item, Picture):
            yield _picture(item)
        else:
            yield _polyline(item)


def _polyline(item: Polyline) -> str:
    path = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in item.points) + ("Z" if item.closed else "")
    return f'<path d="{path}"{_fill(item.fill)}{_stroke(item.pen)}/>\n'


def _picture(item: Picture) -> str:
    """A picture in a viewport of its own, which cuts it off."""
    left, upper, right, lower = item.clip
    place = f"{_n(left)} {_n(upper)} {_n(right - left)} {_n(lower - upper)}"
    x, y, wide, high = place.split()
    size = f'width="{_n(item.width)}" height="{_n(item.height)}" preserveAspectRatio="none"'
    turn = f'transform="translate({_n(item.x)} {_n(item.y)}) rotate({_n(item.turned_deg)})"'
    data = b64encode(item.data).decode("ascii")
    # phones store turned pictures, which are placed here as they are stored
    look = f'opacity="{_n(item.strength)}" style="image-orientation:none"'
    return (
        f'<svg x="{x}" y="{y}" width="{wide}" height="{high}" viewBox="{place}" overflow="hidden">'
        f'<image {size} {turn} {look} xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'xlink:href="data:image/{item.kind};base64,{data}"/></svg>\n'
    )


def _text(item: Text) -> str:
    place = f'x="{_n(item.x)}" y="{_n(item.y)}"'
    if item.turned or item.over:
        angle = -90 if item.turned else 180
        place = f'transform="translate({_n(item.x)} {_n(item.y)}) rotate({angle})"'
    # condensed fonts are often missing: there the text is squeezed into the width that was planned
    family = f' font-family="{FAMILIES[True]}" textLength="{_n(item.width)}"' if item.condensed else ""
    squeeze = ' lengthAdjust="spacingAndGlyphs"' if item.condensed else ""
    bold = ' font-weight="bold"' if item.bold else ""
    style = f'font-size="{_n(item.size)}" fill="{item.colour}"{bold}{ANCHORS[item.anchor]}{family}{squeeze}'
    return f"<text {place} {style}>{escaped(item.text)}</text>\n"


def _fill(fill: str) -> str:
    return f' fill="{fill or "none"}"'


def _stroke(pen: Pen | None) -> str:
    if pen is None:
        return ""
    dash = f' stroke-dasharray="{" ".join(map(_n, pen.dash))}"' if pen.dash else ""
    cap = ' stroke-linecap="square"' if pen.square else ""
    return f' stroke="{pen.colour}" stroke-width="{_n(pen.width)}"{dash}{cap}'
