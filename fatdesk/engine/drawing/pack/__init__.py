"""The installers' pack: labels, sheets of bundles, port maps, lists to cut and to pull, legend."""
