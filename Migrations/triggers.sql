-- The triggers on the user's tables. Some mark stale parts in the outline; the rest keep the tables consistent. They
-- are part of a file from its first opening on. A bulk load switches them off for its transaction. If another program's
-- triggers on these tables must fire during the load, it drops these triggers and makes them again.
--
-- They touch ordinary tables and use core functions only, so that they work in every shell. No OR clause
-- appears inside them, because the outer statement's would override it; ON CONFLICT is not overridden.
-- The BEFORE triggers are there for rows that REPLACE removes: unless recursive_triggers is on, no DELETE
-- trigger fires for those. A BEFORE trigger may mark too much (the row may yet be ignored), never too little.

-- Conditions: an insert into lc_mark of an item that came, changed or goes, with its section. A NULL leaves something
-- out. Rows that are often due are given as VALUES. For an INSERT … SELECT into a view, SQLite makes a temporary table
-- each time, which takes ten times as long as all the rest.
-- Actions: counts a change of the data set, and notes the identity for data sets that follow it. In the run that holds
-- the position, it notes that the item there changed. A keeps_count of 0 means that it came, went or may be replaced:
-- the run is counted again. It has another revision each time, since a viewer may have read the last one. No row that
-- is inserted here makes a count wrong. Of a canvas it notes where the cell of item_id was, unless it is noted already;
-- without x it had none. After 8,192 notes it is noted of the section alone that it changed.
CREATE VIEW lc_mark (section_id, position, keeps_count, identity, item_id, x, y) AS -- Insert here to mark an item.
SELECT 0, 0.0, 0, 0, 0, 0.0, 0.0 WHERE 0;
CREATE TRIGGER lc_mark_position INSTEAD OF INSERT ON lc_mark WHEN new.section_id IS NOT NULL BEGIN
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id = (SELECT s.dataset_id FROM section AS s WHERE s.id = new.section_id);
  INSERT INTO lc_pending (source, kind, identity)
  SELECT c.source_id, 0, new.identity FROM lc_change AS c
  CROSS JOIN section AS s ON s.id = new.section_id AND s.dataset_id = c.source_id
  WHERE c.source_id IS NOT NULL AND new.identity IS NOT NULL LIMIT 1 ON CONFLICT DO NOTHING;
  UPDATE lc_run
  SET changes = CASE WHEN changes = 0 THEN 1
                     WHEN changes = 1 AND changed_position <> new.position THEN 2 ELSE changes END,
    changed_position = CASE WHEN changes = 0 THEN new.position ELSE changed_position END,
    item_count = CASE WHEN new.keeps_count IS 1 THEN item_count END,
    least_level = CASE WHEN new.keeps_count IS 1 THEN least_level END,
    former_revision = CASE WHEN changes = 0 AND new.keeps_count IS NOT 1 THEN revision
                           WHEN changes = 1 AND changed_position = new.position THEN former_revision END,
    revision = CASE WHEN new.keeps_count IS 1 THEN revision ELSE random() END
  WHERE section_id = new.section_id AND first_position =
      (SELECT r.first_position FROM lc_run AS r WHERE r.section_id = new.section_id AND r.first_position <= new.position
       ORDER BY r.first_position DESC LIMIT 1)
    AND (changes < 2 OR new.keeps_count IS NOT 1);
END;
CREATE TRIGGER lc_mark_place INSTEAD OF INSERT ON lc_mark
WHEN new.item_id IS NOT NULL AND EXISTS (SELECT 1 FROM lc_preparation INDEXED BY lc_preparation_free WHERE is_free)
  AND EXISTS (SELECT 1 FROM section AS s CROSS JOIN lc_preparation AS p INDEXED BY lc_preparation_free
    ON p.dataset_id = s.dataset_id AND p.is_free WHERE s.id = new.section_id) BEGIN
  INSERT INTO lc_moved (preparation_id, section_id, item_id, x, y, is_reordered)
  VALUES (
    CASE WHEN coalesce((SELECT max(id) FROM lc_moved), 0) < 8192 THEN 0 ELSE -1 END, new.section_id,
    CASE WHEN coalesce((SELECT max(id) FROM lc_moved), 0) < 8192 THEN new.item_id ELSE 0 END, new.x, new.y,
    new.keeps_count IS NOT 1)
  ON CONFLICT (preparation_id, item_id, section_id) DO UPDATE SET is_reordered = 1
  WHERE is_reordered < excluded.is_reordered;
END;

-- Conditions: a row is about to be noted as one that a statement may replace. One that the statement names by its id
-- stays itself: it is of the kind “kept item” or “kept section”.
-- Actions: marks it, or notes the items of its section. That is all for one that is kept, or not there.
CREATE TRIGGER lc_replaced_before_insert BEFORE INSERT ON lc_replaced BEGIN
  SELECT RAISE(IGNORE) WHERE new.id IS NULL;
  INSERT INTO lc_mark SELECT section_id, position, 0, coalesce(original_id, id), id, coalesce(x, 0.0), coalesce(y, 0.0)
  FROM item WHERE id = new.id AND new.kind IN ('item', 'kept item');
  INSERT INTO lc_pending (source, kind, identity)
  SELECT c.source_id, 0, coalesce(i.original_id, i.id) FROM section AS s CROSS JOIN lc_change AS c
    ON c.source_id = s.dataset_id CROSS JOIN item AS i ON i.section_id = s.id
  WHERE s.id = new.id AND new.kind IN ('section', 'kept section') ON CONFLICT DO NOTHING;
  SELECT RAISE(IGNORE) WHERE new.kind IN ('kept item', 'kept section');
END;

