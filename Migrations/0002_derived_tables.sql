-- What preparing a layout produces. All of it carries the prefix lc_ and can be dropped and rebuilt
-- from the user's tables at any time. To look at it, use the views; see layout_readme.

CREATE TABLE lc_preparation ( -- One laying out of one layout: being built, in use, or superseded.
  id INTEGER PRIMARY KEY,
  layout_id INTEGER,             -- NULL once superseded: its rows are being removed
  dataset_id INTEGER NOT NULL,
  definition TEXT NOT NULL,      -- what was laid out, and in which container
  container_width REAL NOT NULL,
  container_height REAL NOT NULL,
  kind TEXT NOT NULL,
  axis INTEGER NOT NULL,         -- 0 scrolls vertically, 1 horizontally
  is_mirrored INTEGER NOT NULL,  -- 1: right to left along x, so x counts from the content's far end
  is_free INTEGER NOT NULL,      -- 1: all bands lie on one plane with origin 0 (canvas)
  section_spacing REAL NOT NULL, -- kept after each section, and not counted after the last
  cross_length REAL,             -- the content's extent across the scroll axis; NULL: the furthest element's
  wraps INTEGER NOT NULL,        -- 1: the content repeats without end
  wrap_spacing REAL NOT NULL,    -- distance from the last element to the first of the next lap
  frozen_along REAL NOT NULL,    -- extent of a sheet's frozen rows
  frozen_cross REAL NOT NULL,    -- extent of a sheet's frozen columns
  pin_start REAL NOT NULL,       -- pinned elements keep this far from the rectangle's beginning
  pin_end REAL NOT NULL,         -- … and from its end
  z_stride INTEGER NOT NULL,     -- where later elements lie above earlier ones: a z-index grows by this for each section, and by 1 for each item; else 0
  slot_count INTEGER NOT NULL DEFAULT 0,   -- the highest slot of lc_band
  is_complete INTEGER NOT NULL DEFAULT 0,  -- 0 while the first laying out is under way
  is_restructured INTEGER NOT NULL DEFAULT 0, -- 1: sections came, went or changed places since
  progress TEXT,                 -- where an unfinished laying out carries on
  revision INTEGER NOT NULL DEFAULT 0      -- counts the changes made to its rows; readers' caches go by it
) STRICT;

