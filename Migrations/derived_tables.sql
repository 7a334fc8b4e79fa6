-- The results of preparing layouts, and the marks that triggers set. All of it carries the prefix lc_ and can be
-- dropped and rebuilt from the user's tables at any time. To look at it, use the views; see layout_readme. This text
-- has no number. Opening a file for writing compares its checksum with the one in lc_schema, and makes these tables
-- again if they differ.

CREATE TABLE lc_schema ( -- Which text of the derived tables, the views and the triggers this file carries.
  part TEXT PRIMARY KEY,         -- tables, views or triggers
  version INTEGER NOT NULL,      -- of the program's derived schema; an older program refuses a newer file
  checksum TEXT NOT NULL,        -- FNV-1a (64 bits) of the part's text
  -- The tables, views or triggers that the part made, a line each: a later program drops these.
  names TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The outline: the source of the bands of all layouts of a data set, and the place of the triggers' marks.
CREATE TABLE lc_run ( -- Some 256 consecutive items of a section: those from first_position up to the next run's.
  section_id INTEGER NOT NULL,
  first_position REAL NOT NULL,  -- -1e301 in a section's first run: below every position
  item_count INTEGER,            -- kept by the triggers; NULL: to be counted again, because a row may be replaced
  least_level INTEGER,           -- the least level of its items: a branch of an outline goes on to it; NULL: not known
  -- Changes since the bands were last marked. 0: no item; 1: the one at changed_position; 2: several; 3, in a section's
  -- first run: the section itself, with all its content.
  changes INTEGER NOT NULL DEFAULT 0 CHECK (changes BETWEEN 0 AND 3),
  changed_position REAL,
  -- 1: items came or went since the bands were last marked
  is_restructured INTEGER NOT NULL DEFAULT 0 CHECK (is_restructured IN (0, 1)),
  -- In the first run of a chapter, some 64 runs of a long section: the number of their items; NULL in others. Right
  -- while each run of the section has its count.
  chapter_count INTEGER,
  -- Drawn at random whenever items came, went, moved or got other ids in it. A run with the same number and the same
  -- ends has the same items in two states, also of two copies of a file.
  revision INTEGER NOT NULL DEFAULT (random()),
  chapter_revision INTEGER,      -- the same of a chapter, except what is marked since; NULL where chapter_count is
  PRIMARY KEY (section_id, first_position)
) STRICT, WITHOUT ROWID;

CREATE INDEX lc_run_changed ON lc_run (changes) WHERE changes > 0;
CREATE INDEX lc_run_chapter ON lc_run (section_id, first_position, chapter_count, chapter_revision)
WHERE chapter_count IS NOT NULL;

CREATE TABLE lc_measured ( -- The items whose sizes in a measure changed since the bands were last marked.
  measure TEXT NOT NULL,
  item_id INTEGER NOT NULL,
  PRIMARY KEY (measure, item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_measured_section ( -- The sections whose headers or footers have other lengths in a measure since the
  -- bands were last marked.
  measure TEXT NOT NULL,
  section_id INTEGER NOT NULL,
  PRIMARY KEY (measure, section_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_moved ( -- The items of canvases that changed, each with the place where its cell was before. So one
  -- cell is taken out of its block, and the rest of the canvas stays as it is.
  id INTEGER PRIMARY KEY,
  -- The canvas that they changed for. 0: all of the data set, as triggers note it; -1: in the section more changed than
  -- is noted.
  preparation_id INTEGER NOT NULL,
  section_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  x REAL, y REAL,                -- its origin before the first change; NULL: it was not in the section
  is_reordered INTEGER NOT NULL CHECK (is_reordered IN (0, 1)), -- 1: it came, went or changed its position
  UNIQUE (preparation_id, item_id, section_id)
) STRICT;

CREATE TABLE lc_replaced ( -- Rows that an INSERT or UPDATE is about to replace, noted for the moment after it.
  kind TEXT NOT NULL,            -- section or item
  id INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_change ( -- Counts the changes of each data set, so that viewers notice them. A data set that follows
  -- another one has changed when that has.
  dataset_id INTEGER PRIMARY KEY,
  -- Begins at random: a data set that is made again under the same id is another one.
  revision INTEGER NOT NULL DEFAULT (random() >> 2),
  -- Of dataset.follows: the data set that it follows, and the source under which changes are noted in lc_pending. That
  -- is the same data set, or the name of the triggers on a table. The last one counts these triggers.
  source_id INTEGER,
  journal ANY,
  trigger_count INTEGER
) STRICT;

CREATE INDEX lc_change_source ON lc_change (source_id) WHERE source_id IS NOT NULL;

CREATE TABLE lc_pending ( -- Changes of tables and data sets that others follow. The next preparation makes these
  -- equal to it; until then readers see their former state.
  source ANY NOT NULL,           -- lc_change.journal
  kind INTEGER NOT NULL,         -- 0: a row; 1: all rows of a section; 2: all rows; 3: all rows, for one follower
  identity ANY NOT NULL,         -- the row's key in its table, or the id of an item, of a section or of the follower
  PRIMARY KEY (source, kind, identity)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_failed_row ( -- Rows of a source for which an expression of a follower fails: their items keep their
  -- former state.
  dataset_id INTEGER NOT NULL,   -- the follower
  identity ANY NOT NULL,         -- the row's key in its table, or the id of an item
  message TEXT NOT NULL,
  PRIMARY KEY (dataset_id, identity)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_follower_section ( -- The value of the expression by which a follower's section was made.
  section_id INTEGER PRIMARY KEY,
  value ANY
) STRICT;

CREATE INDEX lc_follower_section_value ON lc_follower_section (value);

CREATE TABLE lc_preparation ( -- One prepared version of a layout: being built, in use, or superseded.
  id INTEGER PRIMARY KEY,
  layout_id INTEGER,             -- NULL once superseded: its rows are being removed
  is_shown INTEGER NOT NULL CHECK (is_shown IN (0, 1)), -- 1: the one that readers of its layout see
  dataset_id INTEGER NOT NULL,
  definition TEXT NOT NULL,      -- the definition and the container that were laid out
  container_width REAL NOT NULL,
  container_height REAL NOT NULL,
  measure TEXT,                  -- with whose sizes; NULL: the items' own
  kind TEXT NOT NULL,
  axis INTEGER NOT NULL CHECK (axis IN (0, 1)), -- 0 scrolls vertically, 1 horizontally
  -- 1: right to left along x, so x counts from the content's far end
  is_mirrored INTEGER NOT NULL CHECK (is_mirrored IN (0, 1)),
  is_free INTEGER NOT NULL CHECK (is_free IN (0, 1)), -- 1: all bands are on one plane with origin 0 (canvas)
  section_spacing REAL NOT NULL, -- kept after each section, and not counted after the last
  cross_length REAL,             -- the content's extent across the scroll axis; NULL: the furthest element's
  wraps INTEGER NOT NULL CHECK (wraps IN (0, 1)), -- 1: the content repeats without end
  wrap_spacing REAL NOT NULL,    -- distance from the last element to the first of the next lap
  wraps_across INTEGER NOT NULL CHECK (wraps_across IN (0, 1)), -- 1: a sheet's columns go round
  cross_wrap_spacing REAL NOT NULL, -- distance from the last column to the first of the next lap
  pin_start REAL NOT NULL,       -- pinned elements keep this far from the rectangle's beginning
  pin_end REAL NOT NULL,         -- … and from its end
  -- If later elements cover earlier ones, a z-index grows by this for each section, and by 1 for each item; else 0.
  z_stride INTEGER NOT NULL,
  -- 1: a section without items takes no room, nor spacing beside it
  hides_empty INTEGER NOT NULL CHECK (hides_empty IN (0, 1)),
  -- 1: frames are mirrored across the scroll axis, so that a sheet's frozen columns are at the right
  is_mirrored_across INTEGER NOT NULL CHECK (is_mirrored_across IN (0, 1)),
  -- How items with a sticky_level stick: 0 push, 1 stack; NULL: they do not
  sticky INTEGER CHECK (sticky IN (0, 1)),
  -- The greatest distance by which cells move by their place in the viewport, as a part of its longer side; NULL: none
  -- moves
  motion_reach REAL,
  -- 1: each item is a row of its section's background; 2: a row may hold several items
  groups_rows INTEGER NOT NULL DEFAULT 0 CHECK (groups_rows BETWEEN 0 AND 2),
  -- 1: each item is a line, so that branches of an outline can be collapsed
  stacks_items INTEGER NOT NULL DEFAULT 0 CHECK (stacks_items IN (0, 1)),
  slot_count INTEGER NOT NULL DEFAULT 0,  -- the highest slot of lc_band
  is_complete INTEGER NOT NULL DEFAULT 0 CHECK (is_complete IN (0, 1)), -- 0 while some band was never laid out
  is_outlined INTEGER NOT NULL DEFAULT 0 CHECK (is_outlined IN (0, 1)), -- 1: there is a band for every item
  -- 1: sections came, went or changed places since
  is_restructured INTEGER NOT NULL DEFAULT 0 CHECK (is_restructured IN (0, 1)),
  -- 1: its data set's items were replaced as a whole
  is_replaced INTEGER NOT NULL DEFAULT 0 CHECK (is_replaced IN (0, 1)),
  -- 1: sections or items of its layout were collapsed or expanded since, or what collapsed items hide changed
  is_refolded INTEGER NOT NULL DEFAULT 0 CHECK (is_refolded IN (0, 1)),
  -- Counts the changes made to its rows. Readers' caches go by it, so it begins at random: a preparation
  -- that is made again under the same id is another one.
  revision INTEGER NOT NULL DEFAULT (random() >> 2)
) STRICT;

CREATE INDEX lc_preparation_free ON lc_preparation (dataset_id) WHERE is_free;
CREATE UNIQUE INDEX lc_preparation_shown ON lc_preparation (layout_id) WHERE is_shown AND layout_id IS NOT NULL;

CREATE TABLE lc_band ( -- A run of whole lines of one section with its own origin: the unit of solving and moving.
  preparation_id INTEGER NOT NULL,
  slot INTEGER NOT NULL,         -- its place among the preparation's bands, from 1; gaps allowed
  id INTEGER NOT NULL,           -- its id in other tables: other bands may push it to another slot
  section_id INTEGER,            -- NULL: elements of the whole content
  begins_section INTEGER NOT NULL CHECK (begins_section IN (0, 1)), -- 1: the first band of its section
  -- 1: without a section, it closes the content; 0: it opens it
  ends_content INTEGER NOT NULL CHECK (ends_content IN (0, 1)),
  -- it holds the items from here to the next band's; -1e301 in a section's first band, and in all of a canvas
  first_position REAL NOT NULL,
  -- 1: something in it changed since it was solved, or it was solved from a guess
  is_stale INTEGER NOT NULL CHECK (is_stale IN (0, 1)),
  -- 1: stale only because what comes before it was not known when it was solved
  is_provisional INTEGER NOT NULL DEFAULT 0 CHECK (is_provisional IN (0, 1) AND is_provisional <= is_stale),
  -- 1: never solved; its length is a guess
  is_estimated INTEGER NOT NULL CHECK (is_estimated IN (0, 1) AND is_estimated <= is_stale),
  -- extent along the scroll axis; its origin is the sum of the lengths before it (lc_sum)
  length REAL NOT NULL,
  item_count INTEGER NOT NULL,   -- its items, by which indices are counted
  -- 1: items came or went in it since they were counted
  is_miscounted INTEGER NOT NULL DEFAULT 0 CHECK (is_miscounted IN (0, 1) AND is_miscounted <= is_stale),
  -- the cells that were laid out and are shown; as many as its items, unless it is stale or some are hidden
  cell_count INTEGER NOT NULL,
  element_count INTEGER NOT NULL,-- these cells and its other elements: those of its blocks (lc_block)
  -- how many rows it has in lc_section_element and lc_frozen_lines
  section_element_count INTEGER NOT NULL DEFAULT 0,
  -- The index among its cells of that of its first item: while it is stale, other bands may hold the items of its
  -- first cells. Below 0: it holds as many items before them.
  first_cell INTEGER NOT NULL DEFAULT 0,
  -- An element's item has the id first_item_id + index + item_shift: see lc_frame. NULL: item_shift is the id.
  first_item_id INTEGER,
  -- 1: its cells are of that item and of the ones with the next ids, in order: item_shift is 0
  ids_follow INTEGER NOT NULL DEFAULT 0 CHECK (ids_follow IN (0, 1)),
  -- 1 or -1: its cells move against, or with, its section's offset. Not IN: for three numbers SQLite fills a table
  -- in memory with each row that it checks.
  orthogonal INTEGER NOT NULL CHECK (orthogonal BETWEEN -1 AND 1),
  least_offset REAL,             -- … which counts from here …
  greatest_offset REAL,          -- … up to here; NULL in other sections
  cross_length REAL NOT NULL,    -- furthest extent across the scroll axis
  overhang_before REAL NOT NULL, -- how far its elements stick out before its origin
  overhang_after REAL NOT NULL,  -- … and beyond its end
  state TEXT,                    -- the state that its solver carried over from the band before, a JSON array
  summary TEXT,                  -- its items' summary for their section (JSON); NULL if the layout does not need one
  -- How its cells move by their place in the viewport: 1 stack, 2 coverFlow, 3 wheel, 4 fade. NULL: they do not.
  -- It is 8 more if they scroll along x, and 16 more in a mirrored layout.
  motion INTEGER,
  -- The bands after it are hidden up to this slot: the rest of a collapsed section, or what lies below its last item.
  -- NULL: it hides none.
  hidden_until INTEGER,
  -- 1: it is the header of a collapsed section, and stands for all of its bands
  is_header INTEGER NOT NULL DEFAULT 0 CHECK (is_header IN (0, 1)),
  PRIMARY KEY (preparation_id, slot)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX lc_band_id ON lc_band (id);
CREATE INDEX lc_band_section ON lc_band (section_id, preparation_id, first_position);
-- The bands that begin sections, and those of the content as a whole: a few of all bands if sections are long.
CREATE INDEX lc_band_head ON lc_band (preparation_id, slot, section_id) WHERE begins_section OR section_id IS NULL;
CREATE INDEX lc_band_stale ON lc_band (preparation_id, slot) WHERE is_stale;
CREATE INDEX lc_band_fold ON lc_band (preparation_id, hidden_until) WHERE hidden_until IS NOT NULL;
CREATE INDEX lc_band_miscounted ON lc_band (preparation_id, slot) WHERE is_miscounted;

-- With sixteen children to a node, a change touches one row per level. Few bands have to be gone through beyond the
-- lowest level. The tree is a fifteenth of the size of what it sums up.
CREATE TABLE lc_sum ( -- A tree of sums. Node n of level 1 sums up slots 16 n + 1 … 16 n + 16. Node n of another level
  -- sums up nodes 16 n … 16 n + 15 of the one below. The largest nodes of hidden bands hold zeros.
  preparation_id INTEGER NOT NULL,
  level INTEGER NOT NULL,        -- from 1, up to that with the one node that sums up all
  node INTEGER NOT NULL,         -- from 0; the slots before its first: node << (4 * level)
  length REAL NOT NULL,
  items INTEGER NOT NULL,
  elements INTEGER NOT NULL,
  sections INTEGER NOT NULL,     -- bands that begin a section
  cross_length REAL NOT NULL,    -- this one and the next two: the greatest, not the sum
  overhang_before REAL NOT NULL,
  overhang_after REAL NOT NULL,
  summary TEXT,                  -- of all of its bands together
  -- 0 … 15: the one child that sums up anything, if it is the only one. Then the rest is NULL: in a new layout, of
  -- most rows.
  only_child INTEGER CHECK (only_child BETWEEN 0 AND 15),
  -- The lengths of its first 1 … 15 children together, and their counts: items × 2^31 + sections. One row of each
  -- level tells the sums before a slot, in whichever child that is.
  length_1 REAL, length_2 REAL, length_3 REAL, length_4 REAL,
  length_5 REAL, length_6 REAL, length_7 REAL, length_8 REAL,
  length_9 REAL, length_10 REAL, length_11 REAL, length_12 REAL,
  length_13 REAL, length_14 REAL, length_15 REAL,
  counts_1 INTEGER, counts_2 INTEGER, counts_3 INTEGER, counts_4 INTEGER,
  counts_5 INTEGER, counts_6 INTEGER, counts_7 INTEGER, counts_8 INTEGER,
  counts_9 INTEGER, counts_10 INTEGER, counts_11 INTEGER, counts_12 INTEGER,
  counts_13 INTEGER, counts_14 INTEGER, counts_15 INTEGER,
  PRIMARY KEY (preparation_id, level, node)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_number ( -- The numbers 0 to 1023: places in blocks, levels of a tree of sums, and laps.
  number INTEGER PRIMARY KEY
) STRICT;
INSERT INTO lc_number (number)
WITH RECURSIVE n (number) AS (VALUES (0) UNION ALL SELECT number + 1 FROM n WHERE number < 1023) SELECT number FROM n;

-- One row for up to sixteen elements prepares twice as fast as one row for each, and takes a third of the bytes.
-- Frames count in units of a power of two, which scales a double without rounding it. Whole numbers take 1 to 6 bytes
-- in the file. To read elements one by one, query the view lc_frame.
CREATE TABLE lc_block ( -- Up to sixteen consecutive elements of a band: the box around them, and a frame each.
  id INTEGER PRIMARY KEY,        -- its band's id × 1048576 + its number in the band, from 0; block 0: see below
  -- The index in the band of its first cell, or of its first element's item; those after it count on. NULL: none. On a
  -- canvas an item's number in its section takes the place of the index: see lc_reordered.
  first INTEGER,
  count INTEGER NOT NULL CHECK (count BETWEEN 1 AND 16),
  shift INTEGER NOT NULL CHECK (shift BETWEEN 0 AND 11), -- frames count in units of 1 / (1 << shift) points
  detail_count INTEGER NOT NULL CHECK (detail_count BETWEEN 0 AND 16), -- how many elements differ: lc_detail
  -- The meaning of number_0 … number_15. 0: unused; 1: each element's index, in place of one that counts on from
  -- first; 2: its item_shift.
  numbers INTEGER NOT NULL CHECK (numbers BETWEEN 0 AND 2),
  -- The values of all other elements: z_index without what the layout adds for section and item (z_stride), …
  z_index INTEGER NOT NULL,
  element INTEGER,               -- … lc_element_kind, NULL for cells, …
  item_shift INTEGER,            -- … and see lc_band.first_item_id; NULL: no item
  -- The box, rounded outwards to whole points. Frames and box are relative to the band's origin.
  min_x REAL NOT NULL, min_y REAL NOT NULL, max_x REAL NOT NULL, max_y REAL NOT NULL,
  x_0 REAL NOT NULL, y_0 REAL NOT NULL, width_0 REAL NOT NULL, height_0 REAL NOT NULL,
  x_1 REAL, y_1 REAL, width_1 REAL, height_1 REAL,
  x_2 REAL, y_2 REAL, width_2 REAL, height_2 REAL,
  x_3 REAL, y_3 REAL, width_3 REAL, height_3 REAL,
  x_4 REAL, y_4 REAL, width_4 REAL, height_4 REAL,
  x_5 REAL, y_5 REAL, width_5 REAL, height_5 REAL,
  x_6 REAL, y_6 REAL, width_6 REAL, height_6 REAL,
  x_7 REAL, y_7 REAL, width_7 REAL, height_7 REAL,
  x_8 REAL, y_8 REAL, width_8 REAL, height_8 REAL,
  x_9 REAL, y_9 REAL, width_9 REAL, height_9 REAL,
  x_10 REAL, y_10 REAL, width_10 REAL, height_10 REAL,
  x_11 REAL, y_11 REAL, width_11 REAL, height_11 REAL,
  x_12 REAL, y_12 REAL, width_12 REAL, height_12 REAL,
  x_13 REAL, y_13 REAL, width_13 REAL, height_13 REAL,
  x_14 REAL, y_14 REAL, width_14 REAL, height_14 REAL,
  x_15 REAL, y_15 REAL, width_15 REAL, height_15 REAL,
  number_0 INTEGER, number_1 INTEGER, number_2 INTEGER, number_3 INTEGER,
  number_4 INTEGER, number_5 INTEGER, number_6 INTEGER, number_7 INTEGER,
  number_8 INTEGER, number_9 INTEGER, number_10 INTEGER, number_11 INTEGER,
  number_12 INTEGER, number_13 INTEGER, number_14 INTEGER, number_15 INTEGER
) STRICT;

-- Block 0 belongs to no band: views join it to elements outside of bands.
INSERT INTO lc_block
  (id, count, shift, detail_count, numbers, z_index, min_x, min_y, max_x, max_y, x_0, y_0, width_0, height_0)
VALUES (0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

CREATE TABLE lc_detail ( -- An element that differs from what its block states, with all of these values.
  id INTEGER PRIMARY KEY,        -- its block's id × 16 + its place in the block
  z_index INTEGER NOT NULL,
  element INTEGER,
  item INTEGER,                  -- its index in the band, or its item's; NULL: none
  item_shift INTEGER
) STRICT;

CREATE TABLE lc_element_kind ( -- The kinds of supplementaries and decorations of a preparation.
  id INTEGER PRIMARY KEY,
  preparation_id INTEGER NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('supplementary', 'decoration')),
  name TEXT NOT NULL,
  -- 1: in an orthogonal section it moves with the cells
  moves_with_cells INTEGER NOT NULL CHECK (moves_with_cells IN (0, 1))
) STRICT;

CREATE TABLE lc_reordered ( -- The order of a canvas's section, if items came, went or changed places since it was laid
  -- out. Its blocks go on stating the numbers that the items had, or got when they came. Each row is a run of numbers
  -- that have consecutive indices. A section without rows has its numbers as indices.
  preparation_id INTEGER NOT NULL,
  section_id INTEGER NOT NULL,
  first_number INTEGER NOT NULL,
  item_count INTEGER NOT NULL,
  first_index INTEGER NOT NULL,
  PRIMARY KEY (preparation_id, section_id, first_number)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_section_element ( -- An element whose place depends on its section's extent: it pins, or it
  -- spans the section.
  preparation_id INTEGER NOT NULL,
  is_of_content INTEGER NOT NULL CHECK (is_of_content IN (0, 1)), -- 1: the extent is the whole content's
  section_id INTEGER NOT NULL,   -- 0: of the whole content
  -- Its frame's origin along the scroll axis, in the section. 0: the beginning; 1: the end; 2: the beginning, and it
  -- reaches to reserve before the end; 3: the middle.
  edge INTEGER NOT NULL CHECK (edge BETWEEN 0 AND 3),
  ordinal INTEGER NOT NULL,
  element INTEGER NOT NULL,      -- lc_element_kind
  x REAL NOT NULL,
  y REAL NOT NULL,
  width REAL NOT NULL,
  height REAL NOT NULL,
  z_index INTEGER NOT NULL,
  pins INTEGER NOT NULL CHECK (pins IN (0, 1)),
  reserve REAL NOT NULL,         -- the space that a pinned element keeps free at the section's other end
  minimum REAL,                  -- the length to which it shrinks while it pins; NULL: it keeps its length
  -- added to what pinned elements keep free of the viewport's edge (pin_start, pin_end)
  pin_shift REAL NOT NULL,
  PRIMARY KEY (preparation_id, is_of_content, section_id, edge, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_frozen_lines ( -- The strips of a sheet that stay visible at the viewport's edges. An empty one is at
  -- the edge of what scrolls.
  preparation_id INTEGER NOT NULL,
  section_id INTEGER NOT NULL,
  top_start REAL NOT NULL,       -- rows at the top, from the section's beginning
  top_end REAL NOT NULL,
  left_start REAL NOT NULL,      -- columns at the left and at the right, in content coordinates
  left_end REAL NOT NULL,
  right_start REAL NOT NULL,
  right_end REAL NOT NULL,
  bottom_start REAL NOT NULL,    -- rows at the bottom, from the section's end; 0: that was not laid out yet
  bottom_end REAL NOT NULL,
  PRIMARY KEY (preparation_id, section_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_counter ( -- The next band's id.
  next_band INTEGER NOT NULL
) STRICT;
INSERT INTO lc_counter (next_band) VALUES (1);

-- One entry bounds eight consecutive blocks: a whole band, except a long one. Coordinates are 32-bit floats rounded
-- outwards: a candidate is always tested again against its exact frame. The first dimension is the band's id with some
-- thickness, since boxes without area pack badly. On a canvas it is the same for all bands. If bands stack, a box is
-- wider by up to a quarter along the scroll axis. So a changed size leaves most of the entries unchanged.
CREATE VIRTUAL TABLE lc_rtree USING rtree (
  id,                            -- its first block's id / 8
  plane0, plane1,
  x0, x1,
  y0, y1
);
