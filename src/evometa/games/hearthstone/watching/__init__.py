"""Single games: played and told step by step, filmed, thought through again, and kept in files."""