CREATE TABLE lc_band ( -- A run of whole lines of one section with its own origin: what is solved, moved and replaced.
  preparation_id INTEGER NOT NULL,
  slot INTEGER NOT NULL,         -- its place among the preparation's bands, from 1; gaps allowed
  id INTEGER NOT NULL,           -- what it is called elsewhere: other bands may push it to another slot
  section_id INTEGER NOT NULL,   -- 0: what belongs to the layout as a whole
  first_position REAL,           -- it holds the items from here to the next band's; -Inf in a section's first band; NULL: not ordered by position
  length REAL NOT NULL,          -- extent along the scroll axis; its origin is the sum of the lengths before it (lc_sum)
  cell_count INTEGER NOT NULL,
  element_count INTEGER NOT NULL,-- cells and its other elements: rows first_row … first_row + element_count - 1
  first_row INTEGER NOT NULL,    -- of lc_attributes; cells come first
  row_limit INTEGER NOT NULL,    -- rows from first_row up to here, exclusive, are kept for it
  first_item_id INTEGER NOT NULL,-- row r shows item first_item_id + (r - first_row) + item_shift
  sideways INTEGER NOT NULL,     -- 1 or -1: its cells move against, or with, its section's orthogonal_offset
  cross_length REAL NOT NULL,    -- furthest extent across the scroll axis
  overhang_before REAL NOT NULL, -- how far its elements stick out before its origin
  overhang_after REAL NOT NULL,  -- … and beyond its end
  state TEXT,                    -- what its solver carried over from the band before, a JSON array
  uniform TEXT,                  -- its items' common size, '' if sizes differ; NULL where that does not matter
  PRIMARY KEY (preparation_id, slot)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX lc_band_id ON lc_band (id);
CREATE INDEX lc_band_section ON lc_band (section_id, preparation_id, first_position);
CREATE INDEX lc_band_uniform ON lc_band (section_id, preparation_id, uniform) WHERE uniform IS NOT NULL;

-- With sixteen children to a node, a change touches one row per level, few bands have to be gone
-- through beyond the lowest level, and the tree is a fifteenth of the size of what it sums up.
CREATE TABLE lc_sum ( -- A tree of sums over the slots. Node n of level 1 sums up slots 16 n + 1 … 16 n + 16, of the next level nodes 16 n … 16 n + 15, and so on up to the one node that sums up all.
  preparation_id INTEGER NOT NULL,
  level INTEGER NOT NULL,        -- from 1
  node INTEGER NOT NULL,         -- from 0; the slots before its first: node << 4 * level
  length REAL NOT NULL,
  cells INTEGER NOT NULL,
  elements INTEGER NOT NULL,
  sections INTEGER NOT NULL,     -- bands that begin a section
  cross_length REAL NOT NULL,    -- this one and the next two: the greatest, not the sum
  overhang_before REAL NOT NULL,
  overhang_after REAL NOT NULL,
  PRIMARY KEY (preparation_id, level, node)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_level ( -- The levels that a tree of sums may have: what lies before a slot is some nodes of each.
  level INTEGER PRIMARY KEY
) STRICT;
INSERT INTO lc_level (level)
WITH RECURSIVE number (level) AS (SELECT 1 UNION ALL SELECT level + 1 FROM number WHERE level < 12)
SELECT level FROM number;

CREATE TABLE lc_attributes ( -- One element each: a cell, a supplementary or a decoration, relative to its band's origin.
  id INTEGER PRIMARY KEY,        -- consecutive within a band; a block of lc_block is a run of these
  x REAL NOT NULL,
  y REAL NOT NULL,
  width REAL NOT NULL,
  height REAL NOT NULL,
  z_index INTEGER NOT NULL,
  element INTEGER,               -- lc_element_kind; NULL for a cell
  item_shift INTEGER,            -- see lc_band.first_item_id: 0, and so without a byte, where item ids follow the order; NULL: no item
  index_shift INTEGER            -- a cell's index in its band is (id - first_row) + index_shift; of another element: its host's index in the band, NULL if it has none
) STRICT;

CREATE TABLE lc_element_kind ( -- The kinds of supplementaries and decorations of a preparation.
  id INTEGER PRIMARY KEY,
  preparation_id INTEGER NOT NULL,
  category TEXT NOT NULL,        -- supplementary or decoration
  name TEXT NOT NULL,
  moves_with_cells INTEGER NOT NULL -- 1: in a section that scrolls sideways it moves with the cells
) STRICT;

CREATE TABLE lc_section_element ( -- An element whose place depends on its section's extent: it pins, or it spans the section.
  preparation_id INTEGER NOT NULL,
  section_id INTEGER NOT NULL,   -- 0: the extent of the whole content
  edge INTEGER NOT NULL,         -- along the scroll axis its frame counts from the section's beginning (0) or end (1); 2: from the beginning, and it reaches to reserve before the end; 3: from the middle
  ordinal INTEGER NOT NULL,
  element INTEGER NOT NULL,      -- lc_element_kind
  x REAL NOT NULL,
  y REAL NOT NULL,
  width REAL NOT NULL,
  height REAL NOT NULL,
  z_index INTEGER NOT NULL,
  pins INTEGER NOT NULL,
  reserve REAL NOT NULL,         -- what a pinned element keeps free at the section's other end
  PRIMARY KEY (preparation_id, section_id, edge, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_counter ( -- The next row of lc_attributes that no band keeps for itself.
  next_row INTEGER NOT NULL
) STRICT;
INSERT INTO lc_counter (next_row) VALUES (1);

CREATE TABLE lc_stale ( -- The bands whose items, or whose section's measures, changed since they were solved. Filled by triggers.
  band_id INTEGER PRIMARY KEY
) STRICT;

-- One entry bounds a block of elements, some tens of consecutive rows of lc_attributes. Coordinates
-- are 32-bit floats rounded outwards: a candidate is always tested again against its exact frame.
-- The first dimension is the band's id with some thickness, since boxes without area pack badly; on a
-- canvas it is the same for all bands. Along the scroll axis a box is wider by up to a quarter, so that
-- a changed size leaves most of the entries after it as they are. The rows are part of the key because
-- a further column would cost each query a statement of its own to read it; only a canvas has to read
-- band_id.
CREATE VIRTUAL TABLE lc_block USING rtree (
  block,                         -- its rows of lc_attributes in one number: the first × 128 + how many follow it
  plane0, plane1,
  x0, x1,
  y0, y1,
  +band_id
);

CREATE TRIGGER layout_after_delete AFTER DELETE ON layout BEGIN -- Leaves the layout's derived rows to the next preparing.
  UPDATE lc_preparation SET layout_id = NULL WHERE layout_id = old.id;
  DELETE FROM viewport WHERE layout = old.name;
  DELETE FROM orthogonal_offset WHERE layout = old.name;
END;
