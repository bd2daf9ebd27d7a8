"""What a balance patch may change, how good it is, and the games that tell."""
