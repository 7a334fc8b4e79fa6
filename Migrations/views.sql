-- The views to query. Views without a prefix are the contract; views that begin with lc_ are their parts.
--
-- SQLite expands a part again for every mention. DISTINCT, or a second part without rows, keeps it from doing so, and
-- lets conditions on the layout through. Nodes of the tree and neighbours of bands are read in subqueries. To a join
-- SQLite adds, once ANALYZE has run, a Bloom filter for which it reads the whole table. Indexes of bands are named,
-- since without statistics SQLite considers a scan of the whole layout as good.

-- The slots that a band hides end at its hidden_until; each slot is hidden by one band at most.
CREATE VIEW lc_shown_band AS -- The bands that no fold hides: the one place that decides what shows.
SELECT * FROM lc_band AS b
WHERE coalesce((SELECT h.slot FROM lc_band AS h INDEXED BY lc_band_fold
                WHERE h.preparation_id = b.preparation_id AND h.hidden_until >= b.slot
                ORDER BY h.hidden_until LIMIT 1), b.slot) >= b.slot;

-- Along the scroll axis another header, footer or inset changes the first band and the last one; across it, all bands.
-- A canvas has none of them, and a spreadsheet has insets alone.
CREATE VIEW lc_resized (preparation_id, dataset_id, section_id, is_whole) AS -- The notes of resized sections.
SELECT p.id, p.dataset_id, r.id, r.first_position = 2 - p.axis
FROM lc_preparation AS p CROSS JOIN lc_section_mark AS r
ON r.owner IN (0, p.measure) AND r.kind = 'resized'
WHERE NOT p.is_free AND (r.first_position > 0 OR p.kind <> 'spreadsheet');

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
  CAST(CASE WHEN z.is_whole THEN -9e999 ELSE 2e301 * n.number - 1e301 END AS REAL),
  CAST(CASE WHEN z.is_whole THEN 9e999 ELSE 2e301 * n.number - 1e301 END AS REAL)
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
-- It has marks if triggers marked anything that preparations have not taken over yet, in whatever layout.
CREATE VIEW lc_freshness AS -- The state of each layout: the one place that decides whether it is stale.
SELECT l.id AS layout_id, l.name AS layout, l.dataset_id, p.id AS preparation_id,
  coalesce(p.definition IS NOT l.definition OR p.container_width IS NOT l.container_width
    OR p.container_height IS NOT l.container_height OR p.dataset_id IS NOT l.dataset_id
    OR p.measure IS NOT l.measure OR p.is_replaced
    OR d.journal IS NOT NULL AND l.dataset_id IN (SELECT a.dataset_id FROM lc_awaited AS a), 0) AS is_superseded,
  coalesce(p.is_restructured, 0) AS is_restructured, coalesce(p.is_complete, 0) AS is_complete,
  EXISTS (SELECT 1 FROM lc_run INDEXED BY lc_run_changed WHERE changes > 0) OR EXISTS (SELECT 1 FROM lc_measured)
    OR EXISTS (SELECT 1 FROM lc_section_mark AS n WHERE n.kind = 'resized') OR EXISTS (SELECT 1 FROM lc_moved)
    AS has_marks
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
SELECT p.*, s.level AS top_level, s.length AS total_length, s.items AS total_items, s.elements AS total_elements,
  s.sections AS total_sections, s.overhang_before AS greatest_overhang_before,
  s.overhang_after AS greatest_overhang_after,
  coalesce(CASE WHEN p.is_free THEN s.overhang_after
    WHEN s.sections > 0 AND (s.items > 0 OR NOT p.hides_empty OR EXISTS (
      SELECT 1 FROM lc_band AS h INDEXED BY lc_band_fold WHERE h.preparation_id = p.id AND h.hidden_until > 0
        AND h.is_header AND h.element_count + h.section_element_count > 0))
    THEN s.length - p.section_spacing ELSE s.length END, 0.0) AS content_length,
  CASE p.kind WHEN 'spreadsheet' THEN max(coalesce(p.cross_length, 0.0), coalesce(s.cross_length, 0.0))
    ELSE coalesce(p.cross_length, s.cross_length, 0.0) END AS content_cross_length
FROM lc_preparation AS p LEFT JOIN lc_sum AS s ON s.preparation_id = p.id AND s.node = 0
  AND s.level = (SELECT max(t.level) FROM lc_sum AS t WHERE t.preparation_id = p.id);

-- A band's sums are in each node above it, of the children before its own. All of them are the sums of an only child
-- that stands before it.
CREATE VIEW lc_band_origin (preparation_id, slot, length, origin) AS -- Each band's beginning along the scroll axis.
SELECT b.preparation_id, b.slot, b.length,
  (SELECT total(CASE coalesce(16 + (s.only_child < c.number), c.number)
      WHEN 17 THEN s.length
      WHEN 1 THEN length_1 WHEN 2 THEN length_2 WHEN 3 THEN length_3 WHEN 4 THEN length_4
      WHEN 5 THEN length_5 WHEN 6 THEN length_6 WHEN 7 THEN length_7 WHEN 8 THEN length_8
      WHEN 9 THEN length_9 WHEN 10 THEN length_10 WHEN 11 THEN length_11 WHEN 12 THEN length_12
      WHEN 13 THEN length_13 WHEN 14 THEN length_14 WHEN 15 THEN length_15 END)
   FROM lc_number AS k CROSS JOIN lc_number AS c ON c.number = (b.slot - 1) >> 4 * k.number - 4 & 15
   CROSS JOIN lc_sum AS s
   ON s.preparation_id = coalesce(b.preparation_id, k.number) AND s.level = +k.number
     AND s.node = (b.slot - 1) >> 4 * k.number
   WHERE k.number BETWEEN 1 AND length(printf('%x', b.slot - 1)))
