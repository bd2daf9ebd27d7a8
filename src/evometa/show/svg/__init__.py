"""Charts as SVG: typed data in, the text of one SVG out, for pages, studio, notebooks and files."""