-- Conditions: a row that was noted as about to be replaced is not noted any more, and has gone. Or it is a “new item”:
-- one with the id that another item had, or a line of a text file.
-- Actions: what hangs on one that has gone goes with it. The one list for sections; of items, lc_item_after_removal has
-- it too. Items that stood for the one before a new item go, and the new item gets no text.
CREATE TRIGGER lc_replaced_after_delete AFTER DELETE ON lc_replaced
WHEN NOT EXISTS (SELECT 1 FROM item WHERE id = old.id AND old.kind = 'item'
    UNION ALL SELECT 1 FROM section WHERE id = old.id AND old.kind = 'section') BEGIN
  DELETE FROM measurement WHERE item_id = old.id AND old.kind = 'item';
  DELETE FROM collapsed_item WHERE item_id = old.id AND old.kind = 'item';
  DELETE FROM item WHERE original_id = old.id AND old.kind = 'new item';
  INSERT INTO text_run (first_item, last_item, file_id, offset, skip)
  SELECT old.id + 1, r.last_item, r.file_id, r.offset, r.skip + old.id + 1 - r.first_item FROM text_run AS r
  WHERE r.first_item = (SELECT max(first_item) FROM text_run WHERE first_item <= old.id) AND r.last_item > old.id
    AND old.kind = 'new item';
  UPDATE text_run SET last_item = old.id - 1
  WHERE first_item = (SELECT max(first_item) FROM text_run WHERE first_item <= old.id) AND last_item >= old.id
    AND old.kind = 'new item';
  DELETE FROM text_run WHERE first_item = old.id AND old.kind = 'new item';
  INSERT INTO lc_section_mark (owner, kind, id)
  SELECT p.id, 'rearranged', old.id FROM lc_preparation AS p WHERE old.kind = 'section'
    AND EXISTS (SELECT 1 FROM lc_band AS b WHERE b.section_id = old.id AND b.preparation_id = p.id)
  ON CONFLICT DO NOTHING;
  DELETE FROM item WHERE section_id = old.id AND old.kind = 'section';
  DELETE FROM section_offset WHERE section_id = old.id AND old.kind = 'section';
  DELETE FROM collapsed WHERE section_id = old.id AND old.kind = 'section';
  DELETE FROM section_measurement WHERE section_id = old.id AND old.kind = 'section';
  DELETE FROM lc_follower_section WHERE section_id = old.id AND old.kind = 'section';
  DELETE FROM lc_run WHERE section_id = old.id AND old.kind = 'section';
END;

-- Conditions: a row is about to be inserted into item.
-- Actions: refuses one whose section does not exist; notes the rows that it may replace.
CREATE TRIGGER lc_item_before_insert BEFORE INSERT ON item BEGIN
  SELECT RAISE(ABORT, 'section_id is NULL; an item is in a section') WHERE new.section_id IS NULL;
  SELECT RAISE(ABORT, 'there is no section with that section_id; insert the section first')
  WHERE NOT EXISTS (SELECT 1 FROM section WHERE id = new.section_id);
  INSERT INTO lc_replaced (kind, id) VALUES ('kept item', (SELECT id FROM item WHERE id = new.id));
  INSERT INTO lc_replaced (kind, id) VALUES ('item', (SELECT id FROM item
    WHERE section_id = new.section_id AND position = new.position AND id IS NOT new.id)) ON CONFLICT DO NOTHING;
END;

-- Conditions: a row was inserted into item.
-- Actions: marks it. On a canvas it has no cell yet. Without a position it gets one by another trigger, and either note
-- may come first.
CREATE TRIGGER lc_item_after_insert AFTER INSERT ON item BEGIN
  INSERT INTO lc_mark
  VALUES (new.section_id, new.position, 0, coalesce(new.original_id, new.id), new.id, NULL, NULL);
END;

-- Conditions: an item that stands for another one would get a key, size or payload.
-- Actions: the row stays as it is, and the rest of the statement is done.
CREATE TRIGGER lc_item_before_change
BEFORE UPDATE OF key, payload, width, height, x, y, span, row_span ON item
WHEN old.original_id IS NOT NULL AND new.original_id IS NOT NULL BEGIN
  SELECT RAISE(IGNORE);
END;

-- Conditions: a row was inserted into item in the place of another one, or without a position. Or its id is that of an
-- item that others stand for, or of a line of a text file. The one before is separate because these actions are seldom
-- due, and SQLite makes temporary tables for them.
-- Actions: it is another item, and what hung on the row that it replaced goes: see lc_replaced_after_delete. Without a
-- position it goes to the end, which marks it: see lc_item_after_displacement.
CREATE TRIGGER lc_item_after_arrival AFTER INSERT ON item
WHEN new.position IS NULL OR EXISTS (SELECT 1 FROM lc_replaced WHERE kind = 'item')
  OR EXISTS (SELECT 1 FROM item AS f WHERE f.original_id = new.id) OR (SELECT r.last_item FROM text_run AS r
    WHERE r.first_item = (SELECT max(first_item) FROM text_run WHERE first_item <= new.id)) >= new.id BEGIN
  INSERT INTO lc_replaced (kind, id) VALUES ('new item', new.id);
  DELETE FROM lc_replaced WHERE kind IN ('item', 'new item');
  UPDATE item SET position = position WHERE id = new.id AND new.position IS NULL;
END;

-- Conditions: an item is about to change its identity or place.
-- Actions: refuses a section that does not exist; notes the rows that it may replace. One that loses its position is
-- marked before another trigger gives it one.
CREATE TRIGGER lc_item_before_update BEFORE UPDATE OF id, section_id, position ON item
WHEN (old.id, old.section_id, old.position) IS NOT (new.id, new.section_id, new.position) BEGIN
  SELECT RAISE(ABORT, 'section_id is NULL; an item is in a section') WHERE new.section_id IS NULL;
  SELECT RAISE(ABORT, 'there is no section with that section_id; insert the section first')
  WHERE old.section_id IS NOT new.section_id AND NOT EXISTS (SELECT 1 FROM section WHERE id = new.section_id);
  INSERT INTO lc_replaced (kind, id) VALUES ('kept item', CASE WHEN new.position IS NULL THEN old.id END);
  INSERT INTO lc_replaced (kind, id)
  VALUES ('kept item', (SELECT id FROM item WHERE id = new.id AND old.id IS NOT new.id));
  INSERT INTO lc_replaced (kind, id) VALUES ('item', (SELECT id FROM item
    WHERE section_id = new.section_id AND position = new.position AND id IS NOT old.id AND id IS NOT new.id))
  ON CONFLICT DO NOTHING;
END;

