"""The site: `make site` builds it from these pages, without any other host."""

from importlib.metadata import version as version_of

from sphinx.ext.napoleon.docstring import GoogleDocstring

# "A row for each deck: its win rate" is a sentence about a property; without this, its first half would be a type.
GoogleDocstring._parse_attribute_docstring = GoogleDocstring._consume_to_end

project = "evometa"
author = "evometa contributors"
release = version = version_of("evometa")
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
default_role = "code"  # what stands in single backticks in a docstring
html_theme = "furo"
html_title = f"evometa {release}"
html_show_copyright = False
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # notebooks show what `make notebooks` has written into them
autodoc_member_order = "bysource"
autodoc_typehints = "description"
