-- What headers and footers measure for the layouts that name a measure.

CREATE TABLE section_measurement ( -- Lengths of a section's header and footer, measured for the layouts that name that
  -- measure. A NULL falls through to the section's own.
  measure TEXT NOT NULL CHECK (measure <> ''), -- the measure of the layouts that it is for
  -- The section whose header and footer have these lengths.
  section_id INTEGER NOT NULL REFERENCES section (id) DEFERRABLE INITIALLY DEFERRED,
  -- The header's width for that measure, in points. NULL: the section's own.
  header_width REAL CONSTRAINT "header_width is between 0 and 1e9 points" CHECK (header_width BETWEEN 0 AND 1e9),
  -- The header's height for that measure, in points. NULL: the section's own.
  header_height REAL CONSTRAINT "header_height is between 0 and 1e9 points" CHECK (header_height BETWEEN 0 AND 1e9),
  -- The footer's width for that measure, in points. NULL: the section's own.
  footer_width REAL CONSTRAINT "footer_width is between 0 and 1e9 points" CHECK (footer_width BETWEEN 0 AND 1e9),
  -- The footer's height for that measure, in points. NULL: the section's own.
  footer_height REAL CONSTRAINT "footer_height is between 0 and 1e9 points" CHECK (footer_height BETWEEN 0 AND 1e9),
  PRIMARY KEY (section_id, measure)
) STRICT, WITHOUT ROWID;
