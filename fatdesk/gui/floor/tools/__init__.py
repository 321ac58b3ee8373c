"""Tools of the floor: pan, place racks, draw trays, areas and aisles, measure."""
