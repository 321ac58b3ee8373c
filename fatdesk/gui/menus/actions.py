"""The table of all actions of the window, for menus, command palette and shortcuts."""

from fatdesk.gui.files.new_window import VIEW
from fatdesk.gui.menus.action import DESIGNING, Action, Window, needs_project, needs_view
from fatdesk.gui.widgets.plain_text import tip


def _here(
    what: str, text: str, key: str = "", icon: str = "", *, separated: bool = False, menu: str = "Place"
) -> Action:
    """Return an action performed by the current workspace, with a key that its drawing handles."""
    return Action(
        what,
        menu,
        text,
        key,
        lambda window: window.perform_in_view(what),
        icon=icon,
        refusal=lambda window: window.refusal_in_view(what),
        separated=separated,
        in_view=True,
    )


PLACE: tuple[Action, ...] = (
    _here("tool-select", "Select and move", "V", "pointer"),
    _here("tool-pan", "Pan", "H", "hand"),
    _here("tool-rack", "Add racks", "R", "racks"),
    _here("tool-tray", "Draw a tray", "T", "tray"),
    _here("tool-column", "Draw a column", "C", "column"),
    _here("tool-wall", "Draw a wall", "W", "wall"),
    _here("tool-door", "Draw a door", "D", "door"),
    _here("tool-keep-out", "Draw a keep-out area", "K", "keep-out"),
    _here("tool-aisle", "Open an aisle", "A", "aisle"),
    _here("tool-measure", "Measure", "M", "ruler"),
    _here("tool-reserve", "Reserve units", "E", "reserve"),
    _here("tool-put", "Place unracked devices", "I", "put"),
    _here("snap", "Snap to rack positions, trays and tiles", "S", "magnet", separated=True),
    _here("align-rows", "Align to row", separated=True),
    _here("align-left", "Align left sides"),
    _here("align-fronts", "Align fronts"),
    _here("distribute", "Distribute evenly"),
    _here("plan", "North, grid and building plan", separated=True),
    _here("tool-underlay-scale", "Scale building plan by two points"),
    _here("tool-underlay-move", "Move building plan by two points"),
    _here("turn-around", "Turn by 180°", "U", separated=True),
    _here("turn-quarter", "Turn by 90°", "Q"),
    _here("face-rows", "Face rows to each other"),
    _here("select-block", "Select whole block", "B", separated=True),
    _here("optimise", "Optimise placement…", separated=True),
)
"""Actions on the drawings of the room."""


CLIP: tuple[Action, ...] = (
    _here("cut", "Cut", "Ctrl+X", menu="Edit"),
    _here("paste", "Paste", "Ctrl+V", menu="Edit"),
    _here("duplicate", "Duplicate", "Ctrl+D", menu="Edit"),
    _here("repeat", "Repeat…", "Ctrl+Shift+D", menu="Edit"),
    _here("select-all", "Select all", "Ctrl+A", menu="Edit", separated=True),
)
"""Actions on the clipboard of a drawing or list."""


ZOOM_MENU = "View/Zoom"

LOOK: tuple[Action, ...] = (
    _here("fit", "Zoom to selection", "F", menu=ZOOM_MENU),
    _here("fit-all", "Zoom to fit", "Shift+F", "fit", menu=ZOOM_MENU),
    _here("larger", "Zoom in", "+", "plus", menu=ZOOM_MENU),
    _here("smaller", "Zoom out", "-", "minus", menu=ZOOM_MENU),
)
"""Zoom actions of a drawing."""


def _of_view(
    what: str, text: str, icon: str = "", *, separated: bool = False, menu: str = "Analyse"
) -> Action:
    """Return an action of the Analyse menu performed by the current workspace."""
    return Action(
        what,
        menu,
        text,
        "",
        lambda window: window.perform_in_view(what),
        icon=icon,
        refusal=lambda window: window.refusal_in_view(what),
        separated=separated,
    )


def _picture(kind: str) -> Action:
    return Action(
        f"picture-{kind}",
        "File",
        f"Save view as {kind.upper()}…",
        "",
        lambda window: window.export_picture(kind),
        refusal=lambda window: window.refusal_in_view(f"picture-{kind}"),
    )


