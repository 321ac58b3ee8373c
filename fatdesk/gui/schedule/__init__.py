"""Traffic on a network: load of its channels, delivery cycles, and what they are measured against."""

from fatdesk.gui.schedule.view import ScheduleView

__all__ = ["ScheduleView"]
