"""Structured cabling: fibre cables that go over patch panels and trunks, as channels of three pieces."""
