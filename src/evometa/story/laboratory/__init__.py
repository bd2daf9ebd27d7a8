"""What the commands of the laboratory have to say: metagames, cards, changes and players."""
