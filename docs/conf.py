"""The site: `make site` builds it from these pages, without any other host."""

from importlib.metadata import version as version_of

project = "evometa"
author = "evometa contributors"
release = version = version_of("evometa")
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"evometa {release}"
html_show_copyright = False
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
