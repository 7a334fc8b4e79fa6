-- The views to query. Views without a prefix are the contract; views that begin with lc_ are their parts.
--
-- SQLite expands a part again for every mention. A second part without rows keeps it from doing so. Nodes of the tree
-- and neighbours of bands are read in subqueries. To a join SQLite adds, once ANALYZE has run, a Bloom filter for which
-- it reads the whole table. Indexes of bands are named, since without statistics SQLite considers a scan of the whole
-- layout as good.

-- The slots that a band hides end at its hidden_until; each slot is hidden by one band at most.
CREATE VIEW lc_shown_band AS -- The bands that no fold hides: the one place that decides what shows.
SELECT * FROM lc_band AS b
WHERE coalesce((SELECT h.slot FROM lc_band AS h INDEXED BY lc_band_fold
                WHERE h.preparation_id = b.preparation_id AND h.hidden_until >= b.slot
                ORDER BY h.hidden_until LIMIT 1), b.slot) >= b.slot;

-- Along the scroll axis another header, footer or inset changes the first band and the last one; across it, all bands.
-- A canvas has none of them, and a spreadsheet has insets alone.
CREATE VIEW lc_resized (preparation_id, dataset_id, section_id, is_whole) AS -- The marks of lc_resized_section.
SELECT p.id, p.dataset_id, r.section_id, r.part = 2 - p.axis
FROM lc_resized_section AS r CROSS JOIN lc_preparation AS p
WHERE r.measure IN (0, p.measure) AND NOT p.is_free AND (r.part > 0 OR p.kind <> 'spreadsheet');

-- The positions that a trigger marked and that the bands of a preparation are not marked for yet. Each is an item, a
-- run of them, or a whole section. Columns of one affinity: else SQLite would make a table of all that changed.
CREATE VIEW lc_stale_range (preparation_id, section_id, first_position, last_position) AS -- The marks of triggers.
SELECT p.id, r.section_id,
  CAST(CASE r.changes WHEN 1 THEN r.changed_position WHEN 2 THEN r.first_position ELSE -9e999 END AS REAL),
  CAST(CASE r.changes WHEN 1 THEN r.changed_position
    WHEN 2 THEN coalesce((SELECT min(n.first_position) FROM lc_run AS n
                          WHERE n.section_id = r.section_id AND n.first_position > r.first_position), 9e999)
    ELSE 9e999 END AS REAL)
FROM lc_run AS r INDEXED BY lc_run_changed CROSS JOIN section AS s ON s.id = r.section_id
CROSS JOIN lc_preparation AS p ON p.dataset_id = s.dataset_id
WHERE r.changes > 0 AND r.changes IN (1, 2, 3) -- of one section by a look-up
UNION ALL
SELECT p.id, i.section_id, i.position, i.position
FROM lc_preparation AS p CROSS JOIN lc_measured AS m ON m.measure = p.measure
CROSS JOIN item AS i ON i.id = m.item_id OR i.original_id = m.item_id CROSS JOIN section AS s ON s.id = i.section_id
WHERE s.dataset_id = p.dataset_id
UNION ALL
-- The place where the first band begins, and one in the last.
SELECT z.preparation_id, z.section_id,
  CAST(CASE WHEN z.is_whole THEN -9e999 WHEN n.number = 0 THEN -1e301 ELSE 1e301 END AS REAL),
  CAST(CASE WHEN z.is_whole THEN 9e999 WHEN n.number = 0 THEN -1e301 ELSE 1e301 END AS REAL)
FROM lc_resized AS z CROSS JOIN section AS s ON s.id = z.section_id AND s.dataset_id = z.dataset_id
CROSS JOIN lc_number AS n ON n.number BETWEEN 0 AND 1
UNION ALL
-- On a canvas the bands do not go by position.
SELECT m.preparation_id, m.section_id, CAST(-9e999 AS REAL), CAST(9e999 AS REAL) FROM lc_moved AS m
WHERE m.preparation_id > 0;

-- If triggers are lost (is_due), as where another program made the followed table again, the next writer makes the data
-- set equal to it.
CREATE VIEW lc_detached AS -- The data sets that follow a source and do not notice its changes.
SELECT c.dataset_id, c.journal IS NOT NULL AS is_due
FROM lc_change AS c CROSS JOIN dataset AS d ON d.id = c.dataset_id
WHERE d.follows IS NOT NULL AND (c.journal IS NULL OR c.trigger_count IS NOT NULL AND (
  c.trigger_count > (SELECT count(*) FROM sqlite_schema AS t
    WHERE t.type = 'trigger' AND t.name GLOB 'layout_followed_' || c.journal || '_*')
  OR NOT EXISTS (SELECT 1 FROM sqlite_schema AS t
    WHERE t.type = 'table' AND t.name = 'layout_followed_' || c.dataset_id)));

CREATE VIEW lc_awaited AS -- The data sets that must be made equal to their sources, one through another.
WITH RECURSIVE awaited (dataset_id) AS (
  SELECT c.dataset_id FROM lc_change AS c
  WHERE EXISTS (SELECT 1 FROM lc_pending AS p
      WHERE p.source = c.journal AND (p.kind < 3 OR p.identity = c.dataset_id))
    OR c.journal = 'rows' AND EXISTS (SELECT 1 FROM lc_pending_row)
    OR c.trigger_count IS NOT NULL AND EXISTS (
      SELECT 1 FROM lc_detached AS t WHERE t.dataset_id = c.dataset_id AND t.is_due)
  UNION SELECT c.dataset_id FROM awaited AS a CROSS JOIN lc_change AS c ON c.source_id = a.dataset_id)
SELECT dataset_id FROM awaited;

-- Superseded is what was prepared from a different definition, container or data set. So is that of a data set which
-- follows a source, if that has changed since. Nothing in it is reliable, as after other sections came: restructured.
CREATE VIEW lc_freshness AS -- The state of each layout: the one place that decides whether it is stale.
SELECT l.id AS layout_id, l.name AS layout, l.dataset_id, p.id AS preparation_id,
  coalesce(p.definition IS NOT l.definition OR p.container_width IS NOT l.container_width
    OR p.container_height IS NOT l.container_height OR p.dataset_id IS NOT l.dataset_id
    OR p.measure IS NOT l.measure OR p.is_replaced
    OR d.journal IS NOT NULL AND l.dataset_id IN (SELECT a.dataset_id FROM lc_awaited AS a), 0) AS is_superseded,
  coalesce(p.is_restructured, 0) AS is_restructured,
  coalesce(p.is_complete, 0) AS is_complete,
  EXISTS (SELECT 1 FROM lc_band AS b INDEXED BY lc_band_stale
          WHERE b.preparation_id = p.id AND b.is_stale) AS has_stale_bands,
  EXISTS (SELECT 1 FROM lc_refolded AS f WHERE f.preparation_id = p.id)
    OR EXISTS (SELECT 1 FROM lc_stale_range AS t WHERE t.preparation_id = p.id) AS has_changes
FROM layout AS l LEFT JOIN lc_preparation AS p ON p.layout_id = l.id AND p.is_shown
LEFT JOIN lc_change AS d ON d.dataset_id = l.dataset_id;

