"""The edge of evometa: the command line."""