-- Conditions: an item's place or identity changed, or what it stands for.
-- Actions: marks its old and its new place. The next one is separate because its actions are seldom due, and cost as
-- much as the move.
CREATE TRIGGER lc_item_after_move AFTER UPDATE OF id, section_id, position, original_id ON item
WHEN (old.id, old.section_id, old.position, old.original_id)
  IS NOT (new.id, new.section_id, new.position, new.original_id) BEGIN
  INSERT INTO lc_mark VALUES (old.section_id, old.position, 0, coalesce(old.original_id, old.id),
    CASE WHEN (old.id, old.section_id, old.position) IS NOT (new.id, new.section_id, new.position) THEN old.id END,
    CASE WHEN old.position IS NOT NULL THEN coalesce(old.x, 0.0) END, coalesce(old.y, 0.0));
  INSERT INTO lc_mark VALUES (new.section_id,
    CASE WHEN old.section_id IS NOT new.section_id OR old.position IS NOT new.position THEN new.position END, 0,
    coalesce(new.original_id, new.id),
    CASE WHEN old.id IS NOT new.id OR old.section_id IS NOT new.section_id THEN new.id END, NULL, NULL);
END;

-- Conditions: an item moved into the place of another one, or was left without a position.
-- Actions: what hung on the row that it replaced goes. Without a position it goes to the end, which marks it.
CREATE TRIGGER lc_item_after_displacement AFTER UPDATE OF id, section_id, position ON item
WHEN new.position IS NULL OR EXISTS (SELECT 1 FROM lc_replaced WHERE kind = 'item') BEGIN
  DELETE FROM lc_replaced WHERE kind = 'item';
  UPDATE item
  SET position = coalesce((SELECT CASE WHEN last > 9.99e299
      THEN RAISE(ABORT, 'the last item is at the highest position, 1e300; give it a lower one first')
      ELSE last + max(1, abs(last) * 2.3e-16) END
    FROM (SELECT max(i.position) AS last FROM item AS i WHERE i.section_id = new.section_id)), 0)
  WHERE id = new.id AND new.position IS NULL;
END;

-- Conditions: an item got another id. The trigger is separate, since SQLite compiles all of a trigger for each
-- statement that may fire it, and few statements name the id. Of it and lc_item_after_displacement either may come
-- first.
-- Actions: it is a new item, as after an insert. Its own measurements and folds follow it.
CREATE TRIGGER lc_item_after_renumbering AFTER UPDATE OF id ON item WHEN old.id <> new.id BEGIN
  INSERT INTO lc_replaced (kind, id) VALUES ('new item', new.id);
  DELETE FROM lc_replaced WHERE kind = 'new item';
  DELETE FROM measurement WHERE item_id = new.id;
  UPDATE measurement SET item_id = new.id WHERE item_id = old.id;
  DELETE FROM collapsed_item WHERE item_id = new.id;
  UPDATE collapsed_item SET item_id = new.id WHERE item_id = old.id;
END;

-- Conditions: an item changed in its level, or in size, origin or span.
-- Actions: counts a change of the data set. The next one is separate because, for most rows of a large UPDATE, its
-- actions take longer than all the rest.
CREATE TRIGGER lc_item_after_change AFTER UPDATE OF width, height, x, y, span, row_span, level ON item
WHEN (old.height, old.width, old.x, old.y, old.span, old.row_span, old.level)
  IS NOT (new.height, new.width, new.x, new.y, new.span, new.row_span, new.level) BEGIN
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id = (SELECT s.dataset_id FROM section AS s WHERE s.id = new.section_id);
END;

-- Conditions: an item changed in its level, or in size, origin or span. If all of its run is marked already, it has
-- another level, or the file has a canvas, or a data set that follows one.
-- Actions: marks it. On a canvas it notes where its cell was. Another level is marked as if items came or went, since
-- collapsed items may hide others now.
CREATE TRIGGER lc_item_after_resize AFTER UPDATE OF width, height, x, y, span, row_span, level ON item
WHEN (old.height, old.width, old.x, old.y, old.span, old.row_span, old.level)
    IS NOT (new.height, new.width, new.x, new.y, new.span, new.row_span, new.level)
  AND (old.level IS NOT new.level
    OR (SELECT r.changes FROM lc_run AS r WHERE r.section_id = new.section_id AND r.first_position <= new.position
        ORDER BY r.first_position DESC LIMIT 1) < 2
    OR EXISTS (SELECT 1 FROM lc_preparation INDEXED BY lc_preparation_free WHERE is_free)
    OR EXISTS (SELECT 1 FROM lc_change INDEXED BY lc_change_source WHERE source_id IS NOT NULL)) BEGIN
  INSERT INTO lc_mark VALUES (new.section_id, new.position, old.level IS new.level,
    coalesce(new.original_id, new.id), old.id,
    CASE WHEN old.position IS NOT NULL THEN coalesce(old.x, 0.0) END, coalesce(old.y, 0.0));
END;

-- Conditions: an item changed in what it shows. Two triggers, since a statement pays only for those of the columns that
-- it names.
-- Actions: counts a change of the data set, and notes the item for those that follow it.
CREATE TRIGGER lc_item_after_appearance AFTER UPDATE OF key, payload, sticky_level, sticky_edge ON item
WHEN (old.payload, old.key, old.sticky_level, old.sticky_edge)
  IS NOT (new.payload, new.key, new.sticky_level, new.sticky_edge) BEGIN
  UPDATE lc_change SET revision = revision + 1, appearance = random()
  WHERE dataset_id = (SELECT s.dataset_id FROM section AS s WHERE s.id = new.section_id);
  INSERT INTO lc_pending (source, kind, identity)
  SELECT c.source_id, 0, coalesce(new.original_id, new.id) FROM lc_change AS c
  CROSS JOIN section AS s ON s.id = new.section_id AND s.dataset_id = c.source_id
  WHERE c.source_id IS NOT NULL LIMIT 1 ON CONFLICT DO NOTHING;
END;

-- Conditions: an item was deleted.
-- Actions: marks its former place.
CREATE TRIGGER lc_item_after_delete AFTER DELETE ON item BEGIN
  INSERT INTO lc_mark VALUES (old.section_id, old.position, 0, coalesce(old.original_id, old.id), old.id,
    coalesce(old.x, 0.0), coalesce(old.y, 0.0));
