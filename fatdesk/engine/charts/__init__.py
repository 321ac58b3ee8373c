"""Charts as values: axes, series, guides and marks, painted alike on the screen, on paper and in SVG."""
