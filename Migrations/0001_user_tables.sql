-- The user's own tables: what is loaded, and how it is to be laid out.
-- Nothing here is ever dropped by the program, and everything here may be edited from any shell.
-- Lengths are in points.

CREATE TABLE dataset ( -- A named, ordered collection of sections.
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (name <> '')
) STRICT;

CREATE TABLE section ( -- A run of items with a header, a footer and insets of its own. NULL measures mean "as the definition says".
  id INTEGER PRIMARY KEY,
  dataset_id INTEGER NOT NULL REFERENCES dataset (id) ON DELETE CASCADE,
  position REAL NOT NULL,        -- order key within the data set: any number, unique, gaps welcome; the index shown elsewhere is its rank
  title TEXT,
  header_width REAL CONSTRAINT "header_width is between 0 and 1e9 points" CHECK (header_width BETWEEN 0 AND 1e9),
  header_height REAL CONSTRAINT "header_height is between 0 and 1e9 points" CHECK (header_height BETWEEN 0 AND 1e9),
  footer_width REAL CONSTRAINT "footer_width is between 0 and 1e9 points" CHECK (footer_width BETWEEN 0 AND 1e9),
  footer_height REAL CONSTRAINT "footer_height is between 0 and 1e9 points" CHECK (footer_height BETWEEN 0 AND 1e9),
  inset_top REAL CONSTRAINT "inset_top is between 0 and 1e9 points" CHECK (inset_top BETWEEN 0 AND 1e9),
  inset_leading REAL CONSTRAINT "inset_leading is between 0 and 1e9 points" CHECK (inset_leading BETWEEN 0 AND 1e9),
  inset_bottom REAL CONSTRAINT "inset_bottom is between 0 and 1e9 points" CHECK (inset_bottom BETWEEN 0 AND 1e9),
  inset_trailing REAL CONSTRAINT "inset_trailing is between 0 and 1e9 points" CHECK (inset_trailing BETWEEN 0 AND 1e9)
) STRICT;

-- An index rather than a constraint of the table, so that a bulk load can leave it for the end.
CREATE UNIQUE INDEX section_order ON section (dataset_id, position);

CREATE TABLE item ( -- One thing to show. NULL sizes mean "not measured yet".
  id INTEGER PRIMARY KEY,
  section_id INTEGER NOT NULL REFERENCES section (id) ON DELETE CASCADE,
  position REAL NOT NULL,        -- order key within the section: any number, unique, gaps welcome; the index shown elsewhere is its rank
  key TEXT,                      -- the user's own name for it, unique within its data set when loaded
  width REAL CONSTRAINT "width is between 0 and 1e9 points" CHECK (width BETWEEN 0 AND 1e9),
  height REAL CONSTRAINT "height is between 0 and 1e9 points" CHECK (height BETWEEN 0 AND 1e9),
  x REAL CONSTRAINT "x is between -1e9 and 1e9 points" CHECK (x BETWEEN -1e9 AND 1e9), -- origin of its frame, for canvas layouts only
  y REAL CONSTRAINT "y is between -1e9 and 1e9 points" CHECK (y BETWEEN -1e9 AND 1e9),
  payload TEXT                   -- the user's other columns, as a JSON object
) STRICT;

CREATE UNIQUE INDEX item_order ON item (section_id, position);
CREATE INDEX item_key ON item (key) WHERE key IS NOT NULL;

CREATE TABLE layout ( -- A definition applied to a data set in a container of a given size.
  id INTEGER PRIMARY KEY,
  dataset_id INTEGER NOT NULL REFERENCES dataset (id) ON DELETE CASCADE,
  name TEXT NOT NULL UNIQUE CHECK (name <> ''),
  definition TEXT NOT NULL,      -- the layout as JSON; editing it makes the layout stale as a whole
  container_width REAL NOT NULL CHECK (container_width BETWEEN 0 AND 1e9),
  container_height REAL NOT NULL CHECK (container_height BETWEEN 0 AND 1e9),
  preparation_id INTEGER         -- the prepared attributes that readers see (lc_preparation); NULL before the first
) STRICT;

CREATE TABLE viewport ( -- The rectangle that the view "visible" looks through: one row per layout, made with it. Yours to move.
  layout TEXT PRIMARY KEY,
  x REAL NOT NULL DEFAULT 0,
  y REAL NOT NULL DEFAULT 0,
  width REAL NOT NULL,
  height REAL NOT NULL
) STRICT;

CREATE TABLE orthogonal_offset ( -- How far a section that scrolls sideways has been scrolled from its leading edge; no row means 0.
  layout TEXT NOT NULL,
  section INTEGER NOT NULL,      -- 0-based index of the section
  offset REAL NOT NULL,
  PRIMARY KEY (layout, section)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER layout_after_insert AFTER INSERT ON layout BEGIN -- Gives each layout its viewport: the container, scrolled to the beginning.
  INSERT INTO viewport (layout, width, height) VALUES (new.name, new.container_width, new.container_height)
  ON CONFLICT (layout) DO NOTHING;
END;

CREATE TRIGGER layout_after_rename AFTER UPDATE OF name ON layout WHEN old.name IS NOT new.name BEGIN -- What is kept by a layout's name follows it.
  UPDATE viewport SET layout = new.name WHERE layout = old.name;
  UPDATE orthogonal_offset SET layout = new.name WHERE layout = old.name;
END;

-- Cascades are triggers as well as foreign keys, because the stock shell runs with foreign keys off.
CREATE TRIGGER section_after_delete AFTER DELETE ON section BEGIN -- Items go with their section.
  DELETE FROM item WHERE section_id = old.id;
END;

CREATE TRIGGER dataset_after_delete AFTER DELETE ON dataset BEGIN -- Sections and layouts go with their data set.
  DELETE FROM section WHERE dataset_id = old.id;
  DELETE FROM layout WHERE dataset_id = old.id;
END;
