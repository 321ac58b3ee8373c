"""Commands on what comes with the program: parts, documentation, examples."""
