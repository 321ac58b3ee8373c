"""All colours of the window as data, light and dark."""

from fatdesk.core.struct import Struct
from fatdesk.engine.drawing.palette import LIGHT as LIGHT_DRAWING
from fatdesk.engine.drawing.palette import FateInks, Palette, RoleColours


class Tokens(Struct, frozen=True, kw_only=True):
    """Colours by what they are for; ``drawing`` holds roles, cable kinds and heat."""

    app: str
    panel: str
    base: str
    canvas: str
    raised: str
    hover: str
    press: str
    line: str
    line2: str
    field: str
    text: str
    text2: str
    text3: str
    disabled: str
    accent: str
    accent_text: str
    accent_tint: str
    accent_tint2: str
    on_accent: str
    error: str
    error_tint: str
    warn: str
    warn_fill: str
    warn_tint: str
    ok: str
    ok_tint: str
    info: str
    grid: str
    wall: str
    series: tuple[str, str, str, str, str]
    """Of plots, distinguishable with any colour vision together with their markers."""
    drawing: Palette


LIGHT = Tokens(
    app="#E9ECF0",
    panel="#F6F7F9",
    base="#FFFFFF",
    canvas="#FBFBFC",
    raised="#FFFFFF",
    hover="#E7EAEF",
    press="#DBE0E7",
    line="#DDE1E7",
    line2="#C3C9D3",
    field="#7C8595",
    text="#181C24",
    text2="#4C5565",
    text3="#5F6878",
    disabled="#9AA2AF",
    accent="#1F5FE0",
    accent_text="#1A52C4",
    accent_tint="#DFE9FF",
    accent_tint2="#EEF3FF",
    on_accent="#FFFFFF",
    error="#B3261E",
    error_tint="#FCE8E6",
    warn="#8A5300",
    warn_fill="#C27A00",
    warn_tint="#FFF3D6",
    ok="#1A6E3C",
    ok_tint="#E2F4E8",
    info="#1A52C4",
    grid="#ECEEF2",
    wall="#3A4352",
    series=("#215ADB", "#8E310B", "#06A070", "#863382", "#B88400"),
    drawing=LIGHT_DRAWING,
)

DARK = Tokens(
    app="#101216",
    panel="#1A1D23",
    base="#15181D",
    canvas="#121418",
    raised="#22262E",
    hover="#2A2F38",
    press="#343A45",
    line="#2B303A",
    line2="#3B424E",
    field="#6B7485",
    text="#E7EAF0",
    text2="#AAB3C1",
    text3="#959EAD",
    disabled="#5E6675",
    accent="#5B94FF",
    accent_text="#86B0FF",
    accent_tint="#1D335E",
    accent_tint2="#182743",
    on_accent="#0B1220",
    error="#FF8A80",
    error_tint="#43201F",
    warn="#F2B84B",
    warn_fill="#F2B84B",
    warn_tint="#3A2D12",
    ok="#62C98B",
    ok_tint="#17331F",
    info="#86B0FF",
    grid="#1B1F25",
    wall="#8E98A8",
    series=("#3B78EF", "#FE571D", "#92FDDD", "#BC5DA0", "#FFE992"),
    drawing=Palette(
        ground="#15181D",
        text="#E7EAF0",
        text2="#AAB3C1",
        faint="#3B424E",
        frame="#8E98A8",
        host=RoleColours(fill="#252A33", stroke="#77839A", text="#C6CEDA"),
        edge=RoleColours(fill="#173D31", stroke="#45B98C", text="#BDEBD7"),
        core=RoleColours(fill="#2F2552", stroke="#A38BF0", text="#DDD2FF"),
        reserved=RoleColours(fill="#3A2A27", stroke="#C08A7C", text="#E7EAF0"),
        bars=("#77839A", "#45B98C", "#A38BF0"),
        kinds={
            "DAC": "#FAAF6C",
            "ACC": "#F6E051",
            "AOC": "#87F6D4",
            "FIB": "#AA15FE",
            "SPL": "#EA2E7D",
            "TRK": "#58C7F3",
            "BPL": "#98A6B8",
            "": "#AAB3C1",
        },
        heat=("#3A3F6B", "#66408F", "#A23A82", "#D94E5F", "#F78F3F", "#FCE07A"),
        heat_outline="#959EAD",
        fates=FateInks(moved="#FFB454", new="#63B3FF", removed="#FF7A93"),
    ),
)
