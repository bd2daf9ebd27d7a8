"""From card files to cards."""
