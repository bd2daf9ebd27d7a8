"""What the effects of cards do, step by step."""
