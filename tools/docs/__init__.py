"""What the documentation takes from the program itself: generated pages and pictures of terminals."""
