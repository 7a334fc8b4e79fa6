-- Data sets that follow a table or another data set.

-- What the data set follows, as a JSON object: its table, or the dataset_id of its source; and section, section_order,
-- order, where, key, width, height, span, row_span, level, sticky_level, sticky_edge and payload: SQL of one row. NULL:
-- it follows nothing. Written by the program, as the triggers on the source are.
ALTER TABLE dataset ADD COLUMN follows TEXT;
-- The item that this one stands for, where its data set follows a data set: the original's key, payload, origin and
-- sizes are its own, where its columns are NULL, and its id is what layouts, views and anchors call it. NULL: none.
ALTER TABLE item ADD COLUMN original_id INTEGER;

CREATE INDEX item_original ON item (original_id) WHERE original_id IS NOT NULL;
