"""Runs as tables for other programs: a frame for each kind of run.

What a user should know of a frame, such as why its columns have no names, is `frame.attrs[NOTE]`.
"""

NOTE = "note"