END;

-- Conditions: an item was deleted that had measurements or folds. The one before is separate because these are seldom
-- there, and SQLite makes a temporary table for each of the two statements.
-- Actions: they go with it.
CREATE TRIGGER lc_item_after_removal AFTER DELETE ON item
WHEN EXISTS (SELECT 1 FROM measurement WHERE item_id = old.id)
  OR EXISTS (SELECT 1 FROM collapsed_item WHERE item_id = old.id) BEGIN
  DELETE FROM measurement WHERE item_id = old.id;
  DELETE FROM collapsed_item WHERE item_id = old.id;
END;

-- Conditions: a measurement came, changed or went.
-- Actions: refuses one whose item is not there; counts a change of its data set. Notes the item for the
-- layouts of its measure.
CREATE TRIGGER lc_measurement_after_insert AFTER INSERT ON measurement BEGIN
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id = (SELECT s.dataset_id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
    WHERE i.id = new.item_id);
  INSERT INTO lc_measured (measure, item_id) VALUES (new.measure, coalesce(
    (SELECT id FROM item WHERE id = new.item_id), RAISE(ABORT, 'there is no item with that item_id')))
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER lc_measurement_after_update AFTER UPDATE ON measurement
WHEN (old.measure, old.item_id, old.width, old.height) IS NOT (new.measure, new.item_id, new.width, new.height) BEGIN
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id IN (SELECT s.dataset_id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
    WHERE i.id IN (old.item_id, new.item_id));
  INSERT INTO lc_measured (measure, item_id) VALUES (old.measure, old.item_id), (new.measure, coalesce(
    (SELECT id FROM item WHERE id = new.item_id), RAISE(ABORT, 'there is no item with that item_id')))
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER lc_measurement_after_delete AFTER DELETE ON measurement BEGIN
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id = (SELECT s.dataset_id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
    WHERE i.id = old.item_id);
  INSERT INTO lc_measured (measure, item_id) VALUES (old.measure, old.item_id) ON CONFLICT DO NOTHING;
END;

-- Conditions: a row is about to be inserted into section.
-- Actions: refuses one whose data set does not exist; notes the rows that it may replace, and that its data set's
-- sections changed.
CREATE TRIGGER lc_section_before_insert BEFORE INSERT ON section BEGIN
  SELECT RAISE(ABORT, 'there is no data set with that dataset_id; insert the data set first')
  WHERE NOT EXISTS (SELECT 1 FROM dataset WHERE id = new.dataset_id);
  INSERT INTO lc_replaced (kind, id) VALUES ('kept section', (SELECT id FROM section WHERE id = new.id));
  INSERT INTO lc_replaced (kind, id) VALUES ('section', (SELECT id FROM section
    WHERE dataset_id = new.dataset_id AND position = new.position AND id IS NOT new.id)) ON CONFLICT DO NOTHING;
  UPDATE lc_preparation SET is_restructured = 1
  WHERE is_restructured = 0 AND dataset_id IN (new.dataset_id, (SELECT dataset_id FROM section WHERE id = new.id));
END;

-- Conditions: a row was inserted into section.
-- Actions: gives it a run, and marks its content, if its id had any. Notes it for preparations, and for data sets that
-- follow its own. A replaced row goes with its content. Without a position, the new row goes to the end: see
-- lc_section_after_move.
CREATE TRIGGER lc_section_after_insert AFTER INSERT ON section BEGIN
  INSERT INTO lc_pending (source, kind, identity)
  SELECT c.source_id, 1, new.id FROM lc_change AS c WHERE c.source_id IN (new.dataset_id) ON CONFLICT DO NOTHING;
  UPDATE lc_change SET revision = revision + 1, appearance = random() WHERE dataset_id = new.dataset_id;
  INSERT INTO lc_run (section_id, first_position, changes) VALUES (new.id, -1e301, 3)
  ON CONFLICT (section_id, first_position) DO UPDATE SET changes = 3;
  INSERT INTO lc_section_mark (owner, kind, id)
  SELECT p.id, 'rearranged', new.id FROM lc_preparation AS p
  WHERE p.dataset_id = new.dataset_id
    OR EXISTS (SELECT 1 FROM lc_band AS b WHERE b.section_id = new.id AND b.preparation_id = p.id)
  ON CONFLICT DO NOTHING;
  DELETE FROM lc_replaced WHERE kind = 'section';
  UPDATE section SET position = position WHERE id = new.id AND new.position IS NULL;
END;

-- Conditions: a section is about to change its identity or place.
-- Actions: as before an insert.
CREATE TRIGGER lc_section_before_update BEFORE UPDATE OF id, dataset_id, position ON section
WHEN (old.id, old.dataset_id, old.position) IS NOT (new.id, new.dataset_id, new.position) BEGIN
  SELECT RAISE(ABORT, 'there is no data set with that dataset_id; insert the data set first')
  WHERE old.dataset_id IS NOT new.dataset_id AND NOT EXISTS (SELECT 1 FROM dataset WHERE id = new.dataset_id);
  INSERT INTO lc_replaced (kind, id) VALUES ('kept section', (SELECT id FROM section WHERE id = new.id));
  INSERT INTO lc_replaced (kind, id) VALUES ('section', (SELECT id FROM section
    WHERE dataset_id = new.dataset_id AND position = new.position AND id IS NOT old.id AND id IS NOT new.id))
  ON CONFLICT DO NOTHING;
  UPDATE lc_preparation SET is_restructured = 1
  WHERE is_restructured = 0
    AND dataset_id IN (old.dataset_id, new.dataset_id, (SELECT dataset_id FROM section WHERE id = new.id));
END;