FROM lc_band AS b;

-- Both are one number, since each sum takes time: items × 2^31 + sections. Of the items, those before the section are
-- taken off.
CREATE VIEW lc_band_index (preparation_id, slot, counts) AS -- Each band's section and, × 2^31, first item, by index.
SELECT b.preparation_id, b.slot,
  (SELECT sum((CASE coalesce(16 + (s.only_child < c.number), c.number)
      WHEN 17 THEN s.items << 31 | s.sections
      WHEN 1 THEN counts_1 WHEN 2 THEN counts_2 WHEN 3 THEN counts_3 WHEN 4 THEN counts_4
      WHEN 5 THEN counts_5 WHEN 6 THEN counts_6 WHEN 7 THEN counts_7 WHEN 8 THEN counts_8
      WHEN 9 THEN counts_9 WHEN 10 THEN counts_10 WHEN 11 THEN counts_11 WHEN 12 THEN counts_12
      WHEN 13 THEN counts_13 WHEN 14 THEN counts_14 WHEN 15 THEN counts_15 ELSE 0 END
      & h.mask) * h.sign) - NOT b.begins_section
   FROM (SELECT b.slot AS slot, CASE WHEN b.begins_section THEN 2147483647 ELSE -1 END AS mask, 1 AS sign
         WHERE b.section_id IS NOT NULL
         UNION ALL
         SELECT (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
           WHERE g.section_id = b.section_id AND g.preparation_id = b.preparation_id
             AND g.first_position = -1e301 AND g.begins_section), -2147483648, -1
         WHERE NOT b.begins_section) AS h
   CROSS JOIN lc_number AS k ON k.number BETWEEN 1 AND length(printf('%x', h.slot - 1))
   CROSS JOIN lc_number AS c ON c.number = (h.slot - 1) >> 4 * k.number - 4 & 15
   CROSS JOIN lc_sum AS s
   ON s.preparation_id = coalesce(b.preparation_id, k.number) AND s.level = +k.number
     AND s.node = (h.slot - 1) >> 4 * k.number)
FROM lc_band AS b;

-- A detail states other values than its block. The box and the shared values of the block are with each element, for a
-- condition to test first. The item is the index in the band of a cell, or of another element's item. NULL: none. An
-- item's id is coalesce(lc_band.first_item_id + item, 0) + item_shift.
CREATE VIEW lc_frame AS -- Each element of each block, relative to its band's origin and frame_start.
SELECT f.*, coalesce(d.z_index, f.own_z_index) AS z_index,
  CASE WHEN d.id IS NULL THEN f.own_element ELSE d.element END AS element,
  CASE WHEN d.id IS NOT NULL THEN d.item WHEN f.numbers = 1 THEN f.own_number & 2147483647 ELSE f.own_index END
    AS item,
  CASE WHEN d.id IS NOT NULL THEN d.item_shift WHEN f.numbers = 0 THEN f.block_item_shift
    WHEN f.numbers = 1 THEN f.own_number >> 31 ELSE f.own_number END AS item_shift
FROM (
  SELECT b.id AS block_id, n.number,
    CASE n.number WHEN 0 THEN x_0 WHEN 1 THEN x_1 WHEN 2 THEN x_2 WHEN 3 THEN x_3 WHEN 4 THEN x_4 WHEN 5 THEN x_5
      WHEN 6 THEN x_6 WHEN 7 THEN x_7 WHEN 8 THEN x_8 WHEN 9 THEN x_9 WHEN 10 THEN x_10 WHEN 11 THEN x_11
      WHEN 12 THEN x_12 WHEN 13 THEN x_13 WHEN 14 THEN x_14 ELSE x_15 END / (1 << b.shift) AS x,
    CASE n.number WHEN 0 THEN y_0 WHEN 1 THEN y_1 WHEN 2 THEN y_2 WHEN 3 THEN y_3 WHEN 4 THEN y_4 WHEN 5 THEN y_5
      WHEN 6 THEN y_6 WHEN 7 THEN y_7 WHEN 8 THEN y_8 WHEN 9 THEN y_9 WHEN 10 THEN y_10 WHEN 11 THEN y_11
      WHEN 12 THEN y_12 WHEN 13 THEN y_13 WHEN 14 THEN y_14 ELSE y_15 END / (1 << b.shift) AS y,
    CASE n.number WHEN 0 THEN width_0 WHEN 1 THEN width_1 WHEN 2 THEN width_2 WHEN 3 THEN width_3 WHEN 4 THEN width_4
      WHEN 5 THEN width_5 WHEN 6 THEN width_6 WHEN 7 THEN width_7 WHEN 8 THEN width_8 WHEN 9 THEN width_9
      WHEN 10 THEN width_10 WHEN 11 THEN width_11 WHEN 12 THEN width_12 WHEN 13 THEN width_13 WHEN 14 THEN width_14
      ELSE width_15 END / (1 << b.shift) AS width,
    CASE n.number WHEN 0 THEN height_0 WHEN 1 THEN height_1 WHEN 2 THEN height_2 WHEN 3 THEN height_3
      WHEN 4 THEN height_4 WHEN 5 THEN height_5 WHEN 6 THEN height_6 WHEN 7 THEN height_7 WHEN 8 THEN height_8
      WHEN 9 THEN height_9 WHEN 10 THEN height_10 WHEN 11 THEN height_11 WHEN 12 THEN height_12 WHEN 13 THEN height_13
      WHEN 14 THEN height_14 ELSE height_15 END / (1 << b.shift) AS height,
    b.z_index AS own_z_index, b.element AS own_element,
    CASE WHEN b.numbers > 0 THEN CASE n.number WHEN 0 THEN number_0 WHEN 1 THEN number_1 WHEN 2 THEN number_2
      WHEN 3 THEN number_3 WHEN 4 THEN number_4 WHEN 5 THEN number_5 WHEN 6 THEN number_6 WHEN 7 THEN number_7
      WHEN 8 THEN number_8 WHEN 9 THEN number_9 WHEN 10 THEN number_10 WHEN 11 THEN number_11 WHEN 12 THEN number_12
      WHEN 13 THEN number_13 WHEN 14 THEN number_14 ELSE number_15 END END AS own_number,
    b.first + n.number AS own_index,
    CASE WHEN b.detail_count THEN (b.id << 4) + n.number END AS detail,
    b.min_x, b.min_y, b.max_x, b.max_y, b.first, b.count, b.detail_count, b.numbers, b.item_shift AS block_item_shift
  FROM lc_block AS b CROSS JOIN lc_number AS n ON n.number < b.count
) AS f LEFT JOIN lc_detail AS d ON d.id = f.detail;

