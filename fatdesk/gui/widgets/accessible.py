"""Roles of widgets that paint themselves, for screen readers and other assistive programs.

Qt knows the roles of its own controls. A drawing is a plain area to it, which screen readers pass over.
"""

from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAccessibleWidget,
    QApplication,
    QLineEdit,
    QScrollArea,
    QToolButton,
    QWidget,
)

Role = QAccessible.Role

_ROLE = "accessible-role"
_PRESS = "Press"
_CLEARS = "_q_qlineeditclearaction"
"""Name that Qt gives the action of the button that clears a field."""
_OFFERED = "accessible-roles-offered"


def give_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Report a widget to assistive programs by a role; call it before the widget gets its name.

    Name, description, state and place stay those of the widget. One that emits ``clicked`` can be pressed.
    """
    widget.setProperty(_ROLE, role.value)


def offer_roles() -> None:
    """Make Qt ask for the roles given; once for an application."""
    application = QApplication.instance()
    if application is not None and not application.property(_OFFERED):
        application.setProperty(_OFFERED, True)
        QAccessible.installFactory(_interface)


def _interface(_class_name: str, of: QObject) -> QAccessibleInterface | None:
    if not isinstance(of, QWidget):
        return None
    if isinstance(of, QToolButton) and isinstance(of.parent(), QLineEdit):
        return _InField(of)
    role: Any = of.property(_ROLE)
    if role is None:
        return QAccessibleWidget(of, Role.Grouping) if isinstance(of, QScrollArea) else None
    made = _Pressed if hasattr(of, "clicked") else QAccessibleWidget
    return made(of, QAccessible.Role(role))


class _Pressed(QAccessibleWidget):
    """A widget that can be pressed, such as one of several tool buttons, which are tick boxes to Qt."""

    def __init__(self, of: QWidget, role: QAccessible.Role) -> None:
        super().__init__(of, role)
        self._of = of

    def state(self) -> QAccessible.State:
        """Return the state of a widget, and whether a button is the pressed one."""
        found = super().state()
        if isinstance(self._of, QAbstractButton):
            found.checkable = self._of.isCheckable()
            found.checked = self._of.isChecked()
        return found

    def text(self, kind: QAccessible.Text) -> str:
        """Return the text of a button that has no other name."""
        found = super().text(kind)
        if not found and kind == QAccessible.Text.Name and isinstance(self._of, QAbstractButton):
            return self._of.text().replace("&", "")
        return found

    def actionNames(self) -> list[str]:
        """Return the actions: press, and set the focus."""
        return [_PRESS, *super().actionNames()]

    def doAction(self, name: str) -> None:
        """Press, or set the focus."""
        of: Any = self._of
        if name != _PRESS:
            super().doAction(name)
        elif isinstance(of, QAbstractButton):
            of.click()
        elif of.isEnabled():
            of.clicked.emit()


class _InField(_Pressed):
    """A button inside a field; one whose action has no text is only a picture of what the field is for."""

    def __init__(self, of: QToolButton) -> None:
        action = of.defaultAction()  # Qt gives each of them one when it makes it
        self._name = "Clear" if action.objectName() == _CLEARS else action.text()
        super().__init__(of, Role.Button if self._name else Role.Graphic)

    def text(self, kind: QAccessible.Text) -> str:
        """Return what the button does, or the name of the field for a picture."""
        if kind == QAccessible.Text.Name:
            field = self._of.parent()
            return self._name or (field.accessibleName() if isinstance(field, QLineEdit) else "")
        return super().text(kind)


def announce(widget: QWidget, text: str) -> None:
    """Have a screen reader say a text now, if one is running and the widget has the keyboard focus."""
    if QAccessible.isActive() and widget.hasFocus():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
