"""Background tasks without Qt: functions that run in worker processes or threads."""
