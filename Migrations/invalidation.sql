-- The triggers that note what a change makes stale. They are installed with the first preparation
-- (until then there is nothing to note, and loading costs nothing) and are taken out and put back
-- within the transaction of a bulk load.
--
-- They only mark: ordinary tables, core functions, so that they work in every shell. No OR clause
-- appears inside them, because the outer statement's would override it; ON CONFLICT is not
-- overridden. The BEFORE triggers are there for rows that REPLACE removes: unless recursive_triggers
-- is on, no DELETE trigger fires for those. A BEFORE trigger may mark too much (the row may yet be
-- ignored), never too little.

-- Conditions: an insert into lc_mark (section_id, position).
-- Actions: in each preparation that holds the section, marks the band that holds the position.
CREATE VIEW lc_mark (section_id, position) AS SELECT 0, 0.0 WHERE 0;
CREATE TRIGGER lc_mark_insert INSTEAD OF INSERT ON lc_mark BEGIN
  INSERT INTO lc_stale (band_id)
  SELECT (SELECT b.id FROM lc_band AS b
          WHERE b.section_id = new.section_id AND b.preparation_id = p.id AND b.first_position <= new.position
          ORDER BY b.first_position DESC LIMIT 1) AS band
  FROM lc_preparation AS p WHERE band IS NOT NULL
  ON CONFLICT (band_id) DO NOTHING;
END;

-- Conditions: a row is about to be inserted into item.
-- Actions: marks where a row lies that it may replace.
CREATE TRIGGER lc_item_before_insert BEFORE INSERT ON item BEGIN
  INSERT INTO lc_mark SELECT section_id, position FROM item WHERE id = new.id;
  INSERT INTO lc_mark SELECT section_id, position FROM item WHERE section_id = new.section_id AND position = new.position;
END;

-- Conditions: a row was inserted into item.
-- Actions: marks where it lies.
CREATE TRIGGER lc_item_after_insert AFTER INSERT ON item BEGIN
  INSERT INTO lc_mark VALUES (new.section_id, new.position);
END;

-- Conditions: an item is about to change its identity or place.
-- Actions: marks where a row lies that it may replace.
CREATE TRIGGER lc_item_before_update BEFORE UPDATE OF id, section_id, position ON item
WHEN old.id IS NOT new.id OR old.section_id IS NOT new.section_id OR old.position IS NOT new.position BEGIN
  INSERT INTO lc_mark SELECT section_id, position FROM item WHERE id = new.id;
  INSERT INTO lc_mark SELECT section_id, position FROM item WHERE section_id = new.section_id AND position = new.position;
END;

-- Conditions: an item changed in size, place or identity; key and payload alone do not count.
-- Actions: marks where it lay and where it lies.
CREATE TRIGGER lc_item_after_update AFTER UPDATE OF id, section_id, position, width, height, x, y ON item
WHEN old.id IS NOT new.id OR old.section_id IS NOT new.section_id OR old.position IS NOT new.position
  OR old.width IS NOT new.width OR old.height IS NOT new.height OR old.x IS NOT new.x OR old.y IS NOT new.y BEGIN
  INSERT INTO lc_mark VALUES (old.section_id, old.position);
  INSERT INTO lc_mark SELECT new.section_id, new.position
  WHERE old.section_id IS NOT new.section_id OR old.position IS NOT new.position;
END;

-- Conditions: an item was deleted.
-- Actions: marks where it lay.
CREATE TRIGGER lc_item_after_delete AFTER DELETE ON item BEGIN
  INSERT INTO lc_mark VALUES (old.section_id, old.position);
END;

-- Conditions: a row is about to be inserted into section.
-- Actions: marks the rows that it may replace, and that its data set's sections are others now.
CREATE TRIGGER lc_section_before_insert BEFORE INSERT ON section BEGIN
  INSERT INTO lc_stale (band_id)
  SELECT id FROM lc_band WHERE section_id IN (
    SELECT id FROM section WHERE id = new.id
    UNION ALL SELECT id FROM section WHERE dataset_id = new.dataset_id AND position = new.position)
  ON CONFLICT (band_id) DO NOTHING;
  UPDATE lc_preparation SET is_restructured = 1
  WHERE is_restructured = 0 AND dataset_id IN (SELECT new.dataset_id UNION ALL SELECT dataset_id FROM section WHERE id = new.id);
END;

-- Conditions: a section is about to change its identity or place.
-- Actions: as before an insert.
CREATE TRIGGER lc_section_before_update BEFORE UPDATE OF id, dataset_id, position ON section
WHEN old.id IS NOT new.id OR old.dataset_id IS NOT new.dataset_id OR old.position IS NOT new.position BEGIN
  INSERT INTO lc_stale (band_id)
  SELECT id FROM lc_band WHERE section_id IN (
    SELECT id FROM section WHERE id = new.id
    UNION ALL SELECT id FROM section WHERE dataset_id = new.dataset_id AND position = new.position)
  ON CONFLICT (band_id) DO NOTHING;
  UPDATE lc_preparation SET is_restructured = 1
  WHERE is_restructured = 0 AND dataset_id IN (SELECT old.dataset_id UNION ALL SELECT new.dataset_id
                                               UNION ALL SELECT dataset_id FROM section WHERE id = new.id);
END;

-- Conditions: a section changed its identity or place.
-- Actions: marks all of it, under both names.
CREATE TRIGGER lc_section_after_move AFTER UPDATE OF id, dataset_id, position ON section
WHEN old.id IS NOT new.id OR old.dataset_id IS NOT new.dataset_id OR old.position IS NOT new.position BEGIN
  INSERT INTO lc_stale (band_id)
  SELECT id FROM lc_band WHERE section_id IN (old.id, new.id)
  ON CONFLICT (band_id) DO NOTHING;
END;

-- Conditions: a section's own measures changed; its title does not count.
-- Actions: marks all of it.
CREATE TRIGGER lc_section_after_update
AFTER UPDATE OF header_width, header_height, footer_width, footer_height, inset_top, inset_leading, inset_bottom, inset_trailing ON section
WHEN old.header_width IS NOT new.header_width OR old.header_height IS NOT new.header_height
  OR old.footer_width IS NOT new.footer_width OR old.footer_height IS NOT new.footer_height
  OR old.inset_top IS NOT new.inset_top OR old.inset_leading IS NOT new.inset_leading
  OR old.inset_bottom IS NOT new.inset_bottom OR old.inset_trailing IS NOT new.inset_trailing BEGIN
  INSERT INTO lc_stale (band_id)
  SELECT id FROM lc_band WHERE section_id = new.id
  ON CONFLICT (band_id) DO NOTHING;
END;

-- Conditions: a section was deleted.
-- Actions: marks all of it, and that its data set's sections are others now.
CREATE TRIGGER lc_section_after_delete AFTER DELETE ON section BEGIN
  INSERT INTO lc_stale (band_id)
  SELECT id FROM lc_band WHERE section_id = old.id
  ON CONFLICT (band_id) DO NOTHING;
  UPDATE lc_preparation SET is_restructured = 1 WHERE is_restructured = 0 AND dataset_id = old.dataset_id;
END;
