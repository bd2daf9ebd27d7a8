"""The studio: pages in the browser that show typed results, and call what the commands call.

`server.py` starts it, `guard.py` decides who may talk to it, `state.py` has all that it holds, `queue.py` shares the
cores, `folder.py` has the files of the user. `pages/` has one module for each page, and `pages/__init__.py` lists them.
"""
