"""Reports of runs as pages."""