-- The run that holds its beginning is found by the index. lc_freshness describes its layout as a whole. The last item
-- that a band depends on is the first one of the next band. With another size it may fit into the line before it. In
-- a WHEN, SQLite looks only as far as it must, and it computes a subquery without FROM only once.
CREATE VIEW lc_band_freshness AS -- Whether a band is stale: marked itself, or touched by a row of lc_stale_range.
SELECT e.id AS band_id,
  CASE WHEN e.is_stale
    OR EXISTS (SELECT 1 FROM lc_resized AS z WHERE z.preparation_id = e.preparation_id AND z.section_id = e.section_id
      AND (z.is_whole OR e.first_position = -1e301 OR NOT EXISTS
        (SELECT 1 FROM lc_band AS n INDEXED BY lc_band_section WHERE n.section_id = e.section_id
           AND n.preparation_id = e.preparation_id AND n.first_position > e.first_position)))
    OR EXISTS (SELECT 1 FROM lc_moved AS m WHERE m.preparation_id = e.preparation_id AND m.section_id = e.section_id)
    OR EXISTS (
      SELECT 1 FROM (SELECT coalesce((SELECT min(i.position) FROM item AS i INDEXED BY item_order
          WHERE i.section_id = e.section_id AND i.position >=
            (SELECT min(n.first_position) FROM lc_band AS n INDEXED BY lc_band_section
             WHERE n.section_id = e.section_id AND n.preparation_id = e.preparation_id
               AND n.first_position > e.first_position)), 9e999) AS position) AS last
      WHERE EXISTS (SELECT 1 FROM lc_run AS r
          WHERE r.section_id = e.section_id AND r.first_position = -1e301 AND r.changes = 3)
        OR EXISTS (SELECT 1 FROM lc_run AS r
          WHERE r.section_id = e.section_id AND r.changes > 0
            AND r.first_position >= (SELECT max(o.first_position) FROM lc_run AS o
                                     WHERE o.section_id = e.section_id AND o.first_position <= e.first_position)
            AND r.first_position <= last.position
            AND (r.changes > 1 OR r.changed_position >= e.first_position AND r.changed_position <= last.position))
        OR EXISTS (SELECT 1 FROM lc_preparation AS p CROSS JOIN lc_measured AS m ON m.measure = p.measure
          CROSS JOIN item AS i ON i.id = m.item_id OR i.original_id = m.item_id
          WHERE p.id = e.preparation_id AND i.section_id = e.section_id
            AND i.position >= e.first_position AND i.position <= last.position))
    THEN 1 ELSE 0 END AS is_stale
FROM lc_band AS e;

CREATE VIEW lc_content AS -- Each preparation with its content in figures, by the one node on top of its tree of sums.
SELECT e.*,
  CASE WHEN e.is_free THEN e.greatest_overhang_after
       WHEN e.total_sections > 0 AND (e.total_items > 0 OR NOT e.hides_empty) THEN e.total_length - e.section_spacing
       ELSE e.total_length END AS content_length,
  coalesce(e.cross_length, e.greatest_cross_length) AS content_cross_length
FROM (
  SELECT p.*,
    coalesce(s.length, 0.0) AS total_length,
    coalesce(s.items, 0) AS total_items,
    coalesce(s.elements, 0) AS total_elements,
    coalesce(s.sections, 0) AS total_sections,
    coalesce(s.cross_length, 0.0) AS greatest_cross_length,
    coalesce(s.overhang_before, 0.0) AS greatest_overhang_before,
    coalesce(s.overhang_after, 0.0) AS greatest_overhang_after
  FROM lc_preparation AS p
  LEFT JOIN lc_sum AS s ON s.preparation_id = p.id AND s.node = 0
    AND s.level = (SELECT max(t.level) FROM lc_sum AS t WHERE t.preparation_id = p.id)
) AS e;

-- A band's sums are in each node above it, of the children before its own. Items and sections are one number, since
-- each sum takes time: items × 2^31 + sections. Of the items, those before the section are taken off.
CREATE VIEW lc_band_before AS -- Each band with its origin, its section's index and, × 2^31, its first item's in it.
SELECT b.*,
  (SELECT total(CASE coalesce(16 + (s.only_child < ((b.slot - 1) >> (4 * k.number - 4) & 15)),
        (b.slot - 1) >> (4 * k.number - 4) & 15)
      WHEN 17 THEN s.length
      WHEN 1 THEN s.length_1 WHEN 2 THEN s.length_2 WHEN 3 THEN s.length_3 WHEN 4 THEN s.length_4
      WHEN 5 THEN s.length_5 WHEN 6 THEN s.length_6 WHEN 7 THEN s.length_7 WHEN 8 THEN s.length_8
      WHEN 9 THEN s.length_9 WHEN 10 THEN s.length_10 WHEN 11 THEN s.length_11 WHEN 12 THEN s.length_12
      WHEN 13 THEN s.length_13 WHEN 14 THEN s.length_14 WHEN 15 THEN s.length_15 END)
   FROM lc_number AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = coalesce(b.preparation_id, k.number) AND s.level = +k.number
     AND s.node = (b.slot - 1) >> 4 * k.number
   WHERE k.number BETWEEN 1 AND length(printf('%x', b.slot - 1))) AS origin,
  (SELECT sum((CASE coalesce(16 + (s.only_child < ((h.slot - 1) >> (4 * k.number - 4) & 15)),
        (h.slot - 1) >> (4 * k.number - 4) & 15)
      WHEN 17 THEN s.items << 31 | s.sections
      WHEN 1 THEN s.counts_1 WHEN 2 THEN s.counts_2 WHEN 3 THEN s.counts_3 WHEN 4 THEN s.counts_4
      WHEN 5 THEN s.counts_5 WHEN 6 THEN s.counts_6 WHEN 7 THEN s.counts_7 WHEN 8 THEN s.counts_8
      WHEN 9 THEN s.counts_9 WHEN 10 THEN s.counts_10 WHEN 11 THEN s.counts_11 WHEN 12 THEN s.counts_12
      WHEN 13 THEN s.counts_13 WHEN 14 THEN s.counts_14 WHEN 15 THEN s.counts_15 ELSE 0 END
      & h.mask) * h.sign) - NOT b.begins_section
   FROM (SELECT b.slot AS slot, CASE WHEN b.begins_section THEN 2147483647 ELSE -1 END AS mask, 1 AS sign
         WHERE b.section_id IS NOT NULL
         UNION ALL
         SELECT (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
           WHERE g.section_id = b.section_id AND g.preparation_id = b.preparation_id
             AND g.first_position = -1e301 AND g.begins_section), -2147483648, -1
         WHERE NOT b.begins_section) AS h
   CROSS JOIN lc_number AS k ON k.number BETWEEN 1 AND length(printf('%x', h.slot - 1))
   CROSS JOIN lc_sum AS s
   ON s.preparation_id = coalesce(b.preparation_id, k.number) AND s.level = +k.number
     AND s.node = (h.slot - 1) >> 4 * k.number) AS counts
FROM lc_band AS b;

