"""Card scans: what a small change of each card does to its deck."""
