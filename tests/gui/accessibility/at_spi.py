"""Run by the system's Python with pyatspi, while the window is open: print what a screen reader gets.

Arguments: keys of xdotool for the views, each with a name: ``ctrl+4=floor``. A line of JSON for each view
has the number of objects that are shown, the controls without a name, and the tables with their heads.
"""

import json
import subprocess
import sys
import time

import pyatspi

CONTROLS = {
    "check box", "combo box", "entry", "link", "list", "menu item", "page tab", "push button", "radio button",
    "spin button", "table", "table column header", "text", "toggle button", "tree", "tree table",
}  # fmt: skip
MOST = 80
"""Cells of a table that are looked at: its heads are the first."""


def program():
    """The program on the bus, once it is there."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        for one in pyatspi.Registry.getDesktop(0):
            if one and one.name == "fatdesk" and one.childCount:
                return one
        time.sleep(0.5)
    sys.exit("fatdesk is not on the bus")


def objects(top, depth=0):
    """All objects that are shown, top down."""
    if depth and not top.getState().contains(pyatspi.STATE_SHOWING):
        return
    yield top
    for number in range(min(top.childCount, MOST)):
        child = top.getChildAtIndex(number)
        if child is not None:
            yield from objects(child, depth + 1)


def look(top, name):
    """A view in words."""
    count, nameless, tables = 0, [], {}
    for one in objects(top):
        count += 1
        role = one.getRoleName()
        if role in CONTROLS and not one.name:
            parent = one.parent
            nameless.append(f"{role} in {parent.getRoleName()} {parent.name!r}")
        if role in ("table", "tree", "tree table"):
            heads = [one.getChildAtIndex(n) for n in range(min(one.childCount, MOST))]
            tables[one.name] = [head.name for head in heads if head.getRoleName() == "table column header"]
    return {"view": name, "objects": count, "nameless": nameless, "tables": tables}


if __name__ == "__main__":
    found = program()
    for view in sys.argv[1:]:
        keys, _, name = view.partition("=")
        for key in keys.split(","):
            subprocess.run(["xdotool", "key", "--clearmodifiers", key], check=True)
            time.sleep(2)
        print(json.dumps(look(found, name)), flush=True)