-- If the block has details, detail is the id that the element's would have.
CREATE VIEW lc_block_frame AS -- Each element of each block, by what its block states.
SELECT b.id AS block_id, n.number,
  CASE n.number
    WHEN 0 THEN b.x_0 WHEN 1 THEN b.x_1 WHEN 2 THEN b.x_2 WHEN 3 THEN b.x_3 WHEN 4 THEN b.x_4 WHEN 5 THEN b.x_5
    WHEN 6 THEN b.x_6 WHEN 7 THEN b.x_7 WHEN 8 THEN b.x_8 WHEN 9 THEN b.x_9 WHEN 10 THEN b.x_10 WHEN 11 THEN b.x_11
    WHEN 12 THEN b.x_12 WHEN 13 THEN b.x_13 WHEN 14 THEN b.x_14 WHEN 15 THEN b.x_15 END / (1 << b.shift) AS x,
  CASE n.number
    WHEN 0 THEN b.y_0 WHEN 1 THEN b.y_1 WHEN 2 THEN b.y_2 WHEN 3 THEN b.y_3 WHEN 4 THEN b.y_4 WHEN 5 THEN b.y_5
    WHEN 6 THEN b.y_6 WHEN 7 THEN b.y_7 WHEN 8 THEN b.y_8 WHEN 9 THEN b.y_9 WHEN 10 THEN b.y_10 WHEN 11 THEN b.y_11
    WHEN 12 THEN b.y_12 WHEN 13 THEN b.y_13 WHEN 14 THEN b.y_14 WHEN 15 THEN b.y_15 END / (1 << b.shift) AS y,
  CASE n.number
    WHEN 0 THEN b.width_0 WHEN 1 THEN b.width_1 WHEN 2 THEN b.width_2 WHEN 3 THEN b.width_3 WHEN 4 THEN b.width_4
    WHEN 5 THEN b.width_5 WHEN 6 THEN b.width_6 WHEN 7 THEN b.width_7 WHEN 8 THEN b.width_8 WHEN 9 THEN b.width_9
    WHEN 10 THEN b.width_10 WHEN 11 THEN b.width_11 WHEN 12 THEN b.width_12 WHEN 13 THEN b.width_13
    WHEN 14 THEN b.width_14 WHEN 15 THEN b.width_15 END / (1 << b.shift) AS width,
  CASE n.number
    WHEN 0 THEN b.height_0 WHEN 1 THEN b.height_1 WHEN 2 THEN b.height_2 WHEN 3 THEN b.height_3
    WHEN 4 THEN b.height_4 WHEN 5 THEN b.height_5 WHEN 6 THEN b.height_6 WHEN 7 THEN b.height_7
    WHEN 8 THEN b.height_8 WHEN 9 THEN b.height_9 WHEN 10 THEN b.height_10 WHEN 11 THEN b.height_11
    WHEN 12 THEN b.height_12 WHEN 13 THEN b.height_13 WHEN 14 THEN b.height_14 WHEN 15 THEN b.height_15 END
    / (1 << b.shift) AS height,
  b.z_index AS own_z_index, b.element AS own_element,
  CASE WHEN b.numbers > 0 THEN CASE n.number
    WHEN 0 THEN b.number_0 WHEN 1 THEN b.number_1 WHEN 2 THEN b.number_2 WHEN 3 THEN b.number_3
    WHEN 4 THEN b.number_4 WHEN 5 THEN b.number_5 WHEN 6 THEN b.number_6 WHEN 7 THEN b.number_7
    WHEN 8 THEN b.number_8 WHEN 9 THEN b.number_9 WHEN 10 THEN b.number_10 WHEN 11 THEN b.number_11
    WHEN 12 THEN b.number_12 WHEN 13 THEN b.number_13 WHEN 14 THEN b.number_14 WHEN 15 THEN b.number_15 END END
    AS own_number, b.first + n.number AS own_index,
  CASE WHEN b.detail_count THEN (b.id << 4) + n.number END AS detail,
  b.min_x, b.min_y, b.max_x, b.max_y, b.first, b.count, b.detail_count, b.numbers, b.item_shift AS block_item_shift
FROM lc_block AS b CROSS JOIN lc_number AS n ON n.number < b.count;

-- It is the same, with what the element's detail states instead. The box and the shared values of its block are with
-- it, for a condition to test first. The item is the index in the band of a cell, or of another element's item. NULL:
-- none. An item's id is
-- coalesce(lc_band.first_item_id + item, 0) + item_shift.
CREATE VIEW lc_frame AS -- Each element of each block, relative to its band's origin.
SELECT f.*, f.block_id >> 20 AS band_id, coalesce(d.z_index, f.own_z_index) AS z_index,
  CASE WHEN d.id IS NULL THEN f.own_element ELSE d.element END AS element,
  CASE WHEN d.id IS NOT NULL THEN d.item WHEN f.numbers = 1 THEN f.own_number ELSE f.own_index END AS item,
  CASE WHEN d.id IS NOT NULL THEN d.item_shift WHEN f.numbers = 2 THEN f.own_number ELSE f.block_item_shift END
    AS item_shift
FROM lc_block_frame AS f LEFT JOIN lc_detail AS d ON d.id = f.detail;

-- They are places along the scroll axis. Of a collapsed section the first row counts, that of its header.
CREATE VIEW lc_section_head AS -- The beginning and the end of each section, by its first band.
SELECT b.preparation_id, b.section_id,
  (SELECT o.origin FROM lc_band_before AS o WHERE o.preparation_id = b.preparation_id AND o.slot = b.slot)
    AS section_start,
  (SELECT o.origin + o.length FROM lc_band_before AS o
   WHERE o.preparation_id = b.preparation_id AND o.slot = CASE WHEN b.is_header THEN b.slot ELSE
     (SELECT l.slot FROM lc_band AS l INDEXED BY lc_band_section
      WHERE l.section_id = b.section_id AND l.preparation_id = b.preparation_id
      ORDER BY l.first_position DESC, l.slot DESC LIMIT 1) END)
    - (SELECT p.section_spacing FROM lc_preparation AS p WHERE p.id = b.preparation_id) AS section_end
FROM lc_band AS b INDEXED BY lc_band_section WHERE b.first_position = -1e301 AND b.begins_section;

