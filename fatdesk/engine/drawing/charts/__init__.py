"""Charts as pages: curves of costs, simulations and fault studies."""
