"""The laboratory for notebooks and scripts."""
