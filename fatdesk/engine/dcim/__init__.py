"""Programs that keep what stands in data centers (NetBox, Nautobot): records of a plan, and their API."""
