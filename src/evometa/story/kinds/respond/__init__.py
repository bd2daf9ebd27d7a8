"""The story of patch and answer: the answers, the metagame before and after them, new cards, and distances."""
