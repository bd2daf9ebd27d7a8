"""What all commands show and say on a terminal."""
