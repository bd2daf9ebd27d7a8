"""Cards in words: rules texts, and the generated pages about them."""
