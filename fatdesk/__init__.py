"""Design, price, place, cable and prove cluster networks on one desk."""

__version__ = "0.1.0"