-- The elements that overlap each layout's row of viewport, without elements that only touch its edge or have no area.
-- Those that stick by level, that are frozen or circular lines of a sheet, or that move are at their natural places.
-- 1. sight: each layout with its viewport's beginning and extent along the scroll axis. The bands of a canvas lie on
--    one plane. The axis is -1 for a mirrored layout. The marks are 2 if it is stale as a whole, and 1 if bands may
--    be. They are looked for in the tables of lc_stale_range. With that view in its plan, SQLite goes through a whole
--    table once ANALYZE has run.
-- 2. lap: the laps that it sees of a layout that wraps; of any other the one lap 0. Elements that hang out of the
--    content belong to a neighbouring lap as well. At its end they count from the end of the spacing that the last
--    section goes without. If the content has become much shorter than when the viewport was set, its first thousand
--    laps are looked through. For an element longer than a thousand laps, it is the last thousand.
-- 3. reach: the bands in a lap. They are the slot of the first one × 2^24, and how many slots later the last one is. It
--    goes down the tree of sums twice. Of each node, the last child that begins before the place leads on; beyond the
--    end there is none. Beside an only child stand bands of no length, whose elements may reach far. That each
--    condition names step keeps SQLite from adding a Bloom filter. In a mirrored layout laps run the other way.
-- 4. search: the parts of a search. 0: the elements that stay. 1: those that move with the offset of an orthogonal
--    section. 2: those that depend on the extent of a section, with its first band in the lap. Without a band, 3: those
--    that depend on the extent of the content. 4: all elements of a canvas.
-- 5. piece: the entries of the R*Tree that overlap it, and the elements that depend on an extent, at natural places. A
--    header may shrink by as much as it was scrolled past. Beyond 2^23 bands the first dimension is too coarse to
--    separate neighbours. A band that was counted again, and not laid out yet, has cells of other bands' items, and of
--    removed ones: from cell_limit on. A pinned element follows its line up to its bound, and stays in
--    layouts with sticky items. The part is 0 or 1 in an orthogonal section only.
-- 6. shown: the same at visible places. A pinned header follows the viewport's beginning, a pinned footer its end,
--    within the section. Headers stay in layouts with sticky items. For all, what is added to a place in the band. The
--    section's index, and the index in it of the item of the band's first cell.
-- 7. frame: the frames of all elements. The second part of each step is empty: it keeps SQLite from computing a value
--    again for each mention.
-- Columns are cast since with a type, a number that is passed as text finds what it names. A section's own elements,
-- such as its header, carry its title.
CREATE VIEW visible AS -- The elements that overlap each layout's row of viewport.
WITH
sight AS (
  SELECT f.layout, c.id AS preparation_id,
    CASE WHEN f.is_superseded OR f.is_restructured THEN 2 ELSE
      EXISTS (SELECT 1 FROM lc_run INDEXED BY lc_run_changed WHERE changes > 0)
      OR EXISTS (SELECT 1 FROM lc_measured AS m WHERE m.measure = c.measure)
      OR EXISTS (SELECT 1 FROM lc_resized_section)
      OR c.is_free AND EXISTS (SELECT 1 FROM lc_moved AS m WHERE m.preparation_id = c.id) END AS marks,
    c.is_free, CASE WHEN c.is_free THEN 0 WHEN c.is_mirrored THEN -1 ELSE c.axis END AS axis, c.content_length,
    c.section_spacing, c.greatest_overhang_before AS overhang_before, c.greatest_overhang_after AS overhang_after,
    CASE WHEN c.wraps AND c.kind <> 'spreadsheet' THEN c.wrap_spacing END AS lap_spacing,
    CASE WHEN c.axis = 0 OR c.is_free THEN v.y ELSE v.x END AS beginning,
    CASE WHEN c.axis = 0 OR c.is_free THEN v.height ELSE v.width END AS extent
  FROM viewport AS v CROSS JOIN lc_freshness AS f ON f.layout = v.layout
  CROSS JOIN lc_content AS c ON c.id = f.preparation_id
  WHERE v.width > 0 AND v.height > 0
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
),
lap AS (
  SELECT s.layout, s.preparation_id, s.marks, s.is_free, s.axis, s.content_length, s.overhang_before,
    s.overhang_after, s.last - n.number AS lap, coalesce(s.lap_length, 0.0) AS lap_length, s.low, s.high
  FROM (SELECT *,
          coalesce(CAST((low - overhang_after - section_spacing) / lap_length AS INTEGER)
            - (low < overhang_after + section_spacing), 0) AS first,
          coalesce(CAST((min(high, low + 1000 * (lap_length + section_spacing)) + overhang_before) / lap_length
            AS INTEGER), 0) AS last
        FROM (SELECT layout, preparation_id, marks, is_free, axis, content_length, section_spacing, overhang_before,
                overhang_after, CASE WHEN content_length > 0 THEN content_length + lap_spacing END AS lap_length,
                CASE WHEN axis < 0 THEN content_length - beginning - extent ELSE beginning END AS low,
                CASE WHEN axis < 0 THEN content_length - beginning ELSE beginning + extent END AS high
              FROM sight
              UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0)) AS s
  CROSS JOIN lc_number AS n ON n.number <= s.last - s.first
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
),
reach AS (
  SELECT l.layout, l.preparation_id, l.marks, l.is_free, l.axis, l.content_length,
    (1 - 2 * (l.axis < 0)) * l.lap AS lap, (1 - 2 * (l.axis < 0)) * l.lap * l.lap_length AS lap_shift,
    l.low - l.lap * l.lap_length AS low, l.high - l.lap * l.lap_length AS high,
    (WITH RECURSIVE step (rest, level, node) AS (
       SELECT CASE n.number WHEN 0 THEN l.low - l.overhang_after - 0.001 ELSE l.high + l.overhang_before + 0.001 END
         - l.lap * l.lap_length,
         (SELECT max(level) FROM lc_sum WHERE preparation_id = l.preparation_id), 0
       FROM lc_number AS n WHERE n.number < 2 AND NOT l.is_free
       UNION ALL
       SELECT p.rest - CASE WHEN s.only_child IS NOT NULL THEN CASE WHEN p.rest < s.length THEN 0.0 ELSE s.length END
         WHEN p.rest < s.length_1 THEN 0.0 WHEN p.rest < s.length_2 THEN s.length_1
         WHEN p.rest < s.length_3 THEN s.length_2 WHEN p.rest < s.length_4 THEN s.length_3
         WHEN p.rest < s.length_5 THEN s.length_4 WHEN p.rest < s.length_6 THEN s.length_5
         WHEN p.rest < s.length_7 THEN s.length_6 WHEN p.rest < s.length_8 THEN s.length_7
         WHEN p.rest < s.length_9 THEN s.length_8 WHEN p.rest < s.length_10 THEN s.length_9
         WHEN p.rest < s.length_11 THEN s.length_10 WHEN p.rest < s.length_12 THEN s.length_11
         WHEN p.rest < s.length_13 THEN s.length_12 WHEN p.rest < s.length_14 THEN s.length_13
         WHEN p.rest < s.length_15 THEN s.length_14 ELSE s.length_15 END,
         p.level - 1, p.node << 4 | CASE WHEN s.only_child IS NOT NULL
           THEN CASE WHEN p.rest < 0 THEN 0 WHEN p.rest < s.length THEN s.only_child ELSE 15 END
         WHEN p.rest < s.length_1 THEN 0 WHEN p.rest < s.length_2 THEN 1 WHEN p.rest < s.length_3 THEN 2
         WHEN p.rest < s.length_4 THEN 3 WHEN p.rest < s.length_5 THEN 4 WHEN p.rest < s.length_6 THEN 5
         WHEN p.rest < s.length_7 THEN 6 WHEN p.rest < s.length_8 THEN 7 WHEN p.rest < s.length_9 THEN 8
         WHEN p.rest < s.length_10 THEN 9 WHEN p.rest < s.length_11 THEN 10 WHEN p.rest < s.length_12 THEN 11
         WHEN p.rest < s.length_13 THEN 12 WHEN p.rest < s.length_14 THEN 13 WHEN p.rest < s.length_15 THEN 14
         ELSE 15 END
       FROM step AS p CROSS JOIN lc_sum AS s
         ON s.preparation_id = coalesce(l.preparation_id, p.level) AND s.level = p.level AND s.node = p.node)
     SELECT (min(node + 1) << 24) + CASE count(*) WHEN 2 THEN max(node) - min(node) ELSE 16777215 END
     FROM step WHERE level = 0) AS slots
  FROM lap AS l
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
),
search AS (
  SELECT r.layout, r.preparation_id, r.marks, r.axis, r.content_length, r.lap, r.lap_shift, r.low, r.high,
    n.number AS part, b.id AS band_id,
    CASE WHEN n.number < 2 THEN b.id WHEN n.number = 4 THEN -r.preparation_id END AS plane,
    coalesce(b.orthogonal * max(b.least_offset, min(o.offset, b.greatest_offset)), 0.0) AS shift,
    coalesce((SELECT f.origin FROM lc_band_before AS f WHERE f.preparation_id = r.preparation_id AND f.slot =
      CASE WHEN n.number < 2 OR b.begins_section THEN b.slot ELSE
        (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section WHERE g.section_id = b.section_id
         AND g.preparation_id = r.preparation_id AND g.first_position = -1e301 AND g.begins_section) END), 0.0)
      AS start,
    CASE n.number WHEN 2 THEN (SELECT h.section_end FROM lc_section_head AS h
        WHERE h.preparation_id = r.preparation_id AND h.section_id = b.section_id)
      ELSE r.content_length END AS stop
  FROM reach AS r CROSS JOIN lc_number AS n ON n.number < 5
  LEFT JOIN lc_band AS b ON n.number < 3 AND b.preparation_id = r.preparation_id
    AND b.slot >= r.slots >> 24 AND b.slot <= (r.slots >> 24) + (r.slots & 16777215)
  LEFT JOIN section_offset AS o ON n.number = 1 AND o.layout = r.layout AND o.section_id = b.section_id
  WHERE (b.id IS NULL OR EXISTS
      (SELECT 1 FROM lc_shown_band AS h WHERE h.preparation_id = b.preparation_id AND h.slot = b.slot))
    AND CASE n.number WHEN 0 THEN b.element_count > 0 WHEN 1 THEN b.orthogonal <> 0 WHEN 4 THEN r.is_free
    ELSE (n.number = 3 OR b.begins_section OR b.slot = r.slots >> 24) AND NOT r.is_free AND EXISTS
      (SELECT 1 FROM lc_section_element AS e WHERE e.preparation_id = r.preparation_id
       AND e.is_of_content = n.number - 2 AND e.section_id = coalesce(b.section_id, 0)) END
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
),
piece AS (
  SELECT layout, preparation_id, marks, axis, content_length, lap, lap_shift, part, block_id, found_id AS band_id,
    section_id, first_item_id, first_cell, cell_limit, element, z_index, line, bound, edge, across, cross_length,
    natural, coalesce(max(minimum, own_length - max(0.0, low_line - natural)), own_length, 0.0) AS length,
    counts, stays
  FROM (
    SELECT s.layout, s.preparation_id, CASE WHEN b.is_stale THEN 2 ELSE s.marks END AS marks, s.axis,
      s.content_length, s.lap, s.lap_shift, r.id << 3 AS block_id, b.id AS found_id, b.section_id, b.first_item_id,
      b.first_cell,
      CASE WHEN b.is_stale AND NOT c.is_free THEN b.first_cell + b.item_count END AS cell_limit,
      CASE WHEN s.part = 4 OR b.orthogonal <> 0 THEN s.part ELSE 2 END AS part,
      e.element, e.edge, e.z_index, e.pins AND e.edge = 0 AS stays,
      CASE WHEN c.sticky IS NULL OR c.wraps THEN e.minimum END AS minimum,
      CASE WHEN e.pins AND (e.edge OR c.sticky IS NULL OR c.wraps) THEN CASE e.edge
        WHEN 1 THEN s.high - c.pin_end - e.pin_shift ELSE s.low + c.pin_start + e.pin_shift END END AS line,
      s.low + c.pin_start + e.pin_shift AS low_line,
      CASE e.edge WHEN 1 THEN s.start + e.reserve ELSE s.stop - e.reserve END AS bound,
      coalesce(e.cross_start, -s.shift) AS across, coalesce(e.cross_length, 0.0) AS cross_length,
      CASE e.edge WHEN 1 THEN s.stop WHEN 3 THEN (s.start + s.stop) / 2 ELSE s.start END + coalesce(e.start, 0.0)
        AS natural,
      CASE e.edge WHEN 2 THEN max(0.0, s.stop - e.reserve - s.start - e.start) ELSE e.length END AS own_length,
      (SELECT f.counts FROM lc_band_before AS f WHERE f.preparation_id = b.preparation_id AND f.slot = b.slot)
        AS counts
    FROM search AS s CROSS JOIN viewport AS v ON v.layout = s.layout
    CROSS JOIN lc_preparation AS c ON c.id = s.preparation_id
    LEFT JOIN lc_rtree AS r ON r.plane1 >= s.plane AND r.plane0 <= s.plane
      AND r.x1 >= CASE s.axis WHEN 0 THEN v.x + s.shift ELSE s.low - s.start END
      AND r.x0 <= CASE s.axis WHEN 0 THEN v.x + v.width + s.shift ELSE s.high - s.start END
      AND r.y1 >= CASE s.axis WHEN 0 THEN s.low - s.start ELSE v.y + s.shift END
      AND r.y0 <= CASE s.axis WHEN 0 THEN s.high - s.start ELSE v.y + v.height + s.shift END
    LEFT JOIN lc_band AS b ON b.id = CASE WHEN s.part IN (2, 3) THEN s.band_id ELSE r.id >> 17 END
    LEFT JOIN lc_section_element AS e ON e.preparation_id = CASE WHEN s.part IN (2, 3) THEN s.preparation_id END
      AND e.is_of_content = s.part - 2 AND e.section_id = coalesce(b.section_id, 0)
    WHERE CASE s.part WHEN 2 THEN 1 WHEN 3 THEN 1 WHEN 4 THEN b.preparation_id = s.preparation_id
          ELSE r.id >> 17 = s.band_id END
  )
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
),
shown AS (
  SELECT p.layout, p.preparation_id, p.lap, p.part, p.element, p.z_index, p.block_id, p.band_id,
    p.section_id, p.first_item_id, p.first_cell, p.cell_limit, p.stays, p.axis < 0 AS is_turned,
    CASE p.axis WHEN 0 THEN p.across ELSE p.lap_shift + ((p.axis < 0) * p.content_length + p.axis * p.place) END AS dx,
    CASE p.axis WHEN 0 THEN p.lap_shift + p.place ELSE p.across END AS dy,
    CASE p.axis WHEN 0 THEN p.cross_length ELSE p.length END AS width,
    CASE p.axis WHEN 0 THEN p.length ELSE p.cross_length END AS height,
    p.counts & 2147483647 AS section,
    CASE p.part WHEN 4 THEN 0 ELSE coalesce((p.counts >> 31) - p.first_cell, 0) END AS first_index,
    CASE WHEN p.marks = 2 THEN 1 WHEN p.marks AND p.section_id IS NOT NULL THEN
      (SELECT f.is_stale FROM lc_band_freshness AS f WHERE f.band_id = p.band_id) ELSE 0 END AS stale
  FROM (
    SELECT *, CASE WHEN line IS NULL THEN natural WHEN edge = 1 THEN min(natural, max(line - length, bound))
        ELSE max(natural, min(line, bound - length)) END AS place
    FROM piece
  ) AS p
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL WHERE 0
),
frame AS (
  SELECT s.layout, s.preparation_id, s.band_id, s.stale, s.lap, s.section, s.section_id, s.stays, s.part,
    s.first_cell, s.cell_limit, coalesce(s.element, a.own_element) AS own_element, s.first_index, s.first_item_id,
    a.numbers, a.own_number, a.own_index, a.block_item_shift, s.is_turned,
    s.dx + (1 - 2 * s.is_turned) * a.x AS x,
    s.dy + a.y AS y, s.width + a.width AS width, s.height + a.height AS height,
    coalesce(s.z_index, a.own_z_index) AS own_z_index, a.detail
  FROM shown AS s
  CROSS JOIN viewport AS v ON v.layout = s.layout
  CROSS JOIN lc_block_frame AS a ON a.block_id BETWEEN coalesce(s.block_id, 0) AND coalesce(s.block_id + 7, 0)
  WHERE s.dy + s.height + a.max_y >= v.y AND s.dy + a.min_y <= v.y + v.height
    AND s.dx + CASE WHEN s.is_turned THEN -a.min_x ELSE s.width + a.max_x END >= v.x
    AND s.dx - CASE WHEN s.is_turned THEN s.width + a.max_x ELSE -a.min_x END <= v.x + v.width
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
)
SELECT e.layout,
  CAST(CASE WHEN e.element IS NULL THEN 'cell' ELSE k.category END AS TEXT) AS kind,
  k.name AS element_kind,
  CAST(e.section AS INTEGER) AS section,
  CAST(coalesce(e.item, 0) + CASE e.part WHEN 4 THEN
      coalesce((SELECT r.first_index - r.first_number FROM lc_reordered AS r
      WHERE r.preparation_id = e.preparation_id AND r.section_id = e.section_id AND r.first_number <= e.item
      ORDER BY r.first_number DESC LIMIT 1), 0) ELSE 0 END AS INTEGER) AS item,
  CAST(e.x - e.is_turned * e.width AS REAL) AS x, CAST(e.y AS REAL) AS y,
  CAST(e.width AS REAL) AS width, CAST(e.height AS REAL) AS height,
  CAST(e.z_index + (SELECT p.z_stride * coalesce(e.section, 0)
      + CASE WHEN p.z_stride > 0 AND e.element IS NULL THEN e.item ELSE 0 END
    FROM lc_preparation AS p WHERE p.id = e.preparation_id) AS INTEGER) AS z_index,
  i.key, i.payload, CAST(e.stale AS INTEGER) AS stale, CAST(e.lap AS INTEGER) AS lap, i.id AS item_id,
  CAST(e.section_id AS INTEGER) AS section_id,
  CAST(CASE WHEN e.item_shift IS NULL THEN (SELECT t.title FROM section AS t WHERE t.id = e.section_id) END AS TEXT)
    AS title,
  CAST(1 AS REAL) AS scale, CAST(0 AS REAL) AS rotation, CAST(1 AS REAL) AS opacity, CAST(0 AS REAL) AS dx,
  CAST(0 AS REAL) AS dy,
  (SELECT CAST(CASE WHEN e.stays AND c.sticky IS NOT NULL AND NOT c.wraps
      OR (e.element IS NULL OR k.moves_with_cells AND e.item_shift IS NOT NULL)
        AND (c.kind = 'spreadsheet' AND (c.wraps OR c.wraps_across)
          OR (SELECT b.motion FROM lc_band AS b WHERE b.id = e.band_id) IS NOT NULL)
      OR e.element IS NULL AND (c.sticky IS NOT NULL AND NOT c.wraps AND i.sticky_level IS NOT NULL OR EXISTS
        (SELECT 1 FROM lc_frozen_lines AS f CROSS JOIN lc_section_head AS p
           ON p.preparation_id = f.preparation_id AND p.section_id = f.section_id
         WHERE f.preparation_id = e.preparation_id AND f.section_id = e.section_id
           AND (f.left_start < f.left_end AND e.x + e.width / 2 < f.left_end
             OR f.right_start < f.right_end AND e.x + e.width / 2 > f.right_start
             OR f.top_start < f.top_end AND e.y + e.height / 2 < p.section_start + f.top_end
             OR f.bottom_start < f.bottom_end AND e.y + e.height / 2 > p.section_end + f.bottom_start)))
      THEN 'natural' ELSE 'exact' END AS TEXT)
   FROM lc_preparation AS c WHERE c.id = e.preparation_id) AS placed
