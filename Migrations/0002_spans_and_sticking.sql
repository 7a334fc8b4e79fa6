-- How much of a line or of a sheet an item takes, how deep it lies in an outline, whether it sticks, and what a
-- section overrides of a layout's definition.

-- How many columns the item covers. NULL: 1; 0: the whole line, or all columns.
ALTER TABLE item ADD COLUMN span INTEGER
  CONSTRAINT "span is between 0 and 1024" CHECK (span BETWEEN 0 AND 1024);
-- How many rows of a sheet the item covers. NULL: 1.
ALTER TABLE item ADD COLUMN row_span INTEGER
  CONSTRAINT "row_span is at least 1" CHECK (row_span >= 1);
-- How deep the item lies in an outline. NULL: 0.
ALTER TABLE item ADD COLUMN level INTEGER
  CONSTRAINT "level is at least 0" CHECK (level >= 0);
-- The level at which the item sticks to an edge of the viewport, 0 outermost. NULL: it does not stick.
ALTER TABLE item ADD COLUMN sticky_level INTEGER
  CONSTRAINT "sticky_level is between 0 and 31" CHECK (sticky_level BETWEEN 0 AND 31);
-- The edge that it sticks to: start or end. NULL: start.
ALTER TABLE item ADD COLUMN sticky_edge TEXT
  CONSTRAINT "sticky_edge is start or end" CHECK (sticky_edge IN ('start', 'end'));
-- The keys of a layout's definition that the section overrides, as a JSON object. NULL: as the layout says.
ALTER TABLE section ADD COLUMN definition TEXT;

CREATE INDEX section_definition ON section (dataset_id, definition) WHERE definition IS NOT NULL;
CREATE INDEX item_span ON item (section_id) WHERE span IS NOT NULL OR row_span IS NOT NULL;
CREATE INDEX item_sticky ON item (section_id, position) WHERE sticky_level IS NOT NULL;
CREATE INDEX item_sticky_level ON item (sticky_level, section_id, position) WHERE sticky_level IS NOT NULL;
