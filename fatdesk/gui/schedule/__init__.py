"""The Schedule workspace: load of channels, delivery cycles, and bounds."""

from fatdesk.gui.schedule.view import ScheduleView

__all__ = ["ScheduleView"]
