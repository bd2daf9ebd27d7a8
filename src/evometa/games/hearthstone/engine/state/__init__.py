"""What a game is made of, as integers, and what is computed from that alone."""
