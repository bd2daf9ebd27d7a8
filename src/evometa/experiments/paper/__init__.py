"""The paper's programme: its table and its three experiments."""
