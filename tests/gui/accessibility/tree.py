"""What assistive programs get of the window: Qt's tree of accessible objects, and what is wrong in it."""

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

Role, Text = QAccessible.Role, QAccessible.Text

OPAQUE = (Role.Table, Role.Tree, Role.List, Role.ComboBox)
"""Their cells and entries are items of models, with names of their own."""
NO_ROLE = (Role.NoRole, Role.Client, Role.Pane, Role.Window, Role.Border, Role.Whitespace, Role.StaticText)
"""Roles that say nothing of what a control is for."""
LONGEST_NAME = 72
"""Of a control; what takes more words belongs into the description."""


def nodes(root: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """The visible objects of a tree, top down."""
    yield root
    if root.role() in OPAQUE:
        return
    for number in range(root.childCount()):
        child = root.child(number)
        if child is not None and child.isValid() and not child.state().invisible:
            yield from nodes(child)


def tree_of(widget: QWidget) -> QAccessibleInterface:
    QAccessible.setActive(True)
    return QAccessible.queryAccessibleInterface(widget)


def controls(widget: QWidget) -> Iterator[QAccessibleInterface]:
    """What can get the keyboard focus."""
    for node in nodes(tree_of(widget)):
        of = node.object()
        if node.state().focusable and isinstance(of, QWidget) and of.isVisible() and of.focusProxy() is None:
            yield node


def label_of(node: QAccessibleInterface) -> str:
    """The text of the label that belongs to a control."""
    found = [other for other, kind in node.relations() if kind & QAccessible.RelationFlag.Label]
    return " ".join(other.text(Text.Name) for other in found)


def faults(widget: QWidget) -> list[str]:
    """What a screen reader cannot make sense of, in words."""
    wrong = []
    for node in controls(widget):
        of, name, role = node.object(), node.text(Text.Name).strip(), node.role()
        what = (
            f"{type(of).__name__} {of.objectName()!r} in {type(of.parent()).__name__}, {role.name} {name!r}"
        )
        if not name:
            wrong.append(f"{what}: has no name")
        selectable = isinstance(of, QLabel) and of.textInteractionFlags().value
        if role in NO_ROLE and not selectable:
            wrong.append(f"{what}: has no role")
        if isinstance(of, QComboBox) and not label_of(node) and not node.text(Text.Description).strip():
            wrong.append(f"{what}: only its value has a name")
        if len(name) > LONGEST_NAME and role is not Role.ComboBox and not selectable:
            wrong.append(f"{what}: the name is a sentence")
        if name.endswith(")") and "(" in name and len(name[name.rindex("(") :]) < 16 and role is Role.Button:
            wrong.append(f"{what}: the name ends with a key")
    return list(dict.fromkeys(wrong))
