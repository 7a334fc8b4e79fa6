-- Sizes that a view measured. A view may measure a length again while the row has the length that it gave. A length
-- that you store stays.

-- The width that a view's cell gave the item, in points.
ALTER TABLE item ADD COLUMN measured_width REAL;
-- The height that a view's cell gave the item, in points.
ALTER TABLE item ADD COLUMN measured_height REAL;
-- The width that a view gave the section's header, in points.
ALTER TABLE section ADD COLUMN measured_header_width REAL;
-- The height that a view gave the section's header, in points.
ALTER TABLE section ADD COLUMN measured_header_height REAL;
-- The width that a view gave the section's footer, in points.
ALTER TABLE section ADD COLUMN measured_footer_width REAL;
-- The height that a view gave the section's footer, in points.
ALTER TABLE section ADD COLUMN measured_footer_height REAL;
