"""SQL functions for layout stores, for connections of sqlite3 and apsw.

    import sqlite3, layoutcache
    connection = layoutcache.load(sqlite3.connect("wall.db"))
    connection.execute("SELECT layout_prepare('wall')")
    rows = connection.execute("SELECT key, x, y FROM visible_in('wall', 0, 120000, 390, 844)")

With Datasette installed, it is also a plugin: rows with frames are available as pictures, such as
/wall/visible.svg?layout=wall. If that Python loads extensions, queries can use visible_in.
"""

import pathlib

__all__ = ["load", "path"]


def path() -> str:
    """Returns the path of the loadable extension."""
    directory = pathlib.Path(__file__).parent
    for name in ("liblayoutcache.so", "liblayoutcache.dylib"):
        if (directory / name).exists():
            return str(directory / name)
    raise FileNotFoundError(f"the extension is missing from {directory}: install the wheel again")


def load(connection):
    """Adds the SQL functions, such as visible_in and layout_prepare, to a connection, and returns it.

    The connection is one of sqlite3 or apsw. It cannot load other extensions by SQL.
    """
    if hasattr(connection, "enableloadextension"):  # apsw
        connection.enableloadextension(True)
        try:
            connection.loadextension(path())
        finally:
            connection.enableloadextension(False)
        return connection
    if isinstance(connection, (str, bytes, pathlib.PurePath)):
        raise TypeError(f"load takes a connection, not a path: layoutcache.load(sqlite3.connect({connection!r}))")
    if not hasattr(connection, "execute"):
        raise TypeError(f"load takes a connection of sqlite3 or apsw, not {type(connection).__name__}")
    if not hasattr(connection, "enable_load_extension"):
        raise RuntimeError("this Python's sqlite3 was built without loadable extensions; use another Python, or apsw")
    connection.enable_load_extension(True)
    try:
        connection.load_extension(path())
    finally:
        connection.enable_load_extension(False)
    return connection
