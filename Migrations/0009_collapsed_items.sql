-- The items of outlines that a layout shows collapsed.

CREATE TABLE collapsed_item ( -- An item that hides what lies below it in an outline. That is each item after it in its
  -- section, up to the next one whose level is not greater. Insert a row to collapse a branch; delete it to open it.
  layout TEXT NOT NULL,          -- the layout's name
  item_id INTEGER NOT NULL,      -- the item that is collapsed
  PRIMARY KEY (layout, item_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX collapsed_item_item ON collapsed_item (item_id);