-- Conditions: a section changed its identity or place, or has no position.
-- Actions: marks all of it, and notes it. A replaced row goes with its content. Without a position, the changed row
-- goes to the end.
CREATE TRIGGER lc_section_after_move AFTER UPDATE OF id, dataset_id, position ON section
WHEN (old.id, old.dataset_id, old.position) IS NOT (new.id, new.dataset_id, new.position)
  OR new.position IS NULL BEGIN
  INSERT INTO lc_pending (source, kind, identity)
  SELECT c.source_id, 1, new.id FROM lc_change AS c WHERE c.source_id IN (old.dataset_id, new.dataset_id)
  ON CONFLICT DO NOTHING;
  UPDATE lc_change SET revision = revision + 1 WHERE dataset_id = nullif(old.dataset_id, new.dataset_id);
  UPDATE lc_change SET revision = revision + 1, appearance = random() WHERE dataset_id = new.dataset_id;
  INSERT INTO lc_run (section_id, first_position, changes) VALUES (new.id, -1e301, 3)
  ON CONFLICT (section_id, first_position) DO UPDATE SET changes = 3;
  INSERT INTO lc_section_mark (owner, kind, id)
  SELECT p.id, 'rearranged', s.id FROM lc_preparation AS p CROSS JOIN (SELECT new.id AS id UNION SELECT old.id) AS s
  WHERE s.id = new.id AND p.dataset_id = new.dataset_id
    OR EXISTS (SELECT 1 FROM lc_band AS b WHERE b.section_id = s.id AND b.preparation_id = p.id)
  ON CONFLICT DO NOTHING;
  DELETE FROM lc_replaced WHERE kind = 'section';
  UPDATE section
  SET position = coalesce((SELECT CASE WHEN last > 9.99e299
      THEN RAISE(ABORT, 'the last section is at the highest position, 1e300; give it a lower one first')
      ELSE last + max(1, abs(last) * 2.3e-16) END
    FROM (SELECT max(s.position) AS last FROM section AS s WHERE s.dataset_id = new.dataset_id)), 0)
  WHERE id = new.id AND new.position IS NULL;
END;

-- Conditions: a section got another id. It is separate as lc_item_after_renumbering is.
-- Actions: items, offset, folds and measurements follow it. Those of a replaced row go.
CREATE TRIGGER lc_section_after_renumbering AFTER UPDATE OF id ON section WHEN old.id <> new.id BEGIN
  DELETE FROM item WHERE section_id = new.id;
  UPDATE item SET section_id = new.id WHERE section_id = old.id;
  DELETE FROM section_offset WHERE section_id = new.id;
  UPDATE section_offset SET section_id = new.id WHERE section_id = old.id;
  DELETE FROM collapsed WHERE section_id = new.id;
  UPDATE collapsed SET section_id = new.id WHERE section_id = old.id;
  DELETE FROM section_measurement WHERE section_id = new.id;
  UPDATE section_measurement SET section_id = new.id WHERE section_id = old.id;
  DELETE FROM lc_run WHERE section_id = old.id;
END;

-- Conditions: a section's title, its own measures or its part of the definition changed.
-- Actions: counts a change of the data set. Notes which measures changed, or the title for data sets that follow. Marks
-- all of it for another definition. Mirrored sheets are laid out again, since each is turned around in the width of the
-- widest.
CREATE TRIGGER lc_section_after_change
AFTER UPDATE OF title, header_width, header_height, footer_width, footer_height,
  inset_top, inset_leading, inset_bottom, inset_trailing, definition ON section
WHEN (old.header_width, old.header_height, old.footer_width, old.footer_height,
    old.inset_top, old.inset_leading, old.inset_bottom, old.inset_trailing, old.definition, old.title)
  IS NOT (new.header_width, new.header_height, new.footer_width, new.footer_height,
    new.inset_top, new.inset_leading, new.inset_bottom, new.inset_trailing, new.definition, new.title) BEGIN
  UPDATE lc_change
  SET revision = revision + 1, appearance = CASE WHEN old.title IS NOT new.title THEN random() ELSE appearance END
  WHERE dataset_id = new.dataset_id;
  INSERT INTO lc_pending (source, kind, identity)
  SELECT c.source_id, 1, new.id FROM lc_change AS c
  WHERE c.source_id IN (new.dataset_id) AND old.title IS NOT new.title ON CONFLICT DO NOTHING;
  INSERT INTO lc_section_mark (owner, kind, id, first_position)
  SELECT 0, 'resized', new.id, 0 WHERE (old.header_width, old.header_height, old.footer_width, old.footer_height)
    IS NOT (new.header_width, new.header_height, new.footer_width, new.footer_height)
  UNION ALL
  SELECT 0, 'resized', new.id, 1 WHERE (old.inset_top, old.inset_bottom) IS NOT (new.inset_top, new.inset_bottom)
  UNION ALL SELECT 0, 'resized', new.id, 2
  WHERE (old.inset_leading, old.inset_trailing) IS NOT (new.inset_leading, new.inset_trailing)
  ON CONFLICT DO NOTHING;
  INSERT INTO lc_run (section_id, first_position, changes)
  SELECT new.id, -1e301, 3 WHERE old.definition IS NOT new.definition
  ON CONFLICT (section_id, first_position) DO UPDATE SET changes = 3;
  UPDATE lc_preparation SET is_replaced = 1
  WHERE old.definition IS NOT new.definition AND dataset_id = new.dataset_id AND kind = 'spreadsheet'
    AND is_mirrored_across AND is_replaced = 0;
END;

-- Conditions: a section's row of section_measurement came, changed or went.
-- Actions: refuses one whose section is not there; counts a change of the section's data set; notes the section for the
-- layouts of its measure.
CREATE TRIGGER lc_section_measurement_after_insert AFTER INSERT ON section_measurement BEGIN
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id = (SELECT dataset_id FROM section WHERE id = new.section_id);
  INSERT INTO lc_section_mark (owner, kind, id) VALUES (new.measure, 'resized', coalesce(
    (SELECT id FROM section WHERE id = new.section_id), RAISE(ABORT, 'there is no section with that section_id')))
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER lc_section_measurement_after_update AFTER UPDATE ON section_measurement
WHEN (old.measure, old.section_id, old.header_width, old.header_height, old.footer_width, old.footer_height)
  IS NOT (new.measure, new.section_id, new.header_width, new.header_height, new.footer_width, new.footer_height) BEGIN
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id IN (SELECT dataset_id FROM section WHERE id IN (old.section_id, new.section_id));
  INSERT INTO lc_section_mark (owner, kind, id)
  VALUES (old.measure, 'resized', old.section_id), (new.measure, 'resized', coalesce(
    (SELECT id FROM section WHERE id = new.section_id), RAISE(ABORT, 'there is no section with that section_id')))
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER lc_section_measurement_after_delete AFTER DELETE ON section_measurement BEGIN
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id = (SELECT dataset_id FROM section WHERE id = old.section_id);
  INSERT INTO lc_section_mark (owner, kind, id) VALUES (old.measure, 'resized', old.section_id) ON CONFLICT DO NOTHING;