FROM (SELECT f.*, coalesce(d.z_index, f.own_z_index) AS z_index,
    CASE WHEN d.id IS NULL THEN f.own_element ELSE d.element END AS element,
    f.first_index + CASE WHEN d.id IS NOT NULL THEN d.item WHEN f.numbers = 1 THEN f.own_number ELSE f.own_index END
      AS item,
    CASE WHEN d.id IS NOT NULL THEN d.item_shift WHEN f.numbers = 2 THEN f.own_number ELSE f.block_item_shift END
      AS item_shift
  FROM frame AS f LEFT JOIN lc_detail AS d ON d.id = f.detail) AS e
-- The R*Tree's coordinates are rounded; only the exact frame decides, and strictly.
CROSS JOIN viewport AS v ON v.layout = e.layout AND e.y < v.y + v.height AND e.y + e.height > v.y
  AND e.x - e.is_turned * e.width < v.x + v.width AND e.x + (1 - e.is_turned) * e.width > v.x
LEFT JOIN lc_element_kind AS k ON k.id = e.element
LEFT JOIN item AS i ON i.id = coalesce(e.first_item_id + e.item - e.first_index, 0) + e.item_shift
WHERE min(e.width, e.height, v.width) > 0
  AND (e.part > 1 OR e.part = (e.element IS NULL OR k.moves_with_cells))
  AND (e.cell_limit IS NULL OR e.item_shift IS NULL
    OR e.item - e.first_index >= e.first_cell AND e.item - e.first_index < e.cell_limit);

