"""How Python becomes machine code, and where that is kept; random numbers that both have in common."""
