"""Players beside each other: who is stronger, and what skill does to a metagame."""