NETWORK: tuple[Action, ...] = (
    _here("path", "Path between two hosts…", "P", "path", menu="Analyse"),
    Action(
        "add-network",
        "Analyse",
        "Add network…",
        "Ctrl+Shift+A",
        lambda window: window.add_network(),
        icon="plus",
        refusal=needs_project,
    ),
    _here("hypercube", "Compare topologies with the hypercube…", menu="Analyse"),
    Action(
        "host-ports",
        "Analyse",
        "Host ports…",
        "",
        lambda window: window.list_host_ports(),
        refusal=needs_project,
    ),
    _here("open-boxes", "Open all modular switches", "O", menu="Analyse", separated=True),
    _here("close-boxes", "Close all modular switches", "Shift+O", menu="Analyse"),
)
"""Actions on the drawing of the network."""


MEASURED: tuple[Action, ...] = (
    Action(
        "calibrate",
        "Analyse",
        "Calibrate slack and tolerance…",
        "",
        lambda window: window.calibrate(),
        icon="ruler",
        refusal=needs_project,
        separated=True,
    ),
    Action(
        "fit-rates",
        "Analyse",
        "Fit installation rates…",
        "",
        lambda window: window.fit_rates(),
        refusal=needs_project,
    ),
)
"""Actions on measured lengths and ticked cables."""


FAIL: tuple[Action, ...] = (
    _here("fail", "Fail or restore selection", "X", "faults", menu="Analyse", separated=True),
    _here("mend", "Restore all", "Shift+X", menu="Analyse"),
)
"""Actions that set and clear failures in drawings."""


PARTS: tuple[Action, ...] = (
    _here("add-part", "Add part to catalog…", menu="Edit", separated=True),
    _here("duplicate-part", "Duplicate part", menu="Edit"),
    _here("copy-part", "Copy part to project", menu="Edit"),
    _here("check-parts", "Check all parts", menu="Analyse", separated=True),
)
"""Actions on parts of a catalog."""


SIMULATE: tuple[Action, ...] = (
    Action(
        "simulate",
        "Analyse",
        "Run study",
        "F5",
        lambda w: w.perform_in_view("simulate"),
        icon="play",
        refusal=lambda w: w.refusal_in_view("simulate"),
        separated=True,
    ),
    Action(
        "simulate-saturation",
        "Analyse",
        "Find saturation loads",
        "",
        lambda w: w.perform_in_view("simulate-saturation"),
        refusal=lambda w: w.refusal_in_view("simulate-saturation"),
    ),
    Action(
        "simulate-stop",
        "Analyse",
        "Cancel run",
        "Shift+F5",
        lambda w: w.perform_in_view("simulate-stop"),
        icon="stop",
        refusal=lambda w: w.refusal_in_view("simulate-stop"),
    ),
)
"""Actions on studies of simulations or faults."""


def _run_all_jobs(window: Window) -> None:
    window.show_workspace("documents")
    window.perform_in_view("job-run-all")


def _no_job(window: Window) -> str:
    if refusal := needs_project(window):
        return refusal
    return "" if window.session.project.jobs else "Save an export job first."


def _no_undo(window: Window) -> str:
    return "" if window.steps is not None and window.steps.can_undo else "There is nothing to undo."


def _no_redo(window: Window) -> str:
    return "" if window.steps is not None and window.steps.can_redo else "There is nothing to redo."


def _no_earlier_selection(window: Window) -> str:
    return needs_project(window) or (
        "" if window.selection_history.can_go_back else "There is no earlier selection."
    )


def _no_later_selection(window: Window) -> str:
    return needs_project(window) or (
        "" if window.selection_history.can_go_forward else "There is no later selection."
    )


def _no_table(window: Window) -> str:
    return needs_project(window) or ("" if window.has_table_view else "This workspace has no drawing.")


def _while_designing(window: Window) -> str:
    return DESIGNING if window.is_designing else ""


def _bill_rules(window: Window) -> None:
    window.show_workspace("bill")
    window.perform_in_view("bill-rules")
    window.show_inspector()


JOB_MENU = "File/Export jobs"

