"""From the text of an import to the files it means, one file per way of saying it.

A finder gives the files inside the folder, most likely first, and nothing for what is elsewhere:
that a name comes from outside is knowledge too.
"""

from .finder import Finder, finder_for

__all__ = ["Finder", "finder_for"]
