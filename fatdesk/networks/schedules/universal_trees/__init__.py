"""Universal fat-trees: the room that they fill, their hardware, and any network on them."""
