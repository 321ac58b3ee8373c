"""Networks as people look at them: layers, groups, bundles, what is seen at a scale, ways between hosts."""