-- The elements that overlap each layout's row of viewport, without elements that only touch its edge or have no area.
-- Those that stick by level, that are frozen or circular lines of a sheet, or that move are at their natural places.
-- 1. layout_viewport: each layout with its viewport's beginning and extent along the scroll axis. The bands of a canvas
--    lie on one plane. The axis is -1 for a mirrored layout.
-- 2. lap_range: the last lap in it of a layout that wraps, and the viewport in the content's direction, from low to
--    high. Any other layout has the one lap 0. Elements that hang out of the content belong to a neighbouring lap as
--    well. At its end they count from the end of the spacing that the last section goes without. If the content has
--    become much shorter than when the viewport was set, its first thousand laps are looked through. For an element
--    longer than a thousand laps, it is the last thousand.
-- 3. band_range: the bands in each lap. They are the slot of the first × 2^24, and how many slots later the last one
--    is. It goes down the tree of sums twice. Of each node, the last child that begins before the place leads on. There
--    is none beyond the end. Beside an only child stand bands of no length, whose elements may reach far. That each
--    condition names step keeps SQLite from adding a Bloom filter. In a mirrored layout laps run the other way.
-- 4. region: where to search. 0: the elements that depend on the extent of a section, with its first band in the lap.
--    Without a band, 1: those that depend on the extent of the content. 2: all elements of a canvas. 3: the elements of
--    a band that stay. 4: those that move with the offset of an orthogonal section.
-- 5. candidate: the entries of the R*Tree that overlap it, and elements that depend on an extent, at natural places. A
--    header may shrink by as much as it was scrolled past. Beyond 2^23 bands the first dimension is too coarse to
--    separate neighbours. A band that was counted again, and not laid out yet, has cells of other bands' items, and of
--    removed ones: after last_cell. A pinned element follows its line up to its bound, and stays in layouts with
--    sticky items. The part is 3 or 4 in an orthogonal section only, and 1 for a pinned header.
-- 6. placement: the same at visible places. A pinned header follows the viewport's beginning, a pinned footer its end,
--    within the section. For all, what is added to a place in the band.
-- 7. element: the frames of all elements.
-- Columns are cast since with a type, a number that is passed as text finds what it names. A section's own elements,
-- such as its header, carry its title. Unselected columns, such as stale, are not computed.
CREATE VIEW visible AS -- The elements that overlap each layout's row of viewport.
WITH
layout_viewport AS (
  SELECT DISTINCT v.layout, c.id AS preparation_id, c.is_free, c.top_level,
    CASE WHEN c.is_mirrored THEN -1 ELSE c.axis END AS axis, c.content_length, c.section_spacing,
    c.greatest_overhang_before AS overhang_before, c.greatest_overhang_after AS overhang_after,
    CASE WHEN c.wraps AND c.kind <> 'spreadsheet' THEN c.wrap_spacing END AS lap_spacing,
    CASE c.axis WHEN 0 THEN v.y ELSE v.x END AS beginning, CASE c.axis WHEN 0 THEN v.height ELSE v.width END AS extent
  FROM viewport AS v CROSS JOIN layout AS l ON l.name = v.layout
  CROSS JOIN lc_content AS c ON c.layout_id = l.id AND c.is_shown
  WHERE v.width > 0 AND v.height > 0
),
lap_range AS (
  SELECT DISTINCT *,
    coalesce(CAST((min(high, low + 1000 * (lap_length + section_spacing)) + overhang_before) / lap_length
      AS INTEGER), 0) AS last
  FROM (SELECT layout, preparation_id, is_free, top_level, axis, content_length, section_spacing, overhang_before,
      overhang_after, coalesce(CASE WHEN content_length > 0 THEN content_length + lap_spacing END, 0.0) AS lap_length,
      CASE WHEN axis < 0 THEN content_length - beginning - extent ELSE beginning END AS low,
      CASE WHEN axis < 0 THEN content_length - beginning ELSE beginning + extent END AS high
    FROM layout_viewport)
),
band_range AS (
  SELECT DISTINCT l.layout, l.preparation_id, l.axis, l.content_length,
    CASE WHEN l.axis < 0 THEN n.number - l.last ELSE l.last - n.number END AS lap,
    (l.last - n.number) * l.lap_length AS lap_start, l.section_spacing, l.low, l.high,
    (WITH RECURSIVE step (rest, level, node) AS (
       SELECT CASE e.number WHEN 0 THEN l.low - l.overhang_after - 0.001 ELSE l.high + l.overhang_before + 0.001 END
         - (l.last - n.number) * l.lap_length, l.top_level, 0
       FROM lc_number AS e WHERE e.number < 2 AND NOT l.is_free
       UNION ALL
       SELECT p.rest - CASE coalesce(16 + (s.only_child < c.number), c.number) WHEN 17 THEN s.length
         WHEN 1 THEN length_1 WHEN 2 THEN length_2 WHEN 3 THEN length_3 WHEN 4 THEN length_4
         WHEN 5 THEN length_5 WHEN 6 THEN length_6 WHEN 7 THEN length_7 WHEN 8 THEN length_8
         WHEN 9 THEN length_9 WHEN 10 THEN length_10 WHEN 11 THEN length_11 WHEN 12 THEN length_12
         WHEN 13 THEN length_13 WHEN 14 THEN length_14 WHEN 15 THEN length_15 ELSE 0.0 END,
         p.level - 1, p.node << 4 | c.number
       FROM step AS p CROSS JOIN lc_sum AS s
         ON s.preparation_id = coalesce(l.preparation_id, p.level) AND s.level = p.level AND s.node = p.node
       CROSS JOIN lc_number AS c ON c.number = CASE
         WHEN s.only_child IS NOT NULL
           THEN CASE WHEN p.rest < 0 THEN 0 WHEN p.rest < s.length THEN s.only_child ELSE 15 END
         WHEN p.rest < length_1 THEN 0 WHEN p.rest < length_2 THEN 1 WHEN p.rest < length_3 THEN 2
         WHEN p.rest < length_4 THEN 3 WHEN p.rest < length_5 THEN 4 WHEN p.rest < length_6 THEN 5
         WHEN p.rest < length_7 THEN 6 WHEN p.rest < length_8 THEN 7 WHEN p.rest < length_9 THEN 8
         WHEN p.rest < length_10 THEN 9 WHEN p.rest < length_11 THEN 10 WHEN p.rest < length_12 THEN 11
         WHEN p.rest < length_13 THEN 12 WHEN p.rest < length_14 THEN 13 WHEN p.rest < length_15 THEN 14
         ELSE 15 END)
     SELECT (min(node + 1) << 24) + CASE count(*) WHEN 2 THEN max(node) - min(node) ELSE 16777215 END
     FROM step WHERE level = 0) AS slots
  FROM lap_range AS l CROSS JOIN lc_number AS n ON n.number <=
    coalesce(CAST((l.high - l.low + l.overhang_before + l.overhang_after + l.section_spacing) / l.lap_length AS INTEGER)
      + 2, 0)
),
region AS (
  SELECT r.layout, r.preparation_id, r.axis, r.content_length, r.lap, r.low, r.high, n.number AS part,
    CASE n.number WHEN 2 THEN -r.preparation_id ELSE b.id END AS plane,
    CASE n.number WHEN 4 THEN b.orthogonal * max(b.least_offset, min(coalesce(o.offset, 0.0), b.greatest_offset))
      ELSE 0.0 END AS shift,
    r.lap_start + coalesce((SELECT f.origin + (n.number > 2) * b.frame_start FROM lc_band_origin AS f
      WHERE f.preparation_id = r.preparation_id
      AND f.slot = CASE WHEN n.number OR b.begins_section THEN b.slot ELSE
        (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section WHERE g.section_id = b.section_id
         AND g.preparation_id = r.preparation_id AND g.first_position = -1e301 AND g.begins_section) END), 0.0)
      AS start,
    r.lap_start + CASE n.number WHEN 0 THEN (SELECT l.origin + l.length FROM lc_band_origin AS l
        WHERE l.preparation_id = r.preparation_id AND l.slot = CASE WHEN b.is_header THEN b.slot ELSE
          (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
           WHERE g.section_id = b.section_id AND g.preparation_id = r.preparation_id
           ORDER BY g.first_position DESC, g.slot DESC LIMIT 1) END) - r.section_spacing
      ELSE r.content_length END AS stop
  FROM band_range AS r CROSS JOIN lc_number AS n ON n.number < 5
  LEFT JOIN lc_shown_band AS b ON n.number NOT BETWEEN 1 AND 2 AND b.preparation_id = r.preparation_id
    AND b.slot >= r.slots >> 24 AND b.slot <= (r.slots >> 24) + (r.slots & 16777215)
  LEFT JOIN section_offset AS o ON n.number = 4 AND o.layout = r.layout AND o.section_id = b.section_id
  WHERE +n.number = 3 AND b.element_count > 0 OR +n.number = 4 AND b.orthogonal <> 0
    OR +n.number = 2 AND r.slots IS NULL
    OR +n.number < 2 AND (n.number OR b.begins_section OR b.slot = r.slots >> 24) AND EXISTS
      (SELECT 1 FROM lc_section_element AS e WHERE e.preparation_id = r.preparation_id
       AND e.is_of_content = n.number AND e.section_id = coalesce(b.section_id, 0))
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0
),
candidate AS (
  SELECT s.layout, s.preparation_id, s.axis, s.content_length, s.lap, coalesce(r.id << 3, 0) AS block_id,
    b.id AS band_id, b.section_id, b.first_item_id, b.first_cell,
    CASE WHEN b.is_stale AND NOT c.is_free THEN b.first_cell + b.item_count - 1 END AS last_cell,
    CASE WHEN e.pins AND e.edge = 0 THEN 1 WHEN s.part = 2 OR s.part > 2 AND b.orthogonal THEN s.part ELSE 0 END
      AS part,
    e.element, e.z_index, e.edge,
    CASE e.edge WHEN 1 THEN s.stop WHEN 3 THEN (s.start + s.stop) / 2 ELSE s.start END + coalesce(e.start, 0.0)
      AS natural,
    CASE WHEN e.pins AND (e.edge OR c.sticky IS NULL OR c.wraps) THEN CASE e.edge
      WHEN 1 THEN s.high - c.pin_end - e.pin_shift ELSE s.low + c.pin_start + e.pin_shift END END AS line,
    CASE e.edge WHEN 1 THEN s.start + e.reserve ELSE s.stop - e.reserve END AS bound,
    coalesce(e.cross_start, -s.shift) AS across, coalesce(e.cross_length, 0.0) AS cross_length,
    coalesce(CASE e.edge WHEN 2 THEN max(0.0, s.stop - e.reserve - s.start - e.start) END,
      max(CASE WHEN c.sticky IS NULL OR c.wraps THEN e.minimum END,
        e.length - max(0.0, s.low + c.pin_start + e.pin_shift - (s.start + e.start))), e.length, 0.0) AS length,
    (SELECT f.counts FROM lc_band_index AS f WHERE f.preparation_id = b.preparation_id AND f.slot = b.slot) AS counts
  FROM region AS s CROSS JOIN viewport AS v ON v.layout = s.layout
  CROSS JOIN lc_preparation AS c ON c.id = s.preparation_id
  LEFT JOIN lc_rtree AS r ON r.plane1 >= CASE WHEN s.part > 1 THEN s.plane END AND r.plane0 <= s.plane
    AND r.x1 >= CASE s.axis WHEN 0 THEN v.x + s.shift ELSE s.low - s.start END
    AND r.x0 <= CASE s.axis WHEN 0 THEN v.x + v.width + s.shift ELSE s.high - s.start END
    AND r.y1 >= CASE s.axis WHEN 0 THEN s.low - s.start ELSE v.y + s.shift END
    AND r.y0 <= CASE s.axis WHEN 0 THEN s.high - s.start ELSE v.y + v.height + s.shift END
  LEFT JOIN lc_band AS b ON b.id = CASE WHEN s.part < 2 THEN s.plane ELSE r.id >> 17 END
  LEFT JOIN lc_section_element AS e ON e.preparation_id = s.preparation_id
    AND e.is_of_content = s.part AND e.section_id = coalesce(b.section_id, 0)
  WHERE b.id IS s.plane OR s.part = 2 AND b.preparation_id = s.preparation_id
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL WHERE 0
),
placement AS (
  SELECT p.layout, p.preparation_id, p.lap, p.part, p.element, p.z_index, p.block_id, p.band_id,
    p.section_id, p.first_item_id, p.first_cell, p.last_cell, p.counts, p.axis < 0 AS is_turned,
    CASE p.axis WHEN 0 THEN p.across ELSE (p.axis < 0) * p.content_length + p.axis * p.place END AS dx,
    CASE p.axis WHEN 0 THEN p.place ELSE p.across END AS dy,
    CASE p.axis WHEN 0 THEN p.cross_length ELSE p.length END AS width,
    CASE p.axis WHEN 0 THEN p.length ELSE p.cross_length END AS height
  FROM (
    SELECT *, CASE WHEN line IS NULL THEN natural WHEN edge = 1 THEN min(natural, max(line - length, bound))
        ELSE max(natural, min(line, bound - length)) END AS place
    FROM candidate
  ) AS p
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL WHERE 0
),
element AS (
  SELECT s.layout, s.preparation_id, s.band_id, s.lap, s.section_id, s.part, s.first_item_id, s.first_cell,
    s.last_cell, s.counts, s.is_turned, coalesce(s.element, a.own_element) AS own_element,
    coalesce(s.z_index, a.own_z_index) AS own_z_index, a.numbers, a.own_number, a.own_index, a.block_item_shift,
    a.detail, s.dx + (1 - 2 * s.is_turned) * a.x AS x, s.dy + a.y AS y, s.width + a.width AS width,
    s.height + a.height AS height
  FROM placement AS s
  CROSS JOIN viewport AS v ON v.layout = s.layout
  CROSS JOIN lc_frame AS a ON a.block_id BETWEEN s.block_id AND s.block_id + 7
  WHERE s.dy + s.height + a.max_y >= v.y AND s.dy + a.min_y <= v.y + v.height
    AND s.dx + CASE WHEN s.is_turned THEN -a.min_x ELSE s.width + a.max_x END >= v.x
    AND s.dx - CASE WHEN s.is_turned THEN s.width + a.max_x ELSE -a.min_x END <= v.x + v.width
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL, NULL, NULL, NULL WHERE 0
)
SELECT e.layout,
  CAST(CASE WHEN e.element IS NULL THEN 'cell' ELSE k.category END AS TEXT) AS kind,
  k.name AS element_kind, CAST(e.section AS INTEGER) AS section,
  CAST(coalesce(e.own_item + CASE e.part WHEN 2 THEN
      coalesce((SELECT r.first_index - r.first_number FROM lc_reordered AS r
      WHERE r.preparation_id = e.preparation_id AND r.section_id = e.section_id AND r.first_number <= e.own_item
      ORDER BY r.first_number DESC LIMIT 1), 0) ELSE (e.counts >> 31) - e.first_cell END, 0) AS INTEGER) AS item,
  CAST(e.x - e.is_turned * e.width AS REAL) AS x, CAST(e.y AS REAL) AS y,
  CAST(e.width AS REAL) AS width, CAST(e.height AS REAL) AS height,
  CAST(e.z_index + (SELECT p.z_stride * coalesce(e.section, 0)
      + CASE WHEN p.z_stride = 0 OR e.element IS NOT NULL THEN 0
          WHEN p.is_free THEN e.own_item ELSE e.own_item + (e.counts >> 31) - e.first_cell END
    FROM lc_preparation AS p WHERE p.id = e.preparation_id) AS INTEGER) AS z_index,
  i.key, i.payload,
  CAST(CASE WHEN e.last_cell IS NOT NULL
      OR e.preparation_id IN (SELECT preparation_id FROM lc_freshness WHERE is_superseded OR is_restructured) THEN 1
    WHEN e.part = 2 OR EXISTS (SELECT 1 FROM lc_freshness WHERE has_marks) THEN
      coalesce((SELECT f.is_stale FROM lc_band_freshness AS f WHERE f.band_id = e.band_id), 0) ELSE 0 END AS INTEGER)
    AS stale,
  CAST(e.lap AS INTEGER) AS lap, i.id AS item_id, CAST(e.section_id AS INTEGER) AS section_id,
  CAST(CASE WHEN e.item_shift IS NULL THEN (SELECT t.title FROM section AS t WHERE t.id = e.section_id) END AS TEXT)
    AS title,
  CAST(1 AS REAL) AS scale, CAST(0 AS REAL) AS rotation, CAST(1 AS REAL) AS opacity, CAST(0 AS REAL) AS dx,
  CAST(0 AS REAL) AS dy,
  (SELECT CAST(CASE WHEN e.part = 1 AND c.sticky IS NOT NULL AND NOT c.wraps
      OR (e.element IS NULL OR k.moves_with_cells AND e.item_shift IS NOT NULL)
        AND (c.kind = 'spreadsheet' AND (c.wraps OR c.wraps_across)
          OR (SELECT b.motion FROM lc_band AS b WHERE b.id = e.band_id) IS NOT NULL)
      OR e.element IS NULL AND (c.sticky IS NOT NULL AND NOT c.wraps AND i.sticky_level IS NOT NULL OR EXISTS
        (SELECT 1 FROM lc_frozen_lines AS f
         WHERE f.preparation_id = e.preparation_id AND f.section_id = e.section_id
           AND (f.left_start < f.left_end AND e.x + e.width / 2 < f.left_end
             OR f.right_start < f.right_end AND e.x + e.width / 2 > f.right_start
             OR f.top_start < f.top_end AND e.y + e.height / 2 < f.top_end +
               (SELECT o.origin FROM lc_band AS b INDEXED BY lc_band_section CROSS JOIN lc_band_origin AS o
                  ON o.preparation_id = b.preparation_id AND o.slot = b.slot
                WHERE b.section_id = f.section_id AND b.preparation_id = f.preparation_id
                ORDER BY b.first_position LIMIT 1)
             OR f.bottom_start < f.bottom_end AND e.y + e.height / 2 > f.bottom_start - c.section_spacing +
               (SELECT o.origin + o.length FROM lc_band AS b INDEXED BY lc_band_section CROSS JOIN lc_band_origin AS o
                  ON o.preparation_id = b.preparation_id AND o.slot = b.slot
                WHERE b.section_id = f.section_id AND b.preparation_id = f.preparation_id
                ORDER BY b.first_position DESC LIMIT 1))))
      THEN 'natural' ELSE 'exact' END AS TEXT)
   FROM lc_preparation AS c WHERE c.id = e.preparation_id) AS placed
