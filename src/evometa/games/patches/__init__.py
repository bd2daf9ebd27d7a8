"""Patches: changes to cards, and files of them."""
