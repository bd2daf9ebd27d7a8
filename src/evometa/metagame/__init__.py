"""What a metagame is like: win rates with intervals, measures of balance, and the equilibrium of choosing a deck."""
