"""The kit of drawings: pan, zoom, select, drag, tools, cards."""
