"""The ground: what is not about cards. Mistakes with their place, reading and writing of files, fields of files."""

from evometa.input.errors import InputError, Where

__all__ = ["InputError", "Where"]
