"""The laboratory: `evometa meta`, `cards`, `what-if` and `ladder`."""
