"""Readers of reports of installed fabrics, one module for each program or form."""
