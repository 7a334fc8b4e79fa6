-- Where the texts of items are that are lines of text files. A text is read from its file, not stored.

CREATE TABLE text_file ( -- A text file whose lines are items. If the file changes, its lines have no text.
  id INTEGER PRIMARY KEY,        -- what text_run calls it
  path TEXT NOT NULL CHECK (path <> ''), -- where it is: an absolute path
  size INTEGER NOT NULL,         -- how many of its bytes were read
  modified INTEGER NOT NULL,     -- when it was last changed, in nanoseconds since 1970
  digest INTEGER NOT NULL        -- a hash of its first 4096 bytes and of the last ones that were read
) STRICT;

CREATE TABLE text_run ( -- Consecutive lines of a file, and the items that they are. An item that is moved keeps its
  -- line. To take the texts away, delete the row.
  first_item INTEGER PRIMARY KEY, -- the id of the item that is the first line
  last_item INTEGER NOT NULL,    -- the id of the item that is the last line; each id between them is the next line
  file_id INTEGER NOT NULL,      -- the file that the lines are in
  offset INTEGER NOT NULL,       -- where in the file to begin, in bytes
  skip INTEGER NOT NULL DEFAULT 0 -- how many lines to pass over from there to the first item's
) STRICT;