JOBS: tuple[Action, ...] = (
    Action(
        "job-new",
        JOB_MENU,
        "New job from selected documents",
        "Ctrl+Shift+J",
        lambda w: w.perform_in_view("job-new"),
        icon="plus",
        refusal=lambda w: w.refusal_in_view("job-new"),
    ),
    Action(
        "job-run",
        JOB_MENU,
        "Run job",
        "Ctrl+R",
        lambda w: w.perform_in_view("job-run"),
        icon="play",
        refusal=lambda w: w.refusal_in_view("job-run"),
    ),
    Action(
        "job-run-all",
        JOB_MENU,
        "Run all jobs",
        "Ctrl+Shift+R",
        _run_all_jobs,
        refusal=_no_job,
    ),
    _here("job-duplicate", "Duplicate job", "", "copy", menu=JOB_MENU),
    _here("job-name", "Rename job", "F2", "pencil", menu=JOB_MENU),
    _here("job-up", "Move job up", "Alt+Up", menu=JOB_MENU),
    _here("job-down", "Move job down", "Alt+Down", menu=JOB_MENU),
)
"""Actions on export jobs."""


AS_BUILT: tuple[Action, ...] = (
    _of_view("asbuilt-load", "Load discovered fabric…", "open", separated=True),
    _of_view("asbuilt-paste", "Paste discovered fabric"),
    _of_view("asbuilt-punch-pdf", "Punch list as PDF…"),
    _of_view("asbuilt-punch-csv", "Punch list as CSV…"),
    _of_view("asbuilt-name-map", "Node name map…"),
    _of_view("asbuilt-static-topology", "Static topology…"),
    _of_view("asbuilt-forget", "Revert accepted as-built changes"),
)
"""Actions on the as-built comparison."""


GROW: tuple[Action, ...] = (
    _of_view("growth-add", "Add growth step", "plus", menu="Analyse/Growth"),
    _of_view("growth-compare", "Compare growth policies", "growth", menu="Analyse/Growth"),
    _of_view("growth-apply", "Apply first growth step", "ticked", menu="Analyse/Growth"),
    _of_view("growth-simulate", "Simulate a growth stage…", menu="Analyse/Growth"),
    _of_view("growth-faults", "Faults in a growth stage…", menu="Analyse/Growth"),
    _of_view("growth-order", "Export change order…", "export", menu="Analyse/Growth"),
)
"""Actions on the steps in which the project is to grow."""


def _no_file(window: Window) -> str:
    if refusal := needs_project(window):
        return refusal
    return "" if window.session.path is not None else "Save the project first: other windows show its file."


WINDOWS: tuple[Action, ...] = (
    Action(
        "open-in-window", "File", "Open in new window…", "Ctrl+Shift+O", lambda w: w.files.open_in_window()
    ),
    Action("new-window", "File", "New window", "Ctrl+Shift+N", lambda w: w.files.new_window()),
    Action(
        "view-in-window",
        "File",
        "View project in new window",
        "",
        lambda w: w.files.new_window(VIEW, str(w.session.path)),
        refusal=_no_file,
    ),
)
"""Actions that open further windows."""


def _step(word: str, label: str) -> str:
    return f"{word} {label[0].lower()}{label[1:]}" if label else word


def _undo_text(window: Window) -> str:
    return _step("Undo", window.steps.undo_label if window.steps else "")


def _redo_text(window: Window) -> str:
    return _step("Redo", window.steps.redo_label if window.steps else "")


def _undo(window: Window) -> None:
    if window.steps is not None:
        window.steps.undo()


def _redo(window: Window) -> None:
    if window.steps is not None:
        window.steps.redo()


def _close_text(window: Window) -> str:
    return "Close project" if window.session.is_open or not window.has_view else "Close catalog"


WORKSPACES = (
    ("catalog", "Catalog"),
    ("requirements", "Requirements"),
    ("explorer", "Explorer"),
    ("topology", "Topology"),
    ("floor", "Floor"),
    ("racks", "Racks"),
    ("cables", "Cables"),
    ("bill", "Bill"),
    ("documents", "Documents"),
    ("simulation", "Simulation"),
    ("faults", "Faults"),
    ("schedule", "Schedule"),
    ("growth", "Growth"),
    ("asbuilt", "As-built"),
)
"""Name (also of the icon) and title of each workspace, in the order of the rail."""


KEY_OF = {
    "asbuilt": "Ctrl+Shift+B",
    "catalog": "Ctrl+Shift+C",
    "faults": "Ctrl+Shift+F",
    "growth": "Ctrl+Shift+G",
}
"""Shortcuts of the workspaces without a digit key."""
_DIGITS = [name for name, _ in WORKSPACES if name not in KEY_OF]


def _workspace(name: str, title: str) -> Action:
    return Action(
        f"show-{name}",
        "View",
        title,
        KEY_OF.get(name) or f"Ctrl+{(_DIGITS.index(name) + 1) % 10}",
        lambda window: window.show_workspace(name),
        icon=name,
        refusal=needs_project if name != "catalog" else _while_designing,
    )


