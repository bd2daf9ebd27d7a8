"""Commands for those who work on evometa."""
