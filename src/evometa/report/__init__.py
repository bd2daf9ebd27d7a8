"""The story that the evidence tells: pictures, and tables for notebooks."""