PANEL_MENU = "View/Panels"


def _bottom(name: str, title: str) -> Action:
    return Action(
        f"show-{name}", PANEL_MENU, title, "", lambda window: window.show_bottom(name), refusal=needs_project
    )


ACTIONS: tuple[Action, ...] = (
    Action("design", "File", "Design a network…", "Ctrl+N", lambda w: w.design(), icon="design"),
    Action("new-from-reference", "File", "New from reference…", "", lambda w: w.dialogs.references()),
    Action("adopt", "File", "New project from an existing fabric…", "", lambda w: w.dialogs.adopt()),
    Action("open", "File", "Open…", "Ctrl+O", lambda w: w.files.open(), icon="open", separated=True),
    *WINDOWS,
    Action(
        "save",
        "File",
        "Save",
        "Ctrl+S",
        lambda w: w.save(),
        icon="save",
        refusal=needs_view,
        separated=True,
    ),
    Action("save-as", "File", "Save as…", "Ctrl+Shift+S", lambda w: w.files.save_as(), refusal=needs_project),
    Action("recover", "File", "Recover…", "", lambda w: w.dialogs.recover()),
    Action("revisions", "File", "Revisions…", "", lambda w: w.dialogs.revisions(), refusal=needs_project),
    Action("import-parts", "File", "Import device types…", "", lambda w: w.import_parts(), separated=True),
    Action("import-prices", "File", "Import price list…", "", lambda w: w.import_prices()),
    Action(
        "read-back",
        "File",
        "Import edited lists…",
        "Ctrl+Shift+E",
        lambda w: w.read_back(),
        refusal=needs_project,
    ),
    Action("netbox", "File", "NetBox or Nautobot…", "", lambda w: w.dialogs.netbox()),
    Action(
        "export",
        "File",
        "Export documents…",
        "Ctrl+E",
        lambda w: w.export(),
        icon="export",
        refusal=needs_project,
        separated=True,
    ),
    *JOBS,
    _picture("svg"),
    _picture("png"),
    Action(
        "print", "File", "Print…", "Ctrl+P", lambda w: w.print_document(), icon="print", refusal=needs_project
    ),
    Action(
        "close",
        "File",
        "Close project",
        "Ctrl+W",
        lambda w: w.close_view(),
        refusal=needs_view,
        now=_close_text,
        separated=True,
    ),
    Action("quit", "File", "Quit", "Ctrl+Q", lambda w: w.close()),
    Action(
        "undo",
        "Edit",
        "Undo",
        "Ctrl+Z",
        _undo,
        icon="undo",
        refusal=_no_undo,
        now=_undo_text,
    ),
    Action(
        "redo",
        "Edit",
        "Redo",
        "Ctrl+Shift+Z",
        _redo,
        icon="redo",
        also="Ctrl+Y",
        refusal=_no_redo,
        now=_redo_text,
    ),
    Action(
        "copy",
        "Edit",
        "Copy as table",
        "Ctrl+C",
        lambda w: w.copy(),
        icon="copy",
        refusal=needs_view,
        separated=True,
    ),
    *CLIP,
    Action(
        "delete",
        "Edit",
        "Delete",
        "Delete",
        lambda w: w.perform_in_view("delete"),
        refusal=lambda w: w.refusal_in_view("delete"),
        in_view=True,
    ),
    Action(
        "bill-rules",
        "Edit",
        "Spares and currency of the bill…",
        "",
        _bill_rules,
        icon="bill",
        refusal=needs_project,
        separated=True,
    ),
    Action("rules", "Edit", "Rules…", "", lambda w: w.dialogs.rules(), refusal=needs_project),
    Action(
        "names",
        "Edit",
        "Names…",
        "",
        lambda w: w.dialogs.names(),
        icon="pencil",
        refusal=needs_project,
    ),
    Action(
        "find",
        "Edit",
        "Find in this view",
        "Ctrl+F",
        lambda w: w.find_in_view(),
        icon="search",
        refusal=needs_view,
    ),
    Action(
        "back",
        "Edit",
        "Previous selection",
        "Ctrl+Alt+Left",
        lambda w: w.selection_history.go(-1),
        refusal=_no_earlier_selection,
        separated=True,
    ),
    Action(
        "forward",
        "Edit",
        "Next selection",
        "Ctrl+Alt+Right",
        lambda w: w.selection_history.go(1),
        refusal=_no_later_selection,
    ),
    Action("settings", "Edit", "Settings…", "Ctrl+,", lambda w: w.dialogs.settings(), separated=True),
    *(_workspace(name, title) for name, title in WORKSPACES),
    Action(
        "next-workspace",
        "View",
        "Next workspace",
        "Ctrl+PgDown",
        lambda w: w.next_workspace(1),
        refusal=needs_project,
    ),
    Action(
        "last-workspace",
        "View",
        "Previous workspace",
        "Ctrl+PgUp",
        lambda w: w.next_workspace(-1),
        refusal=needs_project,
    ),
    Action(
        "palette", "View", "Find or run…", "Ctrl+K", lambda w: w.show_palette(), icon="search", separated=True
    ),
    Action(
        "twin",
        "View",
        "Switch between drawing and table",
        "Ctrl+T",
        lambda w: w.toggle_table_view(),
        icon="table",
        refusal=_no_table,
    ),
    *LOOK,
    Action(
        "project",
        PANEL_MENU,
        "Project",
        "Ctrl+B",
        lambda w: w.toggle_tree(),
        refusal=needs_project,
    ),
    Action(
        "inspector", PANEL_MENU, "Inspector", "Ctrl+I", lambda w: w.toggle_inspector(), refusal=needs_view
    ),
    Action(
        "bottom",
        PANEL_MENU,
        "Bottom panel",
        "Ctrl+J",
        lambda w: w.toggle_bottom(),
        refusal=needs_project,
    ),
    *(_bottom(name, title) for name, title in (("findings", "Findings"), ("tasks", "Tasks"), ("log", "Log"))),
    Action(
        "next-panel",
        PANEL_MENU,
        "Next panel",
        "F6",
        lambda w: w.next_panel(1),
        refusal=needs_project,
        separated=True,
    ),
    Action(
        "last-panel",
        PANEL_MENU,
        "Previous panel",
        "Shift+F6",
        lambda w: w.next_panel(-1),
        refusal=needs_project,
    ),
    Action("menu-bar", PANEL_MENU, "Menu bar", "F10", lambda w: w.focus_menus()),
    Action(
        "reset-layout",
        PANEL_MENU,
        "Reset layout",
        "",
        lambda w: w.reset_layout(),
        refusal=needs_project,
        separated=True,
    ),
    Action(
        "theme",
        "View",
        "Switch between light and dark theme",
        "Ctrl+Shift+L",
        lambda w: w.toggle_theme(),
        icon="sun",
        separated=True,
    ),
    *PLACE,
    *NETWORK,
    *FAIL,
    *PARTS,
    *SIMULATE,
    *MEASURED,
    *GROW,
    *AS_BUILT,
    Action("help", "Help", "Help on this pane", "F1", lambda w: w.dialogs.help_for_pane()),
    Action("docs", "Help", "Documentation", "", lambda w: w.dialogs.documentation(), icon="documents"),
    Action("save-guide", "Help", "Save the guide as PDF…", "", lambda w: w.files.save_guide()),
    Action("keys", "Help", "Keys and commands", "Ctrl+F1", lambda w: w.show_palette("?")),
    Action("tour", "Help", "Tour", "", lambda w: w.show_tour(), refusal=_while_designing),
    Action("about", "Help", "About fatdesk", "", lambda w: w.dialogs.about()),
)
"""All actions in the order of the menus."""

