-- The user's own tables: what is loaded, and how it is to be laid out.
-- Nothing here is ever dropped by the program, and everything here may be edited from any shell.
-- Lengths are in points.
--
-- Foreign keys are deferred and cascade nothing by themselves: triggers refuse what belongs to nothing
-- and remove or rename what belongs to a row that goes (triggers.sql), so that an edit does the same
-- whether a shell has foreign keys on or off.

CREATE TABLE dataset ( -- A named, ordered collection of sections.
  id INTEGER PRIMARY KEY,        -- what section and layout call it
  name TEXT NOT NULL UNIQUE CHECK (name <> '') -- what people and programs call it
) STRICT;

CREATE TABLE section ( -- A run of items with a header, a footer and insets of its own. NULL measures: "as the
  -- definition says".
  id INTEGER PRIMARY KEY,        -- what item and section_offset call it
  -- The data set that it is in.
  dataset_id INTEGER NOT NULL REFERENCES dataset (id) DEFERRABLE INITIALLY DEFERRED,
  -- The order key within the data set: any number, unique, gaps welcome; the index shown elsewhere is its
  -- rank. NULL when inserted: at the end.
  position REAL CONSTRAINT "position is a finite number" CHECK (position BETWEEN -1e300 AND 1e300),
  title TEXT,                    -- its name, by which imports and snapshots find it; NULL: it has none
  -- The width of its header, in points. NULL: as the definition says. It does not count where a layout takes the
  -- container's, as most do that scroll vertically, nor in a compositional one whose definition does not estimate it.
  header_width REAL CONSTRAINT "header_width is between 0 and 1e9 points" CHECK (header_width BETWEEN 0 AND 1e9),
  -- The height of its header, in points. NULL: as the definition says. It does not count where a layout takes the
  -- container's, as most do that scroll horizontally, nor in a compositional one whose definition does not estimate it.
  header_height REAL CONSTRAINT "header_height is between 0 and 1e9 points" CHECK (header_height BETWEEN 0 AND 1e9),
  -- The width of its footer, in points, which counts as header_width does. NULL: as the definition says.
  footer_width REAL CONSTRAINT "footer_width is between 0 and 1e9 points" CHECK (footer_width BETWEEN 0 AND 1e9),
  -- The height of its footer, in points, which counts as header_height does. NULL: as the definition says.
  footer_height REAL CONSTRAINT "footer_height is between 0 and 1e9 points" CHECK (footer_height BETWEEN 0 AND 1e9),
  -- What is kept free above its items, in points. NULL: as the definition says.
  inset_top REAL CONSTRAINT "inset_top is between 0 and 1e9 points" CHECK (inset_top BETWEEN 0 AND 1e9),
  -- What is kept free to the left of its items, in points, or to the right in a layout from right to left. NULL: as
  -- the definition says.
  inset_leading REAL CONSTRAINT "inset_leading is between 0 and 1e9 points" CHECK (inset_leading BETWEEN 0 AND 1e9),
  -- What is kept free below its items, in points. NULL: as the definition says.
  inset_bottom REAL CONSTRAINT "inset_bottom is between 0 and 1e9 points" CHECK (inset_bottom BETWEEN 0 AND 1e9),
  -- What is kept free to the right of its items, in points, or to the left in a layout from right to left. NULL: as
  -- the definition says.
  inset_trailing REAL CONSTRAINT "inset_trailing is between 0 and 1e9 points" CHECK (inset_trailing BETWEEN 0 AND 1e9)
) STRICT;

-- An index rather than a constraint of the table, so that a bulk load can leave it for the end.
CREATE UNIQUE INDEX section_order ON section (dataset_id, position);

