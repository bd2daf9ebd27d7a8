"""Commands that start runs and go on with them."""
