"""The laboratory: `evometa meta`, `cards` and `what-if`."""
