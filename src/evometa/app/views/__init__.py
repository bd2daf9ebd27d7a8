"""What runs have found, for a terminal."""
