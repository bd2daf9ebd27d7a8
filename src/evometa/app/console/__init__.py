"""`evometa console`: a position that is stepped by hand."""