-- There is no viewport, no pinning, and no R*Tree. Orthogonal sections are at offset 0.
-- band: every band that is shown, with its origin and first index, section by section. So a condition on the section is
-- tested before its bands are read. The content's own bands are sections here. cell_limit and the empty second part are
-- as in visible.
CREATE VIEW element_frames AS -- All elements at their natural positions, but those that a fold hides.
WITH
band AS (
  SELECT f.layout, c.id AS preparation_id, c.axis, c.is_mirrored, c.is_free, c.z_stride, c.content_length,
    b.id AS band_id, g.section_id,
    CASE WHEN b.is_stale AND NOT c.is_free THEN b.first_cell + b.item_count ELSE 9e18 END AS cell_limit,
    b.first_cell, b.first_item_id, CASE WHEN g.section_id IS NOT NULL THEN (SELECT o.counts FROM lc_band_before AS o
      WHERE o.preparation_id = c.id AND o.slot = g.slot) & 2147483647 END AS section,
    (SELECT o.origin FROM lc_band_before AS o WHERE o.preparation_id = c.id AND o.slot = b.slot) AS origin,
    CASE WHEN b.slot = g.slot OR c.is_free THEN 0 ELSE
      ((SELECT o.counts FROM lc_band_before AS o WHERE o.preparation_id = c.id AND o.slot = b.slot) >> 31)
      - b.first_cell END AS first_index,
    f.is_superseded OR f.is_restructured OR CASE WHEN f.has_changes THEN
      (SELECT r.is_stale FROM lc_band_freshness AS r WHERE r.band_id = b.id) ELSE b.is_stale END AS stale
  FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id
  CROSS JOIN lc_band AS g INDEXED BY lc_band_head
    ON g.preparation_id = c.id AND (g.begins_section OR g.section_id IS NULL)
  CROSS JOIN lc_band AS b INDEXED BY lc_band_section ON b.section_id IS g.section_id AND b.preparation_id = c.id
    AND (g.section_id IS NOT NULL OR b.slot = g.slot)
  WHERE EXISTS (SELECT 1 FROM lc_shown_band AS v WHERE v.preparation_id = c.id AND v.slot = g.slot)
    AND (b.slot = g.slot OR EXISTS
      (SELECT 1 FROM lc_shown_band AS v WHERE v.preparation_id = c.id AND v.slot = b.slot))
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL WHERE 0
)
SELECT e.layout,
  CAST(CASE WHEN e.element IS NULL THEN 'cell' ELSE k.category END AS TEXT) AS kind,
  k.name AS element_kind,
  CAST(e.section AS INTEGER) AS section, CAST(e.item AS INTEGER) AS item,
  CAST(e.x AS REAL) AS x, CAST(e.y AS REAL) AS y, CAST(e.width AS REAL) AS width, CAST(e.height AS REAL) AS height,
  CAST(e.z_index AS INTEGER) AS z_index, i.key, i.payload, CAST(e.stale AS INTEGER) AS stale, i.id AS item_id,
  CAST(e.section_id AS INTEGER) AS section_id,
  CAST(CASE WHEN e.item_id IS NULL THEN (SELECT t.title FROM section AS t WHERE t.id = e.section_id) END AS TEXT)
    AS title,
  CAST(1 AS INTEGER) AS shown
