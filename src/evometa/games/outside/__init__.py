"""Simulators of one's own: a class in a Python file, or any program that reads and writes lines of JSON."""
