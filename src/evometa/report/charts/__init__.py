"""Charts as inline SVG, for pages and for the studio: typed data in, the text of one SVG out."""