BY_ID = {action.id: action for action in ACTIONS}
"""All actions by id."""


HELP_KEYS: dict[str, tuple[str, tuple[str, ...]]] = {
    "back": ("Back", ("Alt+Left",)),
    "forward": ("Forward", ("Alt+Right",)),
    "start": ("First page", ("Alt+Home",)),
    "find": ("Find in this page", ("Ctrl+F",)),
    "next": ("Next match", ("F3",)),
    "last": ("Previous match", ("Shift+F3",)),
    "search": ("Search all pages", ("Ctrl+Shift+F",)),
    "larger": ("Larger text", ("Ctrl++", "Ctrl+=")),
    "smaller": ("Smaller text", ("Ctrl+-",)),
    "usual": ("Default text size", ("Ctrl+0",)),
    "pane": ("Switch between search, contents and page", ("F6",)),
    "close": ("Close", ("Ctrl+W",)),
}
"""Description and keys of each action of the help window, by its name there."""


def help_tip(action: str) -> str:
    """Return the tooltip of a control of the help window, with its key."""
    text, keys = HELP_KEYS[action]
    return tip(f"{text} ({keys[0]})")


def key_tip(action: str, text: str = "") -> str:
    """Return the tooltip of a control: a text, or that of its action, with the shortcut."""
    return tip(BY_ID[action].with_key(text))


