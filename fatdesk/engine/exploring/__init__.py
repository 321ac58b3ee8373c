"""The space of networks: every tree and lattice for so many hosts, what each costs, and which are best."""