FROM (SELECT f.*, f.counts & 2147483647 AS section, coalesce(d.z_index, f.own_z_index) AS z_index,
    CASE WHEN d.id IS NULL THEN f.own_element ELSE d.element END AS element,
    CASE WHEN d.id IS NOT NULL THEN d.item WHEN f.numbers = 1 THEN f.own_number & 2147483647 ELSE f.own_index END
      AS own_item,
    CASE WHEN d.id IS NOT NULL THEN d.item_shift WHEN f.numbers = 0 THEN f.block_item_shift
      WHEN f.numbers = 1 THEN f.own_number >> 31 ELSE f.own_number END AS item_shift
  FROM element AS f LEFT JOIN lc_detail AS d ON d.id = f.detail) AS e
-- The R*Tree's coordinates are rounded; only the exact frame decides, and strictly.
CROSS JOIN viewport AS v ON v.layout = e.layout AND e.y < v.y + v.height AND e.y + e.height > v.y
  AND e.x - e.is_turned * e.width < v.x + v.width AND e.x + (1 - e.is_turned) * e.width > v.x
LEFT JOIN lc_element_kind AS k ON k.id = e.element
LEFT JOIN item AS i ON i.id = coalesce(e.first_item_id + e.own_item, 0) + e.item_shift
WHERE min(e.width, e.height, v.width) > 0
  AND (e.part < 3 OR e.part = 3 + (e.element IS NULL OR k.moves_with_cells))
  AND coalesce(e.own_item BETWEEN e.first_cell AND e.last_cell, 1);