END;

-- Conditions: a section was deleted.
-- Actions: counts a change of the data set, and that its sections changed. Notes its items for data sets that follow.
-- Its items, offset, measurements and runs go with it.
CREATE TRIGGER lc_section_after_delete AFTER DELETE ON section BEGIN
  UPDATE lc_change SET revision = revision + 1 WHERE dataset_id = old.dataset_id;
  INSERT INTO lc_pending (source, kind, identity)
  SELECT c.source_id, 0, coalesce(i.original_id, i.id) FROM lc_change AS c CROSS JOIN item AS i ON i.section_id = old.id
  WHERE c.source_id = old.dataset_id ON CONFLICT DO NOTHING;
  INSERT INTO lc_replaced (kind, id) VALUES ('section', old.id) ON CONFLICT DO NOTHING;
  DELETE FROM lc_replaced WHERE kind = 'section' AND id = old.id;
  UPDATE lc_preparation SET is_restructured = 1 WHERE is_restructured = 0 AND dataset_id = old.dataset_id;
END;

-- Conditions: a row was taken out of lc_change, after its data set has gone. Who deletes derived rows loses nothing.
-- Actions: its followers have no source any more, and lose the items that stood for its own. They state its name, and
-- no id. Its sections and layouts go with it.
CREATE TRIGGER lc_change_after_delete AFTER DELETE ON lc_change
WHEN NOT EXISTS (SELECT 1 FROM dataset WHERE id = old.dataset_id) BEGIN
  UPDATE dataset SET follows = replace(follows, '"dataset_id":"' || old.dataset_id || '"',
    '"dataset":"' || replace(replace(ifnull(old.name, ''), '\', '\\'), '"', '\"') || '"')
  WHERE id IN (SELECT c.dataset_id FROM lc_change AS c WHERE c.source_id = old.dataset_id);
  DELETE FROM section
  WHERE dataset_id IN (SELECT c.dataset_id FROM lc_change AS c WHERE c.source_id = old.dataset_id);
  DELETE FROM lc_pending WHERE source = old.dataset_id;
  UPDATE lc_change SET revision = revision + 1, appearance = random(), source_id = NULL, journal = NULL
  WHERE source_id = old.dataset_id;
  DELETE FROM section WHERE dataset_id = old.dataset_id;
  DELETE FROM layout WHERE dataset_id = old.dataset_id;
END;

-- Conditions: a row was inserted into dataset.
-- Actions: begins to count its changes. A replaced row goes with its content.
CREATE TRIGGER lc_dataset_after_insert AFTER INSERT ON dataset BEGIN
  INSERT INTO lc_change (dataset_id, name) VALUES (new.id, new.name)
  ON CONFLICT (dataset_id) DO UPDATE SET revision = revision + 1, appearance = random(), name = excluded.name,
    source_id = NULL, journal = NULL, trigger_count = NULL;
  DELETE FROM lc_change WHERE dataset_id NOT IN (SELECT id FROM dataset);
END;

-- Conditions: a data set changed its identity or name.
-- Actions: sections, layouts and followers follow a changed id; a replaced row goes with its content. Data sets that
-- followed it follow the one that has its id now, so its items are noted.
CREATE TRIGGER lc_dataset_after_update AFTER UPDATE OF id, name ON dataset
WHEN old.id IS NOT new.id OR old.name IS NOT new.name BEGIN
  INSERT INTO lc_change (dataset_id, name, source_id, journal, trigger_count)
  SELECT new.id, new.name, source_id, journal, trigger_count FROM lc_change WHERE dataset_id = old.id
  ON CONFLICT (dataset_id) DO UPDATE SET revision = revision + 1, appearance = random(), name = excluded.name,
    source_id = excluded.source_id, journal = excluded.journal, trigger_count = excluded.trigger_count;
  DELETE FROM section WHERE dataset_id = nullif(new.id, old.id);
  UPDATE dataset SET follows = replace(follows, '"dataset_id":"' || old.id || '"', '"dataset_id":"' || new.id || '"')
  WHERE id IN (SELECT c.dataset_id FROM lc_change AS c WHERE c.source_id = nullif(old.id, new.id));
  INSERT INTO lc_pending (source, kind, identity)
  SELECT new.id, kind, identity FROM lc_pending WHERE source = nullif(old.id, new.id) ON CONFLICT DO NOTHING;
  DELETE FROM lc_pending WHERE source = nullif(old.id, new.id);
  UPDATE lc_change SET source_id = new.id, journal = new.id WHERE source_id = nullif(old.id, new.id);
  DELETE FROM layout WHERE dataset_id = nullif(new.id, old.id);
  UPDATE section SET dataset_id = new.id WHERE dataset_id = nullif(old.id, new.id);
  UPDATE layout SET dataset_id = new.id WHERE dataset_id = nullif(old.id, new.id);
  DELETE FROM lc_change WHERE dataset_id NOT IN (SELECT id FROM dataset);
END;

-- Conditions: a data set was deleted.
-- Actions: its content goes with it.
CREATE TRIGGER lc_dataset_after_delete AFTER DELETE ON dataset BEGIN
  DELETE FROM lc_change WHERE dataset_id = old.id;
END;

-- Conditions: a row was inserted into layout.
-- Actions: refuses one whose data set is not there; gives it its viewport, the container, scrolled to the beginning.
-- Rows of a replaced layout go, and layouts that were made of it.
CREATE TRIGGER lc_layout_after_insert AFTER INSERT ON layout BEGIN
  SELECT RAISE(ABORT, 'there is no data set with that dataset_id; insert the data set first')
  WHERE new.dataset_id NOT IN (SELECT id FROM dataset);
  INSERT INTO viewport (layout, width, height) VALUES (new.name, new.container_width, new.container_height)
  ON CONFLICT (layout) DO NOTHING;
  DELETE FROM layout WHERE base = new.name;
  UPDATE lc_preparation SET layout_id = NULL WHERE layout_id NOT IN (SELECT id FROM layout);
  DELETE FROM viewport WHERE layout NOT IN (SELECT name FROM layout);
  DELETE FROM section_offset WHERE layout NOT IN (SELECT name FROM layout);
  DELETE FROM collapsed WHERE layout NOT IN (SELECT name FROM layout);
  DELETE FROM collapsed_item WHERE layout NOT IN (SELECT name FROM layout);
END;

-- Conditions: a layout changed its name, id or data set.
-- Actions: refuses a data set that is not there. Rows that refer to the layout's name or id follow it; rows of a
-- replaced layout go.
CREATE TRIGGER lc_layout_after_rename AFTER UPDATE OF id, name, dataset_id ON layout
WHEN (old.name, old.id, old.dataset_id) IS NOT (new.name, new.id, new.dataset_id) BEGIN
  SELECT RAISE(ABORT, 'there is no data set with that dataset_id; insert the data set first')
  WHERE old.dataset_id IS NOT new.dataset_id AND new.dataset_id NOT IN (SELECT id FROM dataset);
  UPDATE lc_preparation SET layout_id = NULL WHERE layout_id = nullif(new.id, old.id);
  UPDATE lc_preparation SET layout_id = new.id WHERE layout_id = nullif(old.id, new.id);
  UPDATE lc_preparation SET layout_id = NULL WHERE layout_id NOT IN (SELECT id FROM layout);
  DELETE FROM viewport WHERE layout = nullif(new.name, old.name);
  DELETE FROM section_offset WHERE layout = nullif(new.name, old.name);
  DELETE FROM collapsed WHERE layout = nullif(new.name, old.name);
  DELETE FROM collapsed_item WHERE layout = nullif(new.name, old.name);
  UPDATE viewport SET layout = new.name WHERE layout = nullif(old.name, new.name);
  UPDATE section_offset SET layout = new.name WHERE layout = nullif(old.name, new.name);
  UPDATE collapsed SET layout = new.name WHERE layout = nullif(old.name, new.name);
  UPDATE collapsed_item SET layout = new.name WHERE layout = nullif(old.name, new.name);
  UPDATE layout SET base = new.name WHERE base = nullif(old.name, new.name);
END;

-- Conditions: a layout was deleted.
-- Actions: deletes those that were made of it for other sizes of the view. Leaves derived rows to the next preparation;
-- viewports, offsets and folds go. In most shells a trigger does not fire itself: all layouts that are gone are meant.
CREATE TRIGGER lc_layout_after_delete AFTER DELETE ON layout BEGIN
  DELETE FROM layout WHERE base = old.name;
  UPDATE lc_preparation SET layout_id = NULL WHERE layout_id NOT IN (SELECT id FROM layout);
  DELETE FROM viewport WHERE layout NOT IN (SELECT name FROM layout);
  DELETE FROM section_offset WHERE layout NOT IN (SELECT name FROM layout);
  DELETE FROM collapsed WHERE layout NOT IN (SELECT name FROM layout);
  DELETE FROM collapsed_item WHERE layout NOT IN (SELECT name FROM layout);
END;

-- Conditions: a row of viewport came or changed.
-- Actions: refuses one whose layout is not there, numbers that are no rectangle, and a rectangle over too many laps of
-- a layout that wraps. RAISE takes no expression before SQLite 3.47, so that the first cannot name the layouts itself.
CREATE TRIGGER lc_viewport_after_insert AFTER INSERT ON viewport BEGIN
  UPDATE viewport SET x = x WHERE layout = new.layout;
END;
CREATE TRIGGER lc_viewport_after_update AFTER UPDATE ON viewport BEGIN
  SELECT RAISE(ABORT, 'there is no layout of that name; see: SELECT name FROM layout')
  WHERE NOT EXISTS (SELECT 1 FROM layout WHERE name = new.layout);
  SELECT RAISE(ABORT, 'x and y are finite numbers')
  WHERE NOT (new.x BETWEEN -1e300 AND 1e300 AND new.y BETWEEN -1e300 AND 1e300);
  SELECT RAISE(ABORT, 'width and height are finite numbers of at least 0')
  WHERE NOT (new.width BETWEEN 0 AND 1e300 AND new.height BETWEEN 0 AND 1e300);
  SELECT RAISE(ABORT, 'the layout wraps, and the rectangle is longer than 1000 times its content')
  FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id
  WHERE f.layout = new.layout AND c.wraps AND c.total_length > 0
    AND CASE c.axis WHEN 0 THEN new.height ELSE new.width END > 1000 * (c.total_length + c.wrap_spacing);
END;

-- Conditions: an insert into, an update of or a delete from the view orthogonal_offset.
-- Actions: changes section_offset, where the index of a section has become its id.
CREATE TRIGGER lc_offset_insert INSTEAD OF INSERT ON orthogonal_offset BEGIN
  SELECT RAISE(ABORT, 'there is no layout of that name')
  WHERE NOT EXISTS (SELECT 1 FROM layout WHERE name = new.layout);
  INSERT INTO section_offset (layout, section_id, offset)
  SELECT new.layout, coalesce(
    (SELECT s.id FROM section AS s WHERE s.dataset_id = (SELECT l.dataset_id FROM layout AS l WHERE l.name = new.layout)
       AND new.section = CAST(new.section AS INTEGER) AND CAST(new.section AS INTEGER) >= 0
     ORDER BY s.position LIMIT 1 OFFSET max(0, coalesce(CAST(new.section AS INTEGER), 0))),
    RAISE(ABORT, 'the layout has no section with that index')), new.offset
  WHERE true
  ON CONFLICT (layout, section_id) DO UPDATE SET offset = excluded.offset;
END;
CREATE TRIGGER lc_offset_update INSTEAD OF UPDATE ON orthogonal_offset BEGIN
  DELETE FROM orthogonal_offset WHERE layout = old.layout AND section = old.section;
  INSERT INTO orthogonal_offset (layout, section, offset) VALUES (new.layout, new.section, new.offset);
END;
CREATE TRIGGER lc_offset_delete INSTEAD OF DELETE ON orthogonal_offset BEGIN
  DELETE FROM section_offset WHERE layout = old.layout AND section_id =
    (SELECT s.id FROM section AS s WHERE s.dataset_id = (SELECT l.dataset_id FROM layout AS l WHERE l.name = old.layout)
     ORDER BY s.position LIMIT 1 OFFSET old.section);
END;

-- Conditions: a row of collapsed came, changed or went.
-- Actions: refuses one whose layout or section does not exist, a canvas, and an update. That is allowed if its layout
-- or section has another name or id by now. Counts a change of the data set; notes the section for the preparations of
-- the layout.
CREATE TRIGGER lc_collapsed_after_insert AFTER INSERT ON collapsed BEGIN
  SELECT RAISE(ABORT, 'there is no layout of that name; see: SELECT name FROM layout')
  WHERE new.layout NOT IN (SELECT name FROM layout);
  SELECT RAISE(ABORT, 'the layout has no section with that section_id')
  WHERE NOT EXISTS (SELECT 1 FROM layout AS l CROSS JOIN section AS s ON s.dataset_id = l.dataset_id
    WHERE l.name = new.layout AND s.id = new.section_id);
  SELECT RAISE(ABORT, 'the sections of a canvas cannot be collapsed; use another kind of layout')
  WHERE EXISTS (SELECT 1 FROM layout AS l CROSS JOIN lc_preparation AS p ON p.layout_id = l.id
    WHERE l.name = new.layout AND p.is_free);
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id = (SELECT dataset_id FROM layout WHERE name = new.layout);
  INSERT INTO lc_section_mark (owner, kind, id, first_position, last_position)
  SELECT p.id, 'folded', new.section_id, -1e301, 1e301 FROM lc_preparation AS p
  WHERE p.layout_id = (SELECT id FROM layout WHERE name = new.layout) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER lc_collapsed_before_update BEFORE UPDATE ON collapsed
WHEN EXISTS (SELECT 1 FROM layout WHERE name = old.layout)
  AND EXISTS (SELECT 1 FROM section WHERE id = old.section_id) BEGIN
  SELECT RAISE(ABORT, 'a row of collapsed cannot be changed; delete it, and insert another');
END;
CREATE TRIGGER lc_collapsed_after_delete AFTER DELETE ON collapsed BEGIN
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id = (SELECT dataset_id FROM layout WHERE name = old.layout);
  INSERT INTO lc_section_mark (owner, kind, id, first_position, last_position)
  SELECT p.id, 'folded', old.section_id, -1e301, 1e301 FROM lc_preparation AS p
  WHERE p.layout_id = (SELECT id FROM layout WHERE name = old.layout) ON CONFLICT DO NOTHING;
END;

-- Conditions: a row of collapsed_item came, changed or went.
-- Actions: refuses one whose layout or item does not exist, a layout that puts several items into a line, and an
-- update, as above. Counts a change of the data set; notes the places of the item for the preparations of the layout.
-- One that goes has none any more: its place was marked.
CREATE TRIGGER lc_collapsed_item_after_insert AFTER INSERT ON collapsed_item BEGIN
  SELECT RAISE(ABORT, 'there is no layout of that name; see: SELECT name FROM layout')
  WHERE new.layout NOT IN (SELECT name FROM layout);
  SELECT RAISE(ABORT, 'the layout has no item with that item_id')
  WHERE NOT EXISTS (SELECT 1 FROM layout AS l
    CROSS JOIN item AS i ON i.id = new.item_id OR i.original_id = new.item_id
    CROSS JOIN section AS s ON s.id = i.section_id AND s.dataset_id = l.dataset_id WHERE l.name = new.layout);
  SELECT RAISE(ABORT, 'items can only be collapsed where each is a line: in a table of one column')
  WHERE EXISTS (SELECT 1 FROM layout AS l CROSS JOIN lc_preparation AS p ON p.layout_id = l.id
    WHERE l.name = new.layout AND p.is_shown AND p.definition = l.definition AND NOT p.stacks_items);
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id = (SELECT dataset_id FROM layout WHERE name = new.layout);
  INSERT INTO lc_section_mark (owner, kind, id, first_position, last_position)
  SELECT p.id, 'folded', i.section_id, i.position, i.position FROM layout AS l
  CROSS JOIN lc_preparation AS p ON p.layout_id = l.id
  CROSS JOIN item AS i ON i.id = new.item_id OR i.original_id = new.item_id
  CROSS JOIN section AS s ON s.id = i.section_id AND s.dataset_id = p.dataset_id
  WHERE l.name = new.layout AND i.position IS NOT NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER lc_collapsed_item_before_update BEFORE UPDATE ON collapsed_item
WHEN EXISTS (SELECT 1 FROM layout WHERE name = old.layout)
  AND EXISTS (SELECT 1 FROM item WHERE id = old.item_id) BEGIN
  SELECT RAISE(ABORT, 'a row of collapsed_item cannot be changed; delete it, and insert another');
END;
CREATE TRIGGER lc_collapsed_item_after_delete AFTER DELETE ON collapsed_item BEGIN
  UPDATE lc_change SET revision = revision + 1
  WHERE dataset_id = (SELECT dataset_id FROM layout WHERE name = old.layout);
  INSERT INTO lc_section_mark (owner, kind, id, first_position, last_position)
  SELECT p.id, 'folded', i.section_id, i.position, i.position FROM layout AS l
  CROSS JOIN lc_preparation AS p ON p.layout_id = l.id
  CROSS JOIN item AS i ON i.id = old.item_id OR i.original_id = old.item_id
  CROSS JOIN section AS s ON s.id = i.section_id AND s.dataset_id = p.dataset_id
  WHERE l.name = old.layout AND i.position IS NOT NULL ON CONFLICT DO NOTHING;
END;
