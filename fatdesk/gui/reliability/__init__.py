"""How reliable a fabric is: failures a year, spares to hold, and whether all hosts stay connected."""
