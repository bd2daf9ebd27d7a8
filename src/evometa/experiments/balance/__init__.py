"""Balance runs: search for patches that make a metagame even, and audit the best."""
