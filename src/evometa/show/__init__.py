"""Voices: they turn the blocks of a story into a terminal, a page, a notebook, or tables for other programs."""