def keys_in_view(*actions: Action) -> dict[str, str]:
    """Return the ids of the actions whose keys a drawing or list handles itself, by key."""
    return {key: action.id for action in actions if action.in_view for key in action.keys}


WORDS = {
    "add-network": "reference topology paper",
    "asbuilt-load": "import lldp ibnetdiscover discovered check installed",
    "asbuilt-name-map": "export guid opensm ibnetdiscover",
    "asbuilt-punch-pdf": "export differences",
    "asbuilt-static-topology": "export guid opensm ufm topoconfig",
    "back": "history",
    "bill-rules": "spare spares currency order",
    "calibrate": "measured lengths",
    "copy": "clipboard spreadsheet",
    "delete": "remove",
    "design": "new project create wizard",
    "distribute": "space spread gaps",
    "docs": "manual guide handbook help reference",
    "duplicate": "clone copy",
    "export": "save pdf csv files",
    "face-rows": "mirror flip hot cold aisle",
    "fail": "fault broken outage down",
    "find": "search filter",
    "fit-all": "overview whole",
    "fit-rates": "hours labour ticked cables bill calibrate",
    "forward": "history",
    "growth-add": "expand extend plan stage",
    "growth-compare": "expand extend in place rebuild sized moves",
    "growth-faults": "expand extend work residual failures",
    "growth-order": "change order stages work installers pull move growth",
    "growth-simulate": "expand extend work residual bandwidth",
    "help": "manual guide documentation explain",
    "import-parts": "netbox device type catalog yaml",
    "import-prices": "quote offer tariff csv",
    "inspector": "properties details panel",
    "keys": "shortcuts help hotkeys",
    "larger": "magnify zoom",
    "mend": "repair clear failures faults",
    "names": "label labels identifiers templates scheme rename hosts",
    "netbox": "dcim inventory push pull rest api hall site import rack racks list room",
    "new-from-reference": "gallery published superpod dgx architecture example vendor",
    "new-window": "second instance another screen",
    "optimise": "optimize improve shorten cables",
    "path": "route hops between",
    "picture-png": "export image screenshot picture",
    "picture-svg": "export image vector picture",
    "plan": "underlay background dxf drawing image",
    "print": "paper pdf",
    "project": "tree outline panel",
    "read-back": "read back returned round trip reimport spreadsheet excel update",
    "recover": "autosave crash backup discarded restore unsaved",
    "repeat": "array pattern copies grid multiply",
    "reset-layout": "defaults panels",
    "revisions": "versions history compare diff changes issue",
    "rules": "limits profile house checks policy",
    "save-guide": "documentation manual print paper export",
    "settings": "preferences options units feet font size density language currency comma",
    "show-asbuilt": "check installed lldp ibnetdiscover",
    "show-bill": "parts cost price spare currency",
    "show-cables": "wiring list lengths",
    "show-faults": "failure reliability outage",
    "show-findings": "errors warnings problems checks",
    "show-floor": "room plan layout",
    "show-growth": "expand extend plan stages moves",
    "show-racks": "elevations cabinets",
    "show-requirements": "redesign change hosts rows room place again",
    "show-schedule": "load cycles",
    "show-simulation": "simulate latency throughput",
    "simulate": "start measure",
    "theme": "dark light mode night appearance",
    "tool-aisle": "corridor gap widen",
    "tool-column": "pillar obstacle",
    "tool-door": "opening",
    "tool-keep-out": "obstacle forbidden",
    "tool-measure": "ruler distance",
    "tool-put": "unplaced devices insert",
    "tool-rack": "cabinet insert",
    "tool-reserve": "reservation keep free units",
    "tool-tray": "duct route ladder",
    "tool-wall": "obstacle",
    "turn-around": "rotate flip mirror front",
    "turn-quarter": "rotate 90",
    "twin": "list",
    "view-in-window": "second view read-only another screen monitor",
}
"""Other words that find an action in the command palette, by its id."""
