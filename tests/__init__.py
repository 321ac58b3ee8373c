"""Tests; Qt comes in without its look at the sources of modules, which would keep 90 MB in each worker."""

from fatdesk.gui.app import import_qt

import_qt()
