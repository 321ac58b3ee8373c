"""Parts from the device-type files that inventory tools share: read, judged, mended with the user's leave."""
