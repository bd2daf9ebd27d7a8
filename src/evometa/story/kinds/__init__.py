"""What runs of each kind have to say."""
