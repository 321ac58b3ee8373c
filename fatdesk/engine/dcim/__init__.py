"""Inventories of data centers (NetBox, Nautobot): records of a plan for them, and their API."""
