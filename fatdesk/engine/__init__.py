"""Cluster design without a screen: catalog, design, floor, cabling, bill, documents."""
