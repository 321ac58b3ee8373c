"""Plots of the desk: axes with round ticks that are panned and zoomed, all painted in batches."""