FROM (
  SELECT b.layout, a.element, b.section, b.section_id,
    CASE WHEN b.is_free THEN a.item + coalesce((SELECT r.first_index - r.first_number FROM lc_reordered AS r
         WHERE r.preparation_id = b.preparation_id AND r.section_id = b.section_id AND r.first_number <= a.item
         ORDER BY r.first_number DESC LIMIT 1), 0)
      WHEN a.element IS NULL THEN b.first_index + a.item ELSE coalesce(b.first_index + a.item, 0) END AS item,
    CASE WHEN b.is_free OR b.axis = 0 THEN a.x
         WHEN b.is_mirrored THEN b.content_length - (b.origin + a.x) - a.width ELSE b.origin + a.x END AS x,
    CASE WHEN b.axis = 0 AND NOT b.is_free THEN b.origin + a.y ELSE a.y END AS y,
    a.width, a.height,
    a.z_index + b.z_stride * coalesce(b.section, 0)
      + CASE WHEN b.z_stride > 0 AND a.element IS NULL THEN b.first_index + a.item ELSE 0 END AS z_index,
    b.stale, coalesce(b.first_item_id + a.item, 0) + a.item_shift AS item_id
  FROM band AS b
  CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.band_id << 20 AND (b.band_id << 20) + 1048575
    AND (a.item_shift IS NULL OR a.item >= b.first_cell AND a.item < b.cell_limit)
  UNION ALL
  SELECT n.layout, n.element, n.section, CASE WHEN NOT n.is_of_content THEN n.section_id END, 0,
    CASE WHEN n.axis = 0 THEN n.cross_start
         WHEN n.is_mirrored THEN n.content_length - n.natural - n.own_length ELSE n.natural END,
    CASE n.axis WHEN 0 THEN n.natural ELSE n.cross_start END,
    CASE n.axis WHEN 0 THEN n.cross_length ELSE n.own_length END,
    CASE n.axis WHEN 0 THEN n.own_length ELSE n.cross_length END,
    n.z_index + n.z_stride * coalesce(n.section, 0), n.stale, NULL
  FROM (
    SELECT s.*, p.element, p.cross_start, p.cross_length, p.z_index,
      CASE p.edge WHEN 1 THEN s.section_end WHEN 3 THEN (s.section_start + s.section_end) / 2 ELSE s.section_start END
        + p.start AS natural,
      CASE p.edge WHEN 2 THEN max(0.0, s.section_end - p.reserve - s.section_start - p.start) ELSE p.length END
        AS own_length
    FROM (
      SELECT layout, preparation_id, axis, is_mirrored, z_stride, content_length, 0 AS is_of_content, section_id,
        section, section_start, section_end, stale
      FROM lc_section
      UNION ALL
      SELECT f.layout, c.id, c.axis, c.is_mirrored, c.z_stride, c.content_length, 1, 0, NULL, 0.0, c.content_length,
        f.is_superseded OR f.is_restructured
      FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id
    ) AS s
    CROSS JOIN lc_section_element AS p
      ON p.preparation_id = s.preparation_id AND p.is_of_content = s.is_of_content AND p.section_id = s.section_id
  ) AS n
) AS e
LEFT JOIN lc_element_kind AS k ON k.id = e.element
LEFT JOIN item AS i ON i.id = e.item_id
-- An item without an element has a place in the order, with a width below 0.
WHERE e.width >= 0;

-- Unselected columns and sections are not computed. A section is stale by what is marked in it, or with its layout.
CREATE VIEW lc_section AS -- Every section of the layouts in use, from its beginning to its end.
SELECT f.layout, c.id AS preparation_id, c.axis, c.is_mirrored, c.is_free, c.z_stride, c.content_length,
  c.content_cross_length, g.section_id,
  (SELECT o.counts FROM lc_band_before AS o WHERE o.preparation_id = c.id AND o.slot = g.slot) & 2147483647 AS section,
  (SELECT o.origin FROM lc_band_before AS o WHERE o.preparation_id = c.id AND o.slot = g.slot) AS section_start,
  (SELECT h.section_end FROM lc_section_head AS h
   WHERE h.preparation_id = c.id AND h.section_id = g.section_id) AS section_end,
  CASE WHEN g.is_header THEN 0 ELSE
    (SELECT (o.counts >> 31) + o.item_count FROM lc_band_before AS o
     WHERE o.preparation_id = c.id AND o.slot = (SELECT b.slot FROM lc_band AS b INDEXED BY lc_band_section
       WHERE b.section_id = g.section_id AND b.preparation_id = c.id
       ORDER BY b.first_position DESC, b.slot DESC LIMIT 1)) END AS item_count,
  f.is_superseded OR f.is_restructured
    OR EXISTS (SELECT 1 FROM lc_band AS b INDEXED BY lc_band_section
      WHERE b.section_id = g.section_id AND b.preparation_id = c.id AND b.is_stale)
    OR EXISTS (SELECT 1 FROM lc_stale_range AS t
      WHERE t.preparation_id = c.id AND t.section_id = g.section_id) AS stale,
  (SELECT s.title FROM section AS s WHERE s.id = g.section_id) AS title
FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id
CROSS JOIN lc_band AS g INDEXED BY lc_band_head
  ON g.preparation_id = c.id AND (g.begins_section OR g.section_id IS NULL) AND g.section_id IS NOT NULL
WHERE EXISTS (SELECT 1 FROM lc_shown_band AS v WHERE v.preparation_id = c.id AND v.slot = g.slot);

-- It is found by key or id through the index, and by the index or id of its section among the first bands of sections.
-- The likelihood keeps SQLite from taking these for few before ANALYZE has run. For many items
-- "element_frames", WHERE kind = 'cell', is quicker: it goes through the frames. An item that was added or moved since
-- its layout was prepared has no row until it is prepared again. A hidden item has its section, but no place.
-- In it, g is the first band of a section. An item i is itself h, or h stands for it in a data set that follows a data
-- set. The second condition leads from there to it. The band b holds its position. On a canvas, where bands go by
-- place, it is each band of the section. Mostly one of its blocks can hold the item, by their shared values.
CREATE VIEW item_frames AS -- Each item in each layout of its data set, at its natural position.
SELECT e.layout, e.item_id, e.key, e.section_id,
  CAST(e.section AS INTEGER) AS section,
  CAST(CASE WHEN e.shown THEN e.item END AS INTEGER) AS item,
  CAST(CASE WHEN NOT e.shown THEN NULL WHEN e.is_free OR e.axis = 0 THEN e.x
       WHEN e.is_mirrored THEN (SELECT c.content_length FROM lc_content AS c WHERE c.id = e.preparation_id)
         - (e.origin + e.x) - e.width
       ELSE e.origin + e.x END AS REAL) AS x,
  CAST(CASE WHEN NOT e.shown THEN NULL WHEN e.axis = 0 AND NOT e.is_free THEN e.origin + e.y ELSE e.y END AS REAL) AS y,
  CAST(CASE WHEN e.shown THEN e.width END AS REAL) AS width,
  CAST(CASE WHEN e.shown THEN e.height END AS REAL) AS height,
  CAST(CASE WHEN e.shown THEN e.z_index
    + CASE WHEN e.z_stride > 0 THEN e.z_stride * e.section + e.item ELSE 0 END END AS INTEGER) AS z_index,
  CAST(e.stale AS INTEGER) AS stale, CAST(e.shown AS INTEGER) AS shown