-- There is no viewport, no pinning, and no R*Tree. Orthogonal sections are at offset 0.
-- In it, b are the parts that hold elements. Those are the bands that are shown, section by section, so that a
-- condition on the section is tested before its bands are read. Each element that depends on an extent is one, too,
-- with the frame of block 0. The content's own bands are sections here. last_cell is as in visible. A statement that
-- joins the view, or counts its rows, reads these parts once, and can test its conditions as it goes through the
-- frames: SQLite does neither with frames on both sides of a UNION ALL. The width is tested with the detail, after
-- conditions on a place. The likelihood keeps SQLite from adding a Bloom filter to a join with items.
CREATE VIEW element_frames AS -- All elements at their natural positions, but those that a fold hides.
SELECT b.layout,
  CAST(CASE WHEN coalesce(b.element, a.element) IS NULL THEN 'cell' ELSE k.category END AS TEXT) AS kind,
  k.name AS element_kind, CAST(b.section AS INTEGER) AS section,
  CAST(coalesce(a.item + CASE WHEN b.is_free THEN coalesce((SELECT r.first_index - r.first_number FROM lc_reordered AS r
      WHERE r.preparation_id = b.preparation_id AND r.section_id = b.section_id AND r.first_number <= a.item
      ORDER BY r.first_number DESC LIMIT 1), 0) ELSE b.first_index END, 0) AS INTEGER) AS item,
  CAST(CASE WHEN b.is_free OR b.axis = 0 THEN b.across + a.x
       WHEN b.is_mirrored THEN b.content_length - (b.origin + a.x) - (b.width + a.width)
       ELSE b.origin + a.x END AS REAL) AS x,
  CAST(CASE WHEN b.axis = 0 AND NOT b.is_free THEN b.origin + a.y ELSE b.across + a.y END AS REAL) AS y,
  CAST(b.width + a.width AS REAL) AS width, CAST(b.height + a.height AS REAL) AS height,
  CAST(b.z_index + a.z_index + b.z_stride * coalesce(b.section, 0)
    + CASE WHEN b.z_stride > 0 AND coalesce(b.element, a.element) IS NULL THEN b.first_index + a.item ELSE 0 END
    AS INTEGER) AS z_index,
  i.key, i.payload, CAST(b.stale AS INTEGER) AS stale, i.id AS item_id, CAST(b.section_id AS INTEGER) AS section_id,
  CAST(CASE WHEN a.item_shift IS NULL THEN (SELECT t.title FROM section AS t WHERE t.id = b.section_id) END AS TEXT)
    AS title,
  CAST(1 AS INTEGER) AS shown
