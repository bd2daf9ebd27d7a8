"""Where evidence, search and store meet: balance runs, card scans, and the programme of the paper."""
