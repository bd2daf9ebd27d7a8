"""The laboratory: `evometa meta`, `compare`, `cards`, `what-if`, `explain` and `ladder`."""
