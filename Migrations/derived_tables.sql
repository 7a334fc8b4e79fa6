-- The results of preparing layouts, and the marks that triggers set. All of it carries the prefix lc_ and can be
-- dropped and rebuilt from the user's tables at any time. To look at it, use the views; see layout_readme. This text
-- has no number. Opening a file for writing compares its checksum with the one in lc_schema, and makes these tables
-- again if they differ.

CREATE TABLE lc_schema ( -- Which text of the derived tables, the views and the triggers this file carries.
  part TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  checksum TEXT NOT NULL,
  names TEXT NOT NULL,
  next_band INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

-- The outline: the source of the bands of all layouts of a data set, and the place of the triggers' marks.
CREATE TABLE lc_run ( -- Some 256 consecutive items of a section: those from first_position up to the next run's.
  section_id INTEGER NOT NULL,
  first_position REAL NOT NULL,
  item_count INTEGER,
  least_level INTEGER,
  changes INTEGER NOT NULL DEFAULT 0 CHECK (changes BETWEEN 0 AND 3),
  changed_position REAL,
  chapter_count INTEGER,
  revision INTEGER NOT NULL DEFAULT (random()),
  former_revision INTEGER,
  chapter_revision INTEGER,
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

-- “resized”: a section with other headers, footers or insets, of the measure that is the owner; with the owner 0 in its
-- own row.
-- “rearranged”: a section that came, went or changed its place since the bands of a preparation, the owner, were put in
-- order. “folded”: a place where something was folded or opened, an item or a whole section. “folded run”: one where a
-- fold may hide other items now. The owner is the preparation, too.
-- All columns are of one key: each kind is looked for by the first few, and leaves out the last ones. A column must be
-- compared with the owner without its affinity, as in +p.id: with it SQLite would not use the key. Of lc_measured, one
-- insert of each row is a good part of measuring; a longer key would make it a tenth slower.
CREATE TABLE lc_section_mark ( -- Rows that changed, until the bands know of them: see layout_help.
  kind TEXT NOT NULL,
  owner ANY NOT NULL,
  id INTEGER NOT NULL,
  first_position REAL NOT NULL DEFAULT 0, last_position REAL NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, owner, id, first_position, last_position)
) STRICT, WITHOUT ROWID;

-- So one cell is taken out of its block, and the rest of the canvas stays as it is.
CREATE TABLE lc_moved ( -- The items of canvases that changed, each with the place where its cell was before.
  id INTEGER PRIMARY KEY,
  preparation_id INTEGER NOT NULL,
  section_id INTEGER NOT NULL,
  item_id INTEGER NOT NULL,
  x REAL, y REAL,
  is_reordered INTEGER NOT NULL CHECK (is_reordered IN (0, 1)),
  UNIQUE (preparation_id, item_id, section_id)
) STRICT;

CREATE TABLE lc_replaced ( -- Rows that an INSERT or UPDATE is about to replace, noted for the moment after it.
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- A data set that follows another one has changed when that has.
CREATE TABLE lc_change ( -- The number of changes of each data set, so that viewers notice them.
  dataset_id INTEGER PRIMARY KEY,
  name TEXT,
  revision INTEGER NOT NULL DEFAULT (random() >> 2),
  appearance INTEGER NOT NULL DEFAULT (random()),
  source_id INTEGER,
  journal ANY,
  trigger_count INTEGER
) STRICT;

CREATE INDEX lc_change_source ON lc_change (source_id) WHERE source_id IS NOT NULL;

-- The next preparation does that; until then readers see their former state.
CREATE TABLE lc_pending ( -- Changes of tables and data sets that others follow, until these are made equal to them.
  source ANY NOT NULL,
  kind INTEGER NOT NULL,
  identity ANY NOT NULL,
  PRIMARY KEY (source, kind, identity)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_pending_row ( -- Changed rows of one such table, whose keys are its row ids: the journal “rows”.
  row INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE lc_failed_row ( -- Rows of a source for which a follower's expression fails: their items stay as they were.
  dataset_id INTEGER NOT NULL,
  identity ANY NOT NULL,
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
  layout_id INTEGER,
  is_shown INTEGER NOT NULL,
  dataset_id INTEGER NOT NULL,
  definition TEXT NOT NULL,
  container_width REAL NOT NULL, container_height REAL NOT NULL,
  measure TEXT,
  kind TEXT NOT NULL,
  axis INTEGER NOT NULL, is_mirrored INTEGER NOT NULL, is_free INTEGER NOT NULL,
  section_spacing REAL NOT NULL,
  cross_length REAL,
  wraps INTEGER NOT NULL, wrap_spacing REAL NOT NULL,
  wraps_across INTEGER NOT NULL, cross_wrap_spacing REAL NOT NULL,
  pin_start REAL NOT NULL, pin_end REAL NOT NULL,
  z_stride INTEGER NOT NULL,
  hides_empty INTEGER NOT NULL, is_mirrored_across INTEGER NOT NULL,
  sticky INTEGER CHECK (sticky IN (0, 1)),
  motion_reach REAL,
  groups_rows INTEGER NOT NULL DEFAULT 0, stacks_items INTEGER NOT NULL DEFAULT 0,
  slot_count INTEGER NOT NULL DEFAULT 0,
  is_complete INTEGER NOT NULL DEFAULT 0, is_outlined INTEGER NOT NULL DEFAULT 0,
  is_restructured INTEGER NOT NULL DEFAULT 0 CHECK (is_restructured BETWEEN 0 AND 2),
  is_replaced INTEGER NOT NULL DEFAULT 0,
  revision INTEGER NOT NULL DEFAULT (random() >> 2),
  CHECK ((is_shown | axis | is_mirrored | is_free | wraps | wraps_across | hides_empty | is_mirrored_across
    | groups_rows | stacks_items | is_complete | is_outlined | is_replaced) IN (0, 1))
) STRICT;

CREATE INDEX lc_preparation_free ON lc_preparation (dataset_id) WHERE is_free;
CREATE UNIQUE INDEX lc_preparation_shown ON lc_preparation (layout_id) WHERE is_shown AND layout_id IS NOT NULL;

-- Each part came in place of what was there; all else is what it was, and only moved along with what comes before it.
CREATE TABLE lc_written ( -- The last parts of a preparation's content that were written.
  preparation_id INTEGER NOT NULL,
  number INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  start REAL, former_length REAL NOT NULL, length REAL NOT NULL,
  cross_start REAL, cross_end REAL,
  PRIMARY KEY (preparation_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE lc_band ( -- A run of whole lines of one section with its own origin: the unit of solving and moving.
  preparation_id INTEGER NOT NULL, slot INTEGER NOT NULL,
  id INTEGER NOT NULL,
  section_id INTEGER,
  begins_section INTEGER NOT NULL, ends_content INTEGER NOT NULL,
  first_position REAL NOT NULL,
  is_stale INTEGER NOT NULL,
  is_provisional INTEGER NOT NULL DEFAULT 0 CHECK (is_provisional <= is_stale),
  is_estimated INTEGER NOT NULL CHECK (is_estimated <= is_stale),
  length REAL NOT NULL,
  item_count INTEGER NOT NULL,
  is_miscounted INTEGER NOT NULL DEFAULT 0 CHECK (is_miscounted <= is_stale),
  cell_count INTEGER NOT NULL, element_count INTEGER NOT NULL, section_element_count INTEGER NOT NULL DEFAULT 0,
  first_cell INTEGER NOT NULL DEFAULT 0,
  first_item_id INTEGER, ids_follow INTEGER NOT NULL DEFAULT 0,
  orthogonal INTEGER NOT NULL CHECK (orthogonal BETWEEN -1 AND 1),
  least_offset REAL, greatest_offset REAL,
  frame_start REAL NOT NULL DEFAULT 0,
  cross_length REAL NOT NULL,
  overhang_before REAL NOT NULL, overhang_after REAL NOT NULL,
  state TEXT, summary TEXT,
  motion INTEGER,
  hidden_until INTEGER, is_header INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (preparation_id, slot),
  CHECK ((begins_section | ends_content | is_stale | is_provisional | is_estimated | is_miscounted | ids_follow
    | is_header) IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX lc_band_id ON lc_band (id);
CREATE INDEX lc_band_section ON lc_band (section_id, preparation_id, first_position);
-- The bands that begin sections, and those of the content as a whole: a few of all bands if sections are long.
CREATE INDEX lc_band_head ON lc_band (preparation_id, slot, section_id) WHERE begins_section OR section_id IS NULL;
CREATE INDEX lc_band_stale ON lc_band (preparation_id, slot) WHERE is_stale;
-- The bands with marks of changes, which show some of their items no more.
CREATE INDEX lc_band_changed ON lc_band (preparation_id, slot)
WHERE is_stale AND NOT is_estimated AND NOT is_provisional;
CREATE INDEX lc_band_fold ON lc_band (preparation_id, hidden_until) WHERE hidden_until IS NOT NULL;
CREATE INDEX lc_band_miscounted ON lc_band (preparation_id, slot) WHERE is_miscounted;

-- With sixteen children to a node, a change touches one row per level. Few bands have to be gone through beyond the
-- lowest level. The tree is a fifteenth of the size of what it sums up.
-- Node n of level 1 sums up slots 16 n + 1 … 16 n + 16. Node n of another level sums up nodes 16 n … 16 n + 15 of the
-- one below. The largest nodes of hidden bands hold zeros.
CREATE TABLE lc_sum ( -- A tree of sums: a node of level 1 sums up 16 bands, one of another level 16 nodes.
  preparation_id INTEGER NOT NULL, level INTEGER NOT NULL, node INTEGER NOT NULL,
  length REAL NOT NULL,
  items INTEGER NOT NULL, elements INTEGER NOT NULL, sections INTEGER NOT NULL,
  cross_length REAL NOT NULL, overhang_before REAL NOT NULL, overhang_after REAL NOT NULL,
  summary TEXT,
  only_child INTEGER CHECK (only_child BETWEEN 0 AND 15),
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
-- in the file. To read elements one by one, query the view lc_frame. Neighbours on a canvas have neither consecutive
-- indices nor, if ids have gaps, one distance of id and index: numbers state both.
CREATE TABLE lc_block ( -- Up to sixteen consecutive elements of a band: the box around them, and a frame each.
  id INTEGER PRIMARY KEY,
  first INTEGER,
  count INTEGER NOT NULL CHECK (count BETWEEN 1 AND 16),
  shift INTEGER NOT NULL CHECK (shift BETWEEN 0 AND 11),
  detail_count INTEGER NOT NULL CHECK (detail_count BETWEEN 0 AND 16),
  numbers INTEGER NOT NULL CHECK (numbers BETWEEN 0 AND 2),
  z_index INTEGER NOT NULL,
  element INTEGER,
  item_shift INTEGER,
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
  id INTEGER PRIMARY KEY,
  z_index INTEGER NOT NULL,
  element INTEGER,
  item INTEGER,
  item_shift INTEGER
) STRICT;

-- Block 0 has no details. These are for ANALYZE: where it found one or two, SQLite would always go through all.
INSERT INTO lc_detail (id, z_index) SELECT number, 0 FROM lc_number WHERE number < 16;

CREATE TABLE lc_element_kind ( -- The kinds of supplementaries and decorations of a preparation.
  id INTEGER PRIMARY KEY,
  preparation_id INTEGER NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('supplementary', 'decoration')),
  name TEXT NOT NULL,
  moves_with_cells INTEGER NOT NULL CHECK (moves_with_cells IN (0, 1))
) STRICT;

-- Its blocks go on stating the numbers that the items had, or got when they came. Each row is a run of numbers that
-- have consecutive indices. A section without rows has its numbers as indices.
CREATE TABLE lc_reordered ( -- The order of a canvas's section, if items came, went or changed places since.
  preparation_id INTEGER NOT NULL,
  section_id INTEGER NOT NULL,
  first_number INTEGER NOT NULL,
  item_count INTEGER NOT NULL,
  first_index INTEGER NOT NULL,
  PRIMARY KEY (preparation_id, section_id, first_number)
) STRICT, WITHOUT ROWID;

-- While a section is collapsed, its header has rows here, and its other ones wait under − preparation_id.
CREATE TABLE lc_section_element ( -- An element whose place depends on its section's extent: it pins, or spans it.
  preparation_id INTEGER NOT NULL,
  is_of_content INTEGER NOT NULL CHECK (is_of_content IN (0, 1)),
  section_id INTEGER NOT NULL,
  edge INTEGER NOT NULL CHECK (edge BETWEEN 0 AND 3),
  ordinal INTEGER NOT NULL,
  element INTEGER NOT NULL,
  start REAL NOT NULL, cross_start REAL NOT NULL, length REAL NOT NULL, cross_length REAL NOT NULL,
  z_index INTEGER NOT NULL,
  pins INTEGER NOT NULL CHECK (pins IN (0, 1)),
  reserve REAL NOT NULL, minimum REAL, pin_shift REAL NOT NULL,
  PRIMARY KEY (preparation_id, is_of_content, section_id, edge, ordinal)
) STRICT, WITHOUT ROWID;

-- An empty one is at the edge of what scrolls.
CREATE TABLE lc_frozen_lines ( -- The strips of a sheet that stay visible at the viewport's edges.
  preparation_id INTEGER NOT NULL,
  section_id INTEGER NOT NULL,
  top_start REAL NOT NULL, top_end REAL NOT NULL,
  left_start REAL NOT NULL, left_end REAL NOT NULL,
  right_start REAL NOT NULL, right_end REAL NOT NULL,
  bottom_start REAL NOT NULL, bottom_end REAL NOT NULL,
  PRIMARY KEY (preparation_id, section_id)
) STRICT, WITHOUT ROWID;

-- One entry bounds eight consecutive blocks: a whole band, except a long one. Coordinates are 32-bit floats rounded
-- outwards: a candidate is always tested again against its exact frame. The first dimension is the band's id with some
-- thickness, since boxes without area pack badly. On a canvas it is the same for all bands. If bands stack, a box is
-- wider by up to a quarter along the scroll axis. So a changed size leaves most of the entries unchanged.
-- An entry has the id of its first block / 8.
CREATE VIRTUAL TABLE lc_rtree USING rtree (
  id, plane0, plane1, x0, x1, y0, y1
);