FROM (
  SELECT l.name AS layout, p.id AS preparation_id, p.axis, p.is_free, p.is_mirrored, p.z_stride,
    i.id AS item_id, i.key, h.section_id, a.x, a.y, a.width, a.height, a.z_index, EXISTS
      (SELECT 1 FROM lc_shown_band AS v WHERE v.preparation_id = b.preparation_id AND v.slot = b.slot) AS shown,
    (SELECT o.origin FROM lc_band_before AS o WHERE o.preparation_id = p.id AND o.slot = b.slot) AS origin,
    (SELECT o.counts & 2147483647 FROM lc_band_before AS o WHERE o.preparation_id = p.id AND o.slot = g.slot)
      AS section,
    a.item - b.first_cell
      + CASE WHEN p.is_free THEN coalesce((SELECT r.first_index - r.first_number FROM lc_reordered AS r
          WHERE r.preparation_id = p.id AND r.section_id = h.section_id AND r.first_number <= a.item
          ORDER BY r.first_number DESC LIMIT 1), 0)
          ELSE (SELECT o.counts >> 31 FROM lc_band_before AS o WHERE o.preparation_id = p.id AND o.slot = b.slot) END
      AS item,
    (SELECT f.is_superseded OR f.is_restructured FROM lc_freshness AS f WHERE f.layout_id = l.id)
      OR (SELECT f.is_stale FROM lc_band_freshness AS f WHERE f.band_id = b.id) AS stale
  FROM layout AS l CROSS JOIN lc_preparation AS p ON p.layout_id = l.id AND p.is_shown
  CROSS JOIN lc_band AS g ON likelihood(g.preparation_id = +p.id, 0.0625) AND g.begins_section
    AND g.first_position = -1e301
    AND EXISTS (SELECT 1 FROM lc_shown_band AS v WHERE v.preparation_id = p.id AND v.slot = g.slot)
  JOIN item AS h ON h.section_id = g.section_id
  JOIN item AS i ON (h.id = i.id OR h.original_id = i.id) AND i.id = coalesce(h.original_id, h.id)
  CROSS JOIN lc_band AS b INDEXED BY lc_band_section ON b.section_id = h.section_id AND b.preparation_id = p.id
    AND b.first_position = CASE WHEN p.is_free THEN -1e301 ELSE
      (SELECT max(o.first_position) FROM lc_band AS o INDEXED BY lc_band_section
       WHERE o.section_id = h.section_id AND o.preparation_id = p.id AND o.first_position <= h.position) END
  CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
    AND (a.detail_count + a.numbers > 0 OR b.first_item_id IS NULL
         OR i.id - b.first_item_id - a.block_item_shift BETWEEN a.first AND a.first + a.count - 1)
    AND coalesce(b.first_item_id + a.item, 0) + a.item_shift = i.id
  WHERE i.original_id IS NULL AND NOT b.is_estimated AND a.element IS NULL AND a.width >= 0
) AS e;

-- A section that takes no room ends before the spacing that precedes it.
CREATE VIEW section_frames AS -- Each section of each layout: the strip that it occupies; on a canvas, a box.
SELECT p.layout, CAST(p.section AS INTEGER) AS section, CAST(p.title AS TEXT) AS title,
  CAST(CASE WHEN p.is_free THEN (SELECT min(a.x) FROM lc_band AS b INDEXED BY lc_band_section
         CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
         WHERE b.section_id = p.section_id AND b.preparation_id = p.preparation_id)
       WHEN p.axis = 0 THEN 0.0 WHEN p.is_mirrored THEN p.content_length - max(p.section_start, p.section_end)
       ELSE p.section_start END AS REAL) AS x,
  CAST(CASE WHEN p.is_free THEN (SELECT min(a.y) FROM lc_band AS b INDEXED BY lc_band_section
         CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
         WHERE b.section_id = p.section_id AND b.preparation_id = p.preparation_id)
       WHEN p.axis = 0 THEN p.section_start ELSE 0.0 END AS REAL) AS y,
  CAST(CASE WHEN p.is_free THEN (SELECT max(a.x + a.width) - min(a.x) FROM lc_band AS b INDEXED BY lc_band_section
         CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
         WHERE b.section_id = p.section_id AND b.preparation_id = p.preparation_id)
       WHEN p.axis = 0 THEN p.content_cross_length ELSE max(0.0, p.section_end - p.section_start) END AS REAL)
    AS width,
  CAST(CASE WHEN p.is_free THEN (SELECT max(a.y + a.height) - min(a.y) FROM lc_band AS b INDEXED BY lc_band_section
         CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
         WHERE b.section_id = p.section_id AND b.preparation_id = p.preparation_id)
       WHEN p.axis = 0 THEN max(0.0, p.section_end - p.section_start)
       ELSE p.content_cross_length END AS REAL) AS height,
  CAST(p.item_count AS INTEGER) AS item_count, CAST(p.stale AS INTEGER) AS stale,
  CAST(p.section_id AS INTEGER) AS section_id
FROM lc_section AS p;

-- Unprepared parts count with their estimated length. At least one section is stale if some went or changed places: the
-- remaining ones need not be stale themselves. It is whole if every trigger that the program made is there. So is
-- the top of the tree of sums, which agrees with its nodes.
CREATE VIEW layout_status AS -- Each layout: its contents, and how many sections are stale.
SELECT f.layout, d.name AS dataset,
  c.kind,
  l.container_width, l.container_height,
  CAST(coalesce(c.total_sections, 0) AS INTEGER) AS section_count,
  CAST(coalesce(c.total_items, 0) AS INTEGER) AS item_count,
  CAST(coalesce(c.total_elements, 0)
    + (SELECT count(*) FROM lc_section_element AS e
       WHERE e.preparation_id = c.id AND e.section_id >= 0) AS INTEGER) AS element_count,
  CAST(coalesce(CASE c.axis WHEN 0 THEN c.content_cross_length ELSE c.content_length END, 0.0) AS REAL)
    AS content_width,
  CAST(coalesce(CASE c.axis WHEN 0 THEN c.content_length ELSE c.content_cross_length END, 0.0) AS REAL)
    AS content_height,
  CAST(max(CASE WHEN f.preparation_id IS NULL OR f.is_superseded
           THEN (SELECT count(*) FROM section AS s WHERE s.dataset_id = l.dataset_id)
           ELSE (SELECT count(*) FROM (
               SELECT b.section_id FROM lc_band AS b INDEXED BY lc_band_stale
               WHERE b.preparation_id = f.preparation_id AND b.is_stale AND b.section_id IS NOT NULL
               UNION
               SELECT t.section_id FROM lc_stale_range AS t WHERE t.preparation_id = f.preparation_id
               UNION
               SELECT s.id FROM section AS s
               WHERE s.dataset_id = c.dataset_id AND (c.is_restructured OR NOT c.is_outlined) AND NOT EXISTS
                 (SELECT 1 FROM lc_band AS b WHERE b.section_id = s.id AND b.preparation_id = c.id))) END,
      f.is_superseded OR f.is_restructured) AS INTEGER) AS stale_sections,
  CAST(f.is_complete AS INTEGER) AS is_complete,
  l.measure,
  CAST((SELECT count(*) FROM lc_schema AS n CROSS JOIN sqlite_schema AS t
        ON instr(char(10) || n.names || char(10), char(10) || t.name || char(10)) > 0 WHERE n.part = 'triggers')
    = (SELECT length(n.names) - length(replace(n.names, char(10), '')) + 1 FROM lc_schema AS n
       WHERE n.part = 'triggers')
    AND (coalesce(c.slot_count, 0) = 0 OR EXISTS (SELECT 1 FROM lc_sum AS s
      WHERE s.preparation_id = c.id AND s.node = 0 AND 1 << 4 * s.level >= c.slot_count AND (s.level = 1 OR
        (s.items, s.elements, s.sections) = (SELECT sum(t.items), sum(t.elements), sum(t.sections) FROM lc_sum AS t
         WHERE t.preparation_id = c.id AND t.level = s.level - 1)))) AS INTEGER) AS is_whole
FROM lc_freshness AS f CROSS JOIN layout AS l ON l.id = f.layout_id
LEFT JOIN dataset AS d ON d.id = l.dataset_id LEFT JOIN lc_content AS c ON c.id = f.preparation_id;

-- By the index of a section that scrolls orthogonally; no row means 0.
CREATE VIEW orthogonal_offset (layout, section, offset) AS -- How far orthogonal sections were scrolled.
SELECT o.layout,
  CAST((SELECT count(*) FROM section AS t WHERE t.dataset_id = s.dataset_id AND t.position < s.position) AS INTEGER),
  o.offset
FROM section_offset AS o CROSS JOIN section AS s ON s.id = o.section_id;

CREATE VIEW layout_readme (name, purpose, example) AS -- The tables and views: the first topic of layout_help.
SELECT name, text, example FROM layout_help WHERE topic = 'tables';
