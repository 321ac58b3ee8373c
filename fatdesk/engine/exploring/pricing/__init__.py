"""Places and price of a candidate: grid of the room, pieces of cable, tariff, tray fill, list of parts."""
