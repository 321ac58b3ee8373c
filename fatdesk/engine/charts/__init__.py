"""Charts as values: axes, series, guides and marks, painted the same on screen, on paper and in SVG."""
