"""The story of a metagame that evolved: who is played, how finished it is, what came and went, and every deck."""
