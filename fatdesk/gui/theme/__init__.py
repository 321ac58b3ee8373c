"""How the desk looks: colours, sizes, fonts and icons, and nowhere else."""
