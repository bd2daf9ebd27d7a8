"""A position that is set up and stepped by hand, in the console and in the studio."""
