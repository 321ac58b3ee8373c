"""Font sizes of drawings and documents by role, in millimetres of paper."""

RACK_NAME = 8.0
"""Racks and bundles that a sheet is sorted by."""
ROW_NAME = 6.0
TITLE = 5.0
"""Subject of a sheet."""
SWITCH_TITLE = 4.4
PLOT_TITLE = 4.2
HEADING = 4.0
"""Totals, group heads, and the message of an empty sheet."""
LEGEND_HEADING = 3.6
SECTION = 3.4
LABEL = 3.2
"""Names of racks on a floor plan, fields of a title block."""
NAME = 2.9
"""Devices in front views."""
TEXT = 2.8
"""Running text, axis titles, keys of plots."""
CELL = 2.7
"""Cells of checklists."""
SUMMARY = 2.6
"""Sums and descriptions below a title."""
PORT_NUMBER = 2.5
NOTE = 2.4
"""Remarks, and tick labels of plots."""
ROW_TEXT = 2.3
"""Rows of port tables."""
SMALL = 2.2
"""Scales, legends, column heads."""
PLATE = 2.1
"""Ports of a bundle on a plate over its line."""
DENSE = 2.0
"""Cells of two lines, names of fields."""
FAR_END = 1.9
"""Far ends in port maps."""
DETAIL = 1.8
SECOND_LINE = 1.7
LEAST = 1.6
"""Smallest font size."""