CREATE TABLE item ( -- One thing to show. NULL sizes mean "not measured yet".
  id INTEGER PRIMARY KEY,        -- what measurement calls it, and the views as item_id
  -- The section that it is in.
  section_id INTEGER NOT NULL REFERENCES section (id) DEFERRABLE INITIALLY DEFERRED,
  -- The order key within the section: any number, unique, gaps welcome; the index shown elsewhere is its
  -- rank. NULL when inserted: at the end.
  position REAL CONSTRAINT "position is a finite number" CHECK (position BETWEEN -1e300 AND 1e300),
  key TEXT,                      -- the user's own name for it, unique within its data set when loaded
  -- Its width, in points. NULL: not measured yet, so that the definition's default or estimate counts.
  width REAL CONSTRAINT "width is between 0 and 1e9 points" CHECK (width BETWEEN 0 AND 1e9),
  -- Its height, in points. NULL: not measured yet, so that the definition's default or estimate counts.
  height REAL CONSTRAINT "height is between 0 and 1e9 points" CHECK (height BETWEEN 0 AND 1e9),
  -- The left edge of its frame in content coordinates, in points, for canvas layouts only. NULL: 0.
  x REAL CONSTRAINT "x is between -1e9 and 1e9 points" CHECK (x BETWEEN -1e9 AND 1e9),
  -- The upper edge of its frame in content coordinates, in points, for canvas layouts only. NULL: 0.
  y REAL CONSTRAINT "y is between -1e9 and 1e9 points" CHECK (y BETWEEN -1e9 AND 1e9),
  -- The user's other columns, as a JSON object. No constraint says so: functions on JSON are not innocuous
  -- before SQLite 3.44, and one in a table keeps shells with trusted_schema off from opening the file at all.
  payload TEXT
) STRICT;

CREATE UNIQUE INDEX item_order ON item (section_id, position);
CREATE INDEX item_key ON item (key) WHERE key IS NOT NULL;

CREATE TABLE measurement ( -- A size measured for the layouts that name that measure. A NULL falls through to
  -- the item's own.
  measure TEXT NOT NULL CHECK (measure <> ''), -- the measure of the layouts that it is for
  -- The item that has this size.
  item_id INTEGER NOT NULL REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED,
  -- The item's width for that measure, in points. NULL: the item's own.
  width REAL CONSTRAINT "width is between 0 and 1e9 points" CHECK (width BETWEEN 0 AND 1e9),
  -- The item's height for that measure, in points. NULL: the item's own.
  height REAL CONSTRAINT "height is between 0 and 1e9 points" CHECK (height BETWEEN 0 AND 1e9),
  PRIMARY KEY (item_id, measure)
) STRICT, WITHOUT ROWID;

CREATE TABLE layout ( -- A definition applied to a data set in a container of a given size.
  id INTEGER PRIMARY KEY,        -- what derived tables call it
  -- The data set that it lays out.
  dataset_id INTEGER NOT NULL REFERENCES dataset (id) DEFERRABLE INITIALLY DEFERRED,
  name TEXT NOT NULL UNIQUE CHECK (name <> ''), -- what viewport, section_offset, people and programs call it
  definition TEXT NOT NULL,      -- the layout as JSON; editing it makes the layout stale as a whole
  -- How wide the view is that it is laid out for, in points.
  container_width REAL NOT NULL CHECK (container_width BETWEEN 0 AND 1e9),
  -- How high the view is that it is laid out for, in points.
  container_height REAL NOT NULL CHECK (container_height BETWEEN 0 AND 1e9),
  measure TEXT CHECK (measure <> '') -- whose sizes it is laid out with (measurement); NULL: the items' own
) STRICT;

CREATE TABLE viewport ( -- The rectangle that the view "visible" looks through: one row per layout, made with
  -- it. Yours to move.
  layout TEXT PRIMARY KEY,       -- the layout's name
  x REAL NOT NULL DEFAULT 0,     -- its left edge in content coordinates, in points
  y REAL NOT NULL DEFAULT 0,     -- its upper edge in content coordinates, in points
  width REAL NOT NULL,           -- in points; at first the container's
  height REAL NOT NULL           -- in points; at first the container's
) STRICT;

CREATE TABLE section_offset ( -- How far an orthogonal section has been scrolled; to edit, see the view
  -- "orthogonal_offset".
  layout TEXT NOT NULL,          -- the layout's name
  section_id INTEGER NOT NULL,   -- the section that has been scrolled
  offset REAL NOT NULL,          -- from the section's leading edge, in points
  PRIMARY KEY (layout, section_id)
) STRICT, WITHOUT ROWID;
