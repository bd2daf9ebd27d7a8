"""Pictures: heat maps, dot plots, and those of runs."""
