"""A Datasette plugin: draws rows that have frames, and adds visible_in to the connections of layout stores.

With the wheel and Datasette installed, each table, view and query with the columns x, y, width and height is available
as a picture: /wall/visible.svg?layout=wall, or the link "svg" under its rows.
"""

import sqlite3

from datasette import hookimpl
from datasette.utils.asgi import BadRequest, Response

from . import drawing, load


@hookimpl
def prepare_connection(conn):
    """Loads the functions if the file is a layout store and this Python can load them; pictures do not need them."""
    try:
        # A database that a store was added to keeps its application_id: look for a table of the store.
        if conn.execute("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'lc_schema'").fetchone():
            load(conn)
    except (sqlite3.Error, RuntimeError, FileNotFoundError):
        pass


@hookimpl
def register_output_renderer():
    return {"extension": "svg", "render": render, "can_render": can_render}


def can_render(columns):
    return drawing.can_draw(columns)


def render(columns, rows, database, table, query_name):
    # Raised, because Datasette would answer with the status 200.
    if not columns:
        raise BadRequest("there are no rows to draw: the address without .svg shows the reason")
    if not drawing.can_draw(columns):
        raise BadRequest("a picture needs the columns x, y, width and height")
    # Datasette passes the rows of one page, without the number of all rows.
    note = "the rows of one page; _size=max draws more" if len(rows) >= 100 else ""
    return Response(drawing.picture(rows, title=f"{database} · {table or query_name or 'query'}", note=note),
                    content_type="image/svg+xml; charset=utf-8",
                    headers={"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"})