FROM (
  SELECT DISTINCT f.layout, c.id AS preparation_id, c.axis, c.is_mirrored, c.is_free, c.z_stride, c.content_length,
    b.id << 20 AS block_id, (b.id << 20) + 1048575 AS last_block_id, g.section_id,
    CASE WHEN b.is_stale AND NOT c.is_free THEN b.first_cell + b.item_count - 1 END AS last_cell,
    b.first_cell, b.first_item_id, CASE WHEN g.section_id IS NOT NULL THEN (SELECT o.counts FROM lc_band_index AS o
      WHERE o.preparation_id = c.id AND o.slot = g.slot) & 2147483647 END AS section,
    (SELECT o.origin + b.frame_start FROM lc_band_origin AS o WHERE o.preparation_id = c.id AND o.slot = b.slot)
      AS origin,
    0.0 AS across, 0.0 AS width, 0.0 AS height, NULL AS element, 0 AS z_index,
    CASE WHEN b.slot = g.slot OR c.is_free THEN 0 ELSE
      ((SELECT o.counts FROM lc_band_index AS o WHERE o.preparation_id = c.id AND o.slot = b.slot) >> 31)
      - b.first_cell END AS first_index,
    f.is_superseded OR f.is_restructured OR CASE WHEN f.has_marks THEN
      (SELECT r.is_stale FROM lc_band_freshness AS r WHERE r.band_id = b.id) ELSE b.is_stale END AS stale
  FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id
  CROSS JOIN lc_band AS g INDEXED BY lc_band_head
    ON g.preparation_id = c.id AND (g.begins_section OR g.section_id IS NULL)
  CROSS JOIN lc_band AS b INDEXED BY lc_band_section ON b.section_id IS g.section_id AND b.preparation_id = c.id
    AND (g.section_id IS NOT NULL OR b.slot = g.slot)
  WHERE EXISTS (SELECT 1 FROM lc_shown_band AS v WHERE v.preparation_id = c.id AND v.slot = g.slot)
    AND (b.slot = g.slot OR EXISTS
      (SELECT 1 FROM lc_shown_band AS v WHERE v.preparation_id = c.id AND v.slot = b.slot))
  UNION ALL
  SELECT s.layout, s.preparation_id, s.axis, s.is_mirrored, 0, s.z_stride, s.content_length, 0, 0,
    CASE WHEN NOT s.is_of_content THEN s.section_id END, NULL, NULL, NULL, s.section,
    CASE p.edge WHEN 1 THEN s.section_end WHEN 3 THEN (s.section_start + s.section_end) / 2 ELSE s.section_start END
      + p.start,
    p.cross_start,
    CASE WHEN s.axis = 0 THEN p.cross_length
      WHEN p.edge = 2 THEN max(0.0, s.section_end - p.reserve - s.section_start - p.start) ELSE p.length END,
    CASE WHEN s.axis = 1 THEN p.cross_length
      WHEN p.edge = 2 THEN max(0.0, s.section_end - p.reserve - s.section_start - p.start) ELSE p.length END,
    p.element, p.z_index, NULL, s.stale
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
) AS b
CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.block_id AND b.last_block_id
  AND coalesce(a.item BETWEEN b.first_cell AND b.last_cell, 1)
  -- An item without an element has a place in the order, with a width below 0.
  AND likelihood(a.element IS NOT NULL OR a.width >= 0, 0.0001)
