-- The sections that a layout shows collapsed.

CREATE TABLE collapsed ( -- A section that a layout shows as its header alone. Other layouts of the data set show all of
  -- it. Insert a row to collapse a section, and delete it to expand the section.
  layout TEXT NOT NULL,          -- the layout's name
  section_id INTEGER NOT NULL,   -- the section that is collapsed
  PRIMARY KEY (layout, section_id)
) STRICT, WITHOUT ROWID;