LEFT JOIN lc_element_kind AS k ON k.id = coalesce(b.element, a.element)
LEFT JOIN item AS i ON i.id = coalesce(b.first_item_id + a.item, 0) + a.item_shift;

-- Unselected columns and sections are not computed. Of a collapsed section the first row counts, that of its header. A
-- section is stale by what is marked in it, or with its layout.
CREATE VIEW lc_section AS -- Every section of the layouts in use, from its beginning to its end.
SELECT f.layout, c.id AS preparation_id, c.axis, c.is_mirrored, c.is_free, c.z_stride, c.content_length,
  c.content_cross_length, g.section_id,
  (SELECT o.counts FROM lc_band_index AS o WHERE o.preparation_id = c.id AND o.slot = g.slot) & 2147483647 AS section,
  (SELECT o.origin FROM lc_band_origin AS o WHERE o.preparation_id = c.id AND o.slot = g.slot) AS section_start,
  (SELECT o.origin + o.length FROM lc_band_origin AS o WHERE o.preparation_id = c.id AND o.slot =
     CASE WHEN g.is_header THEN g.slot ELSE (SELECT b.slot FROM lc_band AS b INDEXED BY lc_band_section
       WHERE b.section_id = g.section_id AND b.preparation_id = c.id
       ORDER BY b.first_position DESC, b.slot DESC LIMIT 1) END) - c.section_spacing AS section_end,
  CASE WHEN g.is_header THEN 0 ELSE
    (SELECT l.item_count + ((SELECT o.counts FROM lc_band_index AS o
       WHERE o.preparation_id = l.preparation_id AND o.slot = l.slot) >> 31)
     FROM lc_band AS l INDEXED BY lc_band_section WHERE l.section_id = g.section_id AND l.preparation_id = c.id
     ORDER BY l.first_position DESC, l.slot DESC LIMIT 1) END AS item_count,
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
-- set. The first condition leads from there to it. The band b holds its position. On a canvas, where bands go by
-- place, it is each band of the section. Mostly one of its blocks can hold the item, by their shared values. That the
-- last conditions name p keeps SQLite from adding a Bloom filter. Without the sign of i.id it would plan to find h by
-- "item_id = (SELECT …)" after ANALYZE, and then scan it. The likelihoods have i found before h. By the
-- z_index in shown, conditions on a place are tested once for each item, and not for each element of its block.
CREATE VIEW item_frames AS -- Each item in each layout of its data set, at its natural position.
SELECT e.layout, e.item_id, e.key, e.section_id, CAST(e.section AS INTEGER) AS section,
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
    i.id AS item_id, i.key, h.section_id, a.x, a.y, a.width, a.height, a.z_index, a.z_index IS NOT NULL AND EXISTS
      (SELECT 1 FROM lc_shown_band AS v WHERE v.preparation_id = b.preparation_id AND v.slot = b.slot) AS shown,
    (SELECT o.origin + b.frame_start FROM lc_band_origin AS o WHERE o.preparation_id = p.id AND o.slot = b.slot)
      AS origin,
    (SELECT o.counts & 2147483647 FROM lc_band_index AS o WHERE o.preparation_id = p.id AND o.slot = g.slot)
      AS section,
    a.item - b.first_cell
      + CASE WHEN p.is_free THEN coalesce((SELECT r.first_index - r.first_number FROM lc_reordered AS r
          WHERE r.preparation_id = p.id AND r.section_id = h.section_id AND r.first_number <= a.item
          ORDER BY r.first_number DESC LIMIT 1), 0)
          ELSE (SELECT o.counts >> 31 FROM lc_band_index AS o WHERE o.preparation_id = p.id AND o.slot = b.slot) END
      AS item,
    (SELECT f.is_superseded OR f.is_restructured FROM lc_freshness AS f WHERE f.layout_id = l.id)
      OR (SELECT f.is_stale FROM lc_band_freshness AS f WHERE f.band_id = b.id) AS stale
  FROM layout AS l CROSS JOIN lc_preparation AS p ON p.layout_id = l.id AND p.is_shown
  CROSS JOIN lc_band AS g ON likelihood(g.preparation_id = +p.id, 0.0625) AND g.begins_section
    AND g.first_position = -1e301
    AND EXISTS (SELECT 1 FROM lc_shown_band AS v WHERE v.preparation_id = p.id AND v.slot = g.slot)
  JOIN item AS h ON h.section_id = g.section_id
  JOIN item AS i ON i.id = coalesce(h.original_id, h.id)
    AND (likelihood(h.id = +i.id, 0.000001) OR likelihood(h.original_id = +i.id, 0.000001))
  CROSS JOIN lc_band AS b INDEXED BY lc_band_section ON b.section_id = h.section_id AND b.preparation_id = p.id
    AND b.first_position = CASE WHEN p.is_free THEN -1e301 ELSE
      (SELECT max(o.first_position) FROM lc_band AS o INDEXED BY lc_band_section
       WHERE o.section_id = h.section_id AND o.preparation_id = p.id AND o.first_position <= h.position) END
  CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
    AND (a.detail_count + a.numbers > 0 OR b.first_item_id IS NULL
         OR i.id - b.first_item_id - a.block_item_shift BETWEEN a.first AND a.first + a.count - 1)
    AND coalesce(b.first_item_id + a.item, 0) + a.item_shift = i.id
  WHERE (i.original_id IS NULL) = p.is_shown AND b.is_estimated < p.is_shown AND a.element IS NULL AND a.width >= 0
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
SELECT f.layout, d.name AS dataset, c.kind, l.container_width, l.container_height,
  CAST(coalesce(c.total_sections, 0) AS INTEGER) AS section_count,
  CAST(coalesce(c.total_items, 0) AS INTEGER) AS item_count,
  CAST(coalesce(c.total_elements, 0)
    + (SELECT count(*) FROM lc_section_element AS e WHERE e.preparation_id = c.id) AS INTEGER) AS element_count,
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
  CAST(f.is_complete AS INTEGER) AS is_complete, l.measure,
  CAST(coalesce((SELECT count(*) > length(n.names) - length(replace(n.names, char(10), ''))
      FROM lc_schema AS n CROSS JOIN sqlite_schema AS t
        ON instr(char(10) || n.names || char(10), char(10) || t.name || char(10)) > 0 WHERE n.part = 'triggers'), 0)
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
