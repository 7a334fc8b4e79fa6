-- The views to query. Views without a prefix are the contract; views that begin with lc_ are their parts.
--
-- SQLite expands a part again for every mention. SELECT DISTINCT keeps it from doing so: the rows differ anyhow. Nodes
-- of the tree and neighbours of bands are read in subqueries. To a join SQLite adds, once ANALYZE has run, a Bloom
-- filter for which it reads the whole table. The index of sections is named, since without statistics SQLite considers
-- a scan of the whole layout as good.

CREATE VIEW lc_shown_band AS -- The bands that no collapsed section hides: the one place that decides what shows. The
  -- slots that a header hides end at hidden_until; each slot is hidden by one header at most.
SELECT * FROM lc_band AS b
WHERE coalesce((SELECT h.slot FROM lc_band AS h INDEXED BY lc_band_fold
                WHERE h.preparation_id = b.preparation_id AND h.hidden_until >= b.slot
                ORDER BY h.hidden_until LIMIT 1), b.slot) >= b.slot;

CREATE VIEW lc_item AS -- Items as the views show them: the one place where keys and payloads enter.
SELECT id, section_id, position, key, payload, sticky_level, original_id FROM item;

CREATE VIEW lc_stale_range (preparation_id, section_id, first_position, last_position) AS
  -- The positions that a trigger marked and that the bands of a preparation are not marked for yet. Each is an item, a
  -- run of them, or a whole section.
SELECT p.id, r.section_id,
  CASE r.changes WHEN 1 THEN r.changed_position WHEN 2 THEN r.first_position ELSE -9e999 END,
  CASE r.changes WHEN 1 THEN r.changed_position
    WHEN 2 THEN coalesce((SELECT min(n.first_position) FROM lc_run AS n
                          WHERE n.section_id = r.section_id AND n.first_position > r.first_position), 9e999)
    ELSE 9e999 END
FROM lc_run AS r CROSS JOIN section AS s ON s.id = r.section_id
CROSS JOIN lc_preparation AS p ON p.dataset_id = s.dataset_id
WHERE r.changes > 0
UNION ALL
SELECT p.id, i.section_id, i.position, i.position
FROM lc_preparation AS p CROSS JOIN lc_measured AS m ON m.measure = p.measure
CROSS JOIN item AS i ON i.id = m.item_id OR i.original_id = m.item_id CROSS JOIN section AS s ON s.id = i.section_id
WHERE s.dataset_id = p.dataset_id
UNION ALL
SELECT p.id, s.id, -9e999, 9e999
FROM lc_preparation AS p CROSS JOIN lc_measured_section AS m ON m.measure = p.measure
CROSS JOIN section AS s ON s.id = m.section_id
WHERE s.dataset_id = p.dataset_id;

CREATE VIEW lc_freshness AS -- The state of each layout: the one place that decides whether it is stale.
SELECT l.id AS layout_id, l.name AS layout, l.dataset_id, p.id AS preparation_id,
  -- Prepared from a different definition, container or data set, or from a data set with different sections or items:
  -- then nothing in it is reliable.
  coalesce(p.definition IS NOT l.definition OR p.container_width IS NOT l.container_width
    OR p.container_height IS NOT l.container_height OR p.dataset_id IS NOT l.dataset_id
    OR p.measure IS NOT l.measure OR p.is_replaced, 0) AS is_superseded,
  coalesce(p.is_restructured, 0) AS is_restructured,
  coalesce(p.is_complete, 0) AS is_complete,
  -- Without statistics SQLite would go through all bands of the layout instead.
  EXISTS (SELECT 1 FROM lc_band AS b INDEXED BY lc_band_stale
          WHERE b.preparation_id = p.id AND b.is_stale) AS has_stale_bands,
  coalesce(p.is_refolded, 0)
    OR EXISTS (SELECT 1 FROM lc_stale_range AS t WHERE t.preparation_id = p.id) AS has_changes
FROM layout AS l LEFT JOIN lc_preparation AS p ON p.layout_id = l.id AND p.is_shown;

CREATE VIEW lc_band_freshness AS -- Whether a band is stale: marked itself, or touched by a row of lc_stale_range. The
  -- run that holds its beginning is found by the index here. lc_freshness describes its layout as a whole.
SELECT e.id AS band_id,
  e.is_stale
    OR EXISTS (SELECT 1 FROM lc_run AS r
       WHERE r.section_id = e.section_id AND r.first_position = -9e999 AND r.changes = 3)
    OR EXISTS (SELECT 1 FROM lc_run AS r
       WHERE r.section_id = e.section_id AND r.changes > 0
         AND r.first_position >= (SELECT max(o.first_position) FROM lc_run AS o
                                  WHERE o.section_id = e.section_id AND o.first_position <= e.first_position)
         AND r.first_position < e.next_position
         AND (r.changes > 1 OR r.changed_position >= e.first_position AND r.changed_position < e.next_position))
    OR EXISTS (SELECT 1 FROM lc_preparation AS p WHERE p.id = e.preparation_id AND p.measure IS NOT NULL AND (
       EXISTS (SELECT 1 FROM lc_measured_section AS m WHERE m.measure = p.measure AND m.section_id = e.section_id)
       OR EXISTS (SELECT 1 FROM lc_measured AS m CROSS JOIN item AS i
            ON i.id = m.item_id OR i.original_id = m.item_id
          WHERE m.measure = p.measure AND i.section_id = e.section_id
            AND i.position >= e.first_position AND i.position < e.next_position))) AS is_stale
FROM (SELECT b.id, b.preparation_id, b.section_id, b.first_position, b.is_stale,
        coalesce((SELECT min(n.first_position) FROM lc_band AS n INDEXED BY lc_band_section
                  WHERE n.section_id = b.section_id AND n.preparation_id = b.preparation_id
                    AND n.first_position > b.first_position), 9e999) AS next_position
      FROM lc_band AS b) AS e;

CREATE VIEW lc_content AS -- Each preparation with its content in figures, by the one node on top of its tree of sums.
SELECT e.*,
  CASE WHEN e.is_free THEN e.greatest_overhang_after
       WHEN e.total_sections > 0 AND (e.total_items > 0 OR NOT e.hides_empty) THEN e.total_length - e.section_spacing
       ELSE e.total_length END AS content_length,
  coalesce(e.cross_length, e.greatest_cross_length) AS content_cross_length,
  -- Of a layout that wraps, how far along the scroll axis a viewport is looked through: every lap shows all of it
  -- again.
  CASE WHEN e.wraps AND e.total_length > 0 THEN 1000 * (e.total_length + e.wrap_spacing) END AS longest_view
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

CREATE VIEW lc_band_before AS -- Each band with the sums of the bands before it. These are the bands in its node,
  -- and on each level of the tree the nodes under the same parent. Items and sections are one number, since each sum
  -- takes time: items × 2^31 + sections.
SELECT b.*,
  (SELECT total(s.length) FROM lc_number AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = b.preparation_id AND s.level = +k.number
     AND s.node >= ((b.slot - 1) >> (4 * k.number + 4)) << 4 AND s.node < (b.slot - 1) >> (4 * k.number)
   WHERE k.number > 0 AND k.number < length(printf('%x', b.slot - 1)))
  + (SELECT total(n.length) FROM lc_shown_band AS n
     WHERE n.preparation_id = b.preparation_id AND n.slot > ((b.slot - 1) >> 4) << 4 AND n.slot < b.slot) AS origin,
  (SELECT coalesce(sum((s.items << 31) + s.sections), 0) FROM lc_number AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = b.preparation_id AND s.level = +k.number
     AND s.node >= ((b.slot - 1) >> (4 * k.number + 4)) << 4 AND s.node < (b.slot - 1) >> (4 * k.number)
   WHERE k.number > 0 AND k.number < length(printf('%x', b.slot - 1)))
  + (SELECT coalesce(sum((n.item_count << 31) + n.begins_section), 0) FROM lc_shown_band AS n
     WHERE n.preparation_id = b.preparation_id AND n.slot > ((b.slot - 1) >> 4) << 4 AND n.slot < b.slot) AS counts
FROM lc_band AS b;

CREATE VIEW lc_frame AS -- Each element of each band, relative to the band's origin. The box and the shared values of
  -- its block are with it, for a condition to test first.
SELECT b.id >> 20 AS band_id, b.id AS block_id, n.number,
  CASE n.number WHEN 0 THEN b.x_0 WHEN 1 THEN b.x_1 WHEN 2 THEN b.x_2 WHEN 3 THEN b.x_3
    WHEN 4 THEN b.x_4 WHEN 5 THEN b.x_5 WHEN 6 THEN b.x_6 WHEN 7 THEN b.x_7 WHEN 8 THEN b.x_8
    WHEN 9 THEN b.x_9 WHEN 10 THEN b.x_10 WHEN 11 THEN b.x_11 WHEN 12 THEN b.x_12
    WHEN 13 THEN b.x_13 WHEN 14 THEN b.x_14 WHEN 15 THEN b.x_15 END / (1 << b.shift) AS x,
  CASE n.number WHEN 0 THEN b.y_0 WHEN 1 THEN b.y_1 WHEN 2 THEN b.y_2 WHEN 3 THEN b.y_3
    WHEN 4 THEN b.y_4 WHEN 5 THEN b.y_5 WHEN 6 THEN b.y_6 WHEN 7 THEN b.y_7 WHEN 8 THEN b.y_8
    WHEN 9 THEN b.y_9 WHEN 10 THEN b.y_10 WHEN 11 THEN b.y_11 WHEN 12 THEN b.y_12
    WHEN 13 THEN b.y_13 WHEN 14 THEN b.y_14 WHEN 15 THEN b.y_15 END / (1 << b.shift) AS y,
  CASE n.number WHEN 0 THEN b.width_0 WHEN 1 THEN b.width_1 WHEN 2 THEN b.width_2
    WHEN 3 THEN b.width_3 WHEN 4 THEN b.width_4 WHEN 5 THEN b.width_5 WHEN 6 THEN b.width_6
    WHEN 7 THEN b.width_7 WHEN 8 THEN b.width_8 WHEN 9 THEN b.width_9 WHEN 10 THEN b.width_10
    WHEN 11 THEN b.width_11 WHEN 12 THEN b.width_12 WHEN 13 THEN b.width_13 WHEN 14 THEN b.width_14
    WHEN 15 THEN b.width_15 END / (1 << b.shift) AS width,
  CASE n.number WHEN 0 THEN b.height_0 WHEN 1 THEN b.height_1 WHEN 2 THEN b.height_2
    WHEN 3 THEN b.height_3 WHEN 4 THEN b.height_4 WHEN 5 THEN b.height_5 WHEN 6 THEN b.height_6
    WHEN 7 THEN b.height_7 WHEN 8 THEN b.height_8 WHEN 9 THEN b.height_9 WHEN 10 THEN b.height_10
    WHEN 11 THEN b.height_11 WHEN 12 THEN b.height_12 WHEN 13 THEN b.height_13
    WHEN 14 THEN b.height_14 WHEN 15 THEN b.height_15 END / (1 << b.shift) AS height,
  coalesce(d.z_index, b.z_index) AS z_index,
  CASE WHEN d.id IS NULL THEN b.element ELSE d.element END AS element,
  -- The index in the band of a cell, or of another element's item; NULL: none.
  CASE WHEN d.id IS NOT NULL THEN d.item WHEN b.numbers <> 1 THEN b.first + n.number ELSE
    CASE n.number WHEN 0 THEN b.number_0 WHEN 1 THEN b.number_1 WHEN 2 THEN b.number_2 WHEN 3 THEN b.number_3
      WHEN 4 THEN b.number_4 WHEN 5 THEN b.number_5 WHEN 6 THEN b.number_6 WHEN 7 THEN b.number_7
      WHEN 8 THEN b.number_8 WHEN 9 THEN b.number_9 WHEN 10 THEN b.number_10 WHEN 11 THEN b.number_11
      WHEN 12 THEN b.number_12 WHEN 13 THEN b.number_13 WHEN 14 THEN b.number_14
      WHEN 15 THEN b.number_15 END END AS item,
  -- An item's id is coalesce(lc_band.first_item_id + item, 0) + item_shift.
  CASE WHEN d.id IS NOT NULL THEN d.item_shift WHEN b.numbers <> 2 THEN b.item_shift ELSE
    CASE n.number WHEN 0 THEN b.number_0 WHEN 1 THEN b.number_1 WHEN 2 THEN b.number_2 WHEN 3 THEN b.number_3
      WHEN 4 THEN b.number_4 WHEN 5 THEN b.number_5 WHEN 6 THEN b.number_6 WHEN 7 THEN b.number_7
      WHEN 8 THEN b.number_8 WHEN 9 THEN b.number_9 WHEN 10 THEN b.number_10 WHEN 11 THEN b.number_11
      WHEN 12 THEN b.number_12 WHEN 13 THEN b.number_13 WHEN 14 THEN b.number_14
      WHEN 15 THEN b.number_15 END END AS item_shift,
  b.min_x, b.min_y, b.max_x, b.max_y, b.first, b.count, b.detail_count, b.numbers, b.item_shift AS block_item_shift
FROM lc_block AS b CROSS JOIN lc_number AS n ON n.number < b.count
-- Without details, SQLite need not look. With IN it never goes through all of them, whatever ANALYZE found.
LEFT JOIN lc_detail AS d ON d.id IN (CASE WHEN b.detail_count THEN (b.id << 4) + n.number END);

CREATE VIEW lc_section_place AS -- The beginning and the end of a section along the scroll axis: look one up. Of a
  -- collapsed section the first row counts, that of its header.
SELECT b.preparation_id, b.section_id,
  (SELECT o.origin FROM lc_band_before AS o WHERE o.preparation_id = b.preparation_id AND o.slot = b.slot)
    AS section_start,
  (SELECT o.origin + o.length FROM lc_band_before AS o
   WHERE o.preparation_id = b.preparation_id AND o.slot = CASE WHEN b.hidden_until IS NOT NULL THEN b.slot ELSE
     (SELECT l.slot FROM lc_band AS l INDEXED BY lc_band_section
      WHERE l.section_id = b.section_id AND l.preparation_id = b.preparation_id
      ORDER BY l.first_position DESC, l.slot DESC LIMIT 1) END)
    - (SELECT p.section_spacing FROM lc_preparation AS p WHERE p.id = b.preparation_id) AS section_end
FROM lc_band AS b INDEXED BY lc_band_section WHERE b.first_position = -9e999 AND b.begins_section;
CREATE VIEW lc_row_position (preparation_id, item_id, row_position) AS -- The place of each item's row in the item's
  -- section. All items of a row lie at its top: a row of several is identified by its beginning in a band.
SELECT n.preparation_id, n.item_id,
  -- A bit for the first row, and one for the last.
  CASE (n.item_id = n.first_id) + 2 * (n.item_id = n.last_id) | CASE WHEN n.has_columns THEN
    (SELECT coalesce(max(coalesce(b.first_item_id + f.item, 0) + f.item_shift = n.first_id)
       + 2 * max(coalesce(b.first_item_id + f.item, 0) + f.item_shift = n.last_id), 0)
     FROM lc_band AS b
     CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
       AND (a.detail_count + a.numbers > 0 OR b.first_item_id IS NULL
            OR n.item_id - b.first_item_id - a.block_item_shift BETWEEN a.first AND a.first + a.count - 1)
       AND coalesce(b.first_item_id + a.item, 0) + a.item_shift = n.item_id AND a.element IS NULL
     CROSS JOIN lc_frame AS f ON f.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575 AND f.element IS NULL
       AND coalesce(b.first_item_id + f.item, 0) + f.item_shift IN (n.first_id, n.last_id)
       AND CASE n.axis WHEN 0 THEN f.y = a.y ELSE f.x = a.x END
     WHERE b.preparation_id = n.preparation_id AND b.slot =
       (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
        WHERE g.section_id = n.section_id AND g.preparation_id = n.preparation_id AND g.first_position <= n.position
        ORDER BY g.first_position DESC LIMIT 1)) ELSE 0 END
  WHEN 0 THEN 'middle' WHEN 1 THEN 'first' WHEN 2 THEN 'last' ELSE 'only' END
FROM (
  SELECT p.id AS preparation_id, p.axis, i.id AS item_id, i.section_id, i.position,
    p.groups_rows = 2 OR s.definition IS NOT NULL AS has_columns,
    (SELECT o.id FROM item AS o WHERE o.section_id = i.section_id ORDER BY o.position LIMIT 1) AS first_id,
    (SELECT o.id FROM item AS o WHERE o.section_id = i.section_id ORDER BY o.position DESC LIMIT 1) AS last_id
  FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id CROSS JOIN lc_preparation AS p
) AS n;

CREATE VIEW visible AS -- The elements that overlap each layout's row of viewport, without elements that only touch its
  -- edge or have no area. Those that stick by level, that are frozen or circular lines of a sheet, or that move are at
  -- their natural places.
WITH
-- Each layout with its viewport's beginning and end along the scroll axis. The bands of a canvas lie on one plane.
sight AS (
  SELECT DISTINCT f.layout, f.is_superseded OR f.is_restructured AS is_outdated,
    EXISTS (SELECT 1 FROM lc_run INDEXED BY lc_run_changed WHERE changes > 0) OR c.measure IS NOT NULL AS has_changes,
    c.id AS preparation_id, c.is_free, c.axis AND NOT c.is_free AS axis, c.is_mirrored AND NOT c.is_free AS is_mirrored,
    c.z_stride, c.section_spacing, c.content_length, c.pin_start, c.pin_end,
    c.greatest_overhang_before AS overhang_before, c.greatest_overhang_after AS overhang_after,
    c.kind = 'spreadsheet' AND (c.wraps OR c.wraps_across) AS goes_round,
    NOT c.wraps AND c.sticky IS NOT NULL AS has_sticky,
    CASE WHEN c.wraps AND c.kind <> 'spreadsheet' AND c.content_length > 0
         THEN c.content_length + c.wrap_spacing END AS lap_length, c.longest_view,
    v.x AS x0, v.x + v.width AS x1, v.y AS y0, v.y + v.height AS y1,
    CASE WHEN c.axis = 0 OR c.is_free THEN v.y
         WHEN c.is_mirrored THEN c.content_length - v.x - v.width ELSE v.x END AS low,
    CASE WHEN c.axis = 0 OR c.is_free THEN v.y + v.height
         WHEN c.is_mirrored THEN c.content_length - v.x ELSE v.x + v.width END AS high
  FROM viewport AS v CROSS JOIN lc_freshness AS f ON f.layout = v.layout
  CROSS JOIN lc_content AS c ON c.id = f.preparation_id
  WHERE v.width > 0 AND v.height > 0
),
-- The laps that it sees of a layout that wraps; of any other the one lap 0. Elements that hang out of the content
-- belong to a neighbouring lap as well. At its end they count from the end of the spacing that the last section goes
-- without. If the content has become much shorter than when the viewport was set, its first part is looked through. In
-- a mirrored layout bands run the other way.
lap AS (
  SELECT DISTINCT s.*,
    s.low - (s.turn + 256 * a.number + 16 * b.number + c.number) * coalesce(s.lap_length, 0.0) AS band_low,
    s.high - (s.turn + 256 * a.number + 16 * b.number + c.number) * coalesce(s.lap_length, 0.0) AS band_high,
    (s.turn + 256 * a.number + 16 * b.number + c.number) * CASE WHEN s.is_mirrored THEN -1 ELSE 1 END AS lap
  FROM (SELECT *, CASE WHEN lap_length IS NULL THEN 0 ELSE
            CAST((low - overhang_after - section_spacing) / lap_length AS INTEGER)
            - (low - overhang_after - section_spacing < 0) END AS turn,
          CASE WHEN lap_length IS NULL THEN 0 ELSE
            CAST((min(high, low + longest_view) + overhang_before) / lap_length AS INTEGER) END AS last_turn
        FROM sight) AS s
  CROSS JOIN lc_number AS a ON a.number <= (s.last_turn - s.turn) >> 8
  CROSS JOIN lc_number AS b ON b.number <= ((s.last_turn - s.turn) >> 4) - 16 * a.number
  CROSS JOIN lc_number AS c ON c.number <= s.last_turn - s.turn - 256 * a.number - 16 * b.number
),
-- … and the bands in it: the slot of the first one × 2^24, and how many slots later the last one is. Down the tree of
-- sums, past the nodes before the beginning. A missing node is empty; the last one of its parent is never passed.
-- Then band by band.
reach AS (
  SELECT DISTINCT l.*, l.lap * coalesce(l.lap_length, 0.0) AS lap_shift,
    (WITH RECURSIVE step (level, node, before, after) AS (
       SELECT max(level), 0, 0.0, 9e999 FROM lc_sum WHERE preparation_id = l.preparation_id AND NOT l.is_free
       UNION ALL
       SELECT p.level - 1, p.node << 4, p.before, p.before + coalesce((SELECT s.length FROM lc_sum AS s
           WHERE s.preparation_id = l.preparation_id AND s.level = p.level - 1 AND s.node = p.node << 4), 0.0)
       FROM step AS p WHERE p.level > 1 AND p.after > l.low_edge
       UNION ALL
       SELECT p.level, p.node + 1, p.after,
         CASE WHEN p.node & 15 = 14 THEN 9e999 ELSE p.after + coalesce((SELECT s.length FROM lc_sum AS s
           WHERE s.preparation_id = l.preparation_id AND s.level = p.level AND s.node = p.node + 1), 0.0) END
       FROM step AS p WHERE p.after <= l.low_edge),
     -- A collapsed section may hide the first bands of the node.
     passed (slot, last, after) AS (
       SELECT node << 4, max(node << 4, coalesce((SELECT h.hidden_until * (h.slot <= node << 4) FROM lc_band AS h
           INDEXED BY lc_band_fold WHERE h.preparation_id = l.preparation_id AND h.hidden_until > node << 4
           ORDER BY h.hidden_until LIMIT 1), 0)), before
       FROM step WHERE level = 1 AND after > l.low_edge
       UNION ALL
       SELECT (SELECT b.slot FROM lc_band AS b WHERE b.preparation_id = l.preparation_id AND b.slot > n.last
               ORDER BY b.slot LIMIT 1),
         (SELECT coalesce(b.hidden_until, b.slot) FROM lc_band AS b
          WHERE b.preparation_id = l.preparation_id AND b.slot > n.last ORDER BY b.slot LIMIT 1),
         n.after + (SELECT b.length FROM lc_band AS b WHERE b.preparation_id = l.preparation_id AND b.slot > n.last
                    ORDER BY b.slot LIMIT 1)
       FROM passed AS n WHERE n.after <= l.high_edge)
     SELECT (min(slot) << 24) + max(slot) - min(slot) FROM passed WHERE after > l.low_edge) AS slots
  FROM (SELECT *, band_low - overhang_after - 0.001 AS low_edge, band_high + overhang_before + 0.001 AS high_edge
        FROM lap) AS l
),
-- The parts of a search. 0: the elements that stay. 1: those that move with the offset of an orthogonal section. 2:
-- those that depend on the extent of a section, with its first band in the lap. Without a band, 3: those that depend on
-- the extent of the content. 4: all elements of a canvas.
search AS (
  SELECT DISTINCT r.*, n.number AS part, b.id AS band_id,
    CASE n.number WHEN 4 THEN -r.preparation_id ELSE b.id END AS plane,
    coalesce(b.orthogonal * o.offset, 0.0) AS shift,
    CASE n.number WHEN 2 THEN (SELECT p.section_start FROM lc_section_place AS p
        WHERE p.preparation_id = r.preparation_id AND p.section_id = b.section_id)
      ELSE coalesce((SELECT f.origin FROM lc_band_before AS f
        WHERE f.preparation_id = r.preparation_id AND f.slot = b.slot), 0.0) END AS start,
    CASE n.number WHEN 2 THEN (SELECT p.section_end FROM lc_section_place AS p
        WHERE p.preparation_id = r.preparation_id AND p.section_id = b.section_id)
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
),
-- The entries of the R*Tree that overlap it, and the elements that depend on an extent with their natural places, …
piece AS (
  SELECT DISTINCT s.*, r.id << 3 AS block_id, b.preparation_id AS own_id, b.slot, b.section_id, b.begins_section,
    b.first_item_id, b.is_stale, b.motion IS NOT NULL OR s.goes_round AS moves, b.orthogonal <> 0 AS scrolls,
    e.element, e.edge, e.pins AND NOT (s.has_sticky AND e.edge = 0) AS pins, e.reserve, e.minimum, e.z_index,
    s.band_low + s.pin_start + e.pin_shift AS low_line, s.band_high - s.pin_end - e.pin_shift AS high_line,
    CASE s.axis WHEN 0 THEN e.x ELSE e.y END AS across,
    CASE s.axis WHEN 0 THEN e.width ELSE e.height END AS cross_length,
    CASE e.edge WHEN 1 THEN s.stop WHEN 3 THEN (s.start + s.stop) / 2 ELSE s.start END
      + CASE s.axis WHEN 0 THEN e.y ELSE e.x END AS natural,
    CASE WHEN e.edge <> 2 THEN CASE s.axis WHEN 0 THEN e.height ELSE e.width END
         ELSE max(0.0, s.stop - e.reserve - s.start - CASE s.axis WHEN 0 THEN e.y ELSE e.x END) END AS full_length,
    e.pins AND s.has_sticky AND e.edge = 0 AS stays
  FROM search AS s
  LEFT JOIN lc_rtree AS r ON s.part IN (0, 1, 4) AND r.plane1 >= s.plane AND r.plane0 <= s.plane
    AND r.x1 >= CASE s.axis WHEN 0 THEN s.x0 + s.shift ELSE s.band_low - s.start END
    AND r.x0 <= CASE s.axis WHEN 0 THEN s.x1 + s.shift ELSE s.band_high - s.start END
    AND r.y1 >= CASE s.axis WHEN 0 THEN s.band_low - s.start ELSE s.y0 + s.shift END
    AND r.y0 <= CASE s.axis WHEN 0 THEN s.band_high - s.start ELSE s.y1 + s.shift END
  -- Beyond 2^23 bands the first dimension is too coarse to separate neighbours.
  LEFT JOIN lc_band AS b ON b.id = CASE WHEN s.part IN (2, 3) THEN s.band_id ELSE r.id >> 17 END
  LEFT JOIN lc_section_element AS e ON s.part IN (2, 3) AND e.preparation_id = s.preparation_id
    AND e.is_of_content = s.part - 2 AND e.section_id = coalesce(b.section_id, 0)
  WHERE CASE s.part WHEN 2 THEN 1 WHEN 3 THEN 1 WHEN 4 THEN b.preparation_id = s.preparation_id
        ELSE r.id >> 17 = s.band_id END
),
-- … and at their visible places: a pinned header follows the viewport's beginning, a pinned footer its end, within the
-- section. A header may shrink by as much as it was scrolled past. Headers stay in layouts with sticky items.
-- With them, for all: what is added to a place in the band, and the box in which the band is looked through.
shown AS (
  SELECT DISTINCT p.layout, p.preparation_id, p.lap, p.part, p.element, p.z_index, p.z_stride, p.block_id, p.section_id,
    p.first_item_id, p.moves, p.stays, p.has_sticky, p.scrolls,
    p.is_mirrored AND p.element IS NULL AS is_turned,
    CASE WHEN p.element IS NULL THEN
           CASE WHEN p.axis = 0 THEN -p.shift WHEN p.is_mirrored THEN p.content_length - p.start + p.lap_shift
                ELSE p.start + p.lap_shift END
         WHEN p.axis = 0 THEN p.across
         WHEN p.is_mirrored THEN p.content_length - p.place - p.length + p.lap_shift
         ELSE p.place + p.lap_shift END AS dx,
    CASE WHEN p.element IS NULL THEN CASE WHEN p.axis = 0 THEN p.start + p.lap_shift ELSE -p.shift END
         WHEN p.axis = 0 THEN p.place + p.lap_shift ELSE p.across END AS dy,
    CASE WHEN p.element IS NULL THEN 0.0 WHEN p.axis = 0 THEN p.cross_length ELSE p.length END AS width,
    CASE WHEN p.element IS NULL THEN 0.0 WHEN p.axis = 0 THEN p.length ELSE p.cross_length END AS height,
    CASE WHEN p.element IS NULL THEN CASE p.axis WHEN 0 THEN p.x0 + p.shift ELSE p.band_low - p.start END
         ELSE -9e999 END AS low_x,
    CASE WHEN p.element IS NULL THEN CASE p.axis WHEN 0 THEN p.x1 + p.shift ELSE p.band_high - p.start END
         ELSE 9e999 END AS high_x,
    CASE WHEN p.element IS NULL THEN CASE p.axis WHEN 0 THEN p.band_low - p.start ELSE p.y0 + p.shift END
         ELSE -9e999 END AS low_y,
    CASE WHEN p.element IS NULL THEN CASE p.axis WHEN 0 THEN p.band_high - p.start ELSE p.y1 + p.shift END
         ELSE 9e999 END AS high_y,
    -- The section's index, and the index in it of the band's first item.
    CASE WHEN p.section_id IS NOT NULL THEN (p.counts & 2147483647) - NOT p.begins_section END AS section,
    CASE WHEN p.begins_section OR p.section_id IS NULL THEN 0 ELSE (p.counts >> 31) -
      (SELECT f.counts >> 31 FROM lc_band_before AS f WHERE f.preparation_id = p.own_id AND f.slot =
         (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
          WHERE g.section_id = p.section_id AND g.preparation_id = p.own_id
            AND g.first_position = -9e999 AND g.begins_section)) END AS first_index,
    p.is_outdated OR coalesce(p.is_stale, 0) OR CASE WHEN p.has_changes AND p.section_id IS NOT NULL THEN
      (SELECT f.is_stale FROM lc_band_freshness AS f
       WHERE f.band_id = coalesce(p.band_id, p.block_id >> 20)) ELSE 0 END AS stale
  FROM (
    SELECT *, CASE WHEN NOT pins THEN natural
        WHEN edge = 1 THEN min(natural, max(high_line - length, start + reserve))
        ELSE max(natural, min(low_line, stop - reserve - length)) END AS place,
      (SELECT f.counts FROM lc_band_before AS f WHERE f.preparation_id = own_id AND f.slot = piece.slot) AS counts
    FROM (SELECT *, CASE WHEN pins AND minimum IS NOT NULL
                         THEN max(minimum, full_length - max(0.0, low_line - natural)) ELSE full_length END AS length
          FROM piece) AS piece
  ) AS p
),
-- Their frames. The second part is empty: it keeps SQLite from computing a coordinate again for each mention.
frame AS (
  SELECT s.layout, s.preparation_id, s.stale, s.lap, s.section, s.section_id, s.moves, s.stays, s.has_sticky,
    coalesce(s.element, a.element) AS element, s.first_index + a.item AS item,
    coalesce(s.first_item_id + a.item, 0) + a.item_shift AS item_id, s.is_turned,
    s.dx + CASE WHEN s.is_turned THEN -a.x ELSE a.x END AS x, s.dy + a.y AS y, s.width + a.width AS width,
    s.height + a.height AS height, s.z_stride, coalesce(s.z_index, a.z_index) AS z_index
  FROM shown AS s
  CROSS JOIN lc_frame AS a ON a.block_id BETWEEN coalesce(s.block_id, 0) AND coalesce(s.block_id + 7, 0)
  WHERE a.max_x >= s.low_x AND a.min_x <= s.high_x AND a.max_y >= s.low_y AND a.min_y <= s.high_y
    AND (s.scrolls IS NOT 1 OR s.part = 2 OR s.part =
         (a.element IS NULL OR (SELECT moves_with_cells FROM lc_element_kind WHERE id = a.element)))
  UNION ALL
  SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL
  WHERE 0
)
SELECT e.layout,
  CAST(CASE WHEN e.element IS NULL THEN 'cell' ELSE k.category END AS TEXT) AS kind,
  k.name AS element_kind,
  -- With a type, a number that is passed as text finds what it names.
  CAST(e.section AS INTEGER) AS section, CAST(coalesce(e.item, 0) AS INTEGER) AS item,
  CAST(e.x - CASE WHEN e.is_turned THEN e.width ELSE 0.0 END AS REAL) AS x, CAST(e.y AS REAL) AS y,
  CAST(e.width AS REAL) AS width, CAST(e.height AS REAL) AS height,
  CAST(e.z_index + e.z_stride * coalesce(e.section, 0)
    + CASE WHEN e.z_stride > 0 AND e.element IS NULL THEN e.item ELSE 0 END AS INTEGER) AS z_index,
  i.key, i.payload, CAST(e.stale AS INTEGER) AS stale, CAST(e.lap AS INTEGER) AS lap, i.id AS item_id,
  CAST(e.section_id AS INTEGER) AS section_id,
  -- An element of the section itself, such as its header, carries the section's title.
  CAST(CASE WHEN e.item_id IS NULL THEN (SELECT t.title FROM section AS t WHERE t.id = e.section_id) END AS TEXT)
    AS title,
  CAST(CASE WHEN e.element IS NULL THEN
    (SELECT r.row_position FROM lc_preparation AS p CROSS JOIN lc_row_position AS r
     ON r.preparation_id = p.id AND r.item_id = i.id WHERE p.id = e.preparation_id AND p.groups_rows) END AS TEXT)
    AS row_position,
  -- Motion is left to visible_in.
  CAST(1 AS REAL) AS scale, CAST(0 AS REAL) AS rotation, CAST(1 AS REAL) AS opacity, CAST(0 AS REAL) AS dx,
  CAST(0 AS REAL) AS dy,
  CAST(CASE WHEN e.stays OR e.moves AND (e.element IS NULL OR k.moves_with_cells AND e.item_id IS NOT NULL)
      OR e.element IS NULL AND (e.has_sticky AND i.sticky_level IS NOT NULL OR EXISTS
        (SELECT 1 FROM lc_frozen_lines AS f CROSS JOIN lc_section_place AS p
           ON p.preparation_id = f.preparation_id AND p.section_id = f.section_id
         WHERE f.preparation_id = e.preparation_id AND f.section_id = e.section_id
           AND (f.left_start < f.left_end AND e.x + e.width / 2 < f.left_end
             OR f.right_start < f.right_end AND e.x + e.width / 2 > f.right_start
             OR f.top_start < f.top_end AND e.y + e.height / 2 < p.section_start + f.top_end
             OR f.bottom_start < f.bottom_end AND e.y + e.height / 2 > p.section_end + f.bottom_start)))
    THEN 'natural' ELSE 'exact' END AS TEXT) AS placed
FROM frame AS e
-- The R*Tree's coordinates are rounded; only the exact frame decides, and strictly.
CROSS JOIN viewport AS v ON v.layout = e.layout AND e.y < v.y + v.height AND e.y + e.height > v.y
  AND e.x - CASE WHEN e.is_turned THEN e.width ELSE 0.0 END < v.x + v.width
  AND e.x + CASE WHEN e.is_turned THEN 0.0 ELSE e.width END > v.x
LEFT JOIN lc_element_kind AS k ON k.id = e.element
LEFT JOIN lc_item AS i ON i.id = e.item_id
WHERE min(e.width, e.height, v.width) > 0;

CREATE VIEW element_frames AS -- All elements at their natural positions: no viewport, no pinning, orthogonal sections
  -- at offset 0, without the R*Tree. Elements that collapsed sections hide have no row.
WITH
-- Every band with its origin and first index, by running sums rather than by the tree. All sums are grouped by the
-- layout's name alone, so that SQLite pushes a condition on it down to them.
band AS (
  SELECT e.*, e.items_before - max(CASE WHEN e.begins_section OR e.section_id IS NULL THEN e.items_before END)
      OVER (PARTITION BY e.layout ORDER BY e.slot) AS first_index,
    e.is_outdated
      OR CASE WHEN e.has_changes THEN (SELECT g.is_stale FROM lc_band_freshness AS g WHERE g.band_id = e.band_id)
              ELSE e.is_stale END AS stale
  FROM (
    SELECT f.layout, c.id AS preparation_id, c.axis, c.is_mirrored, c.is_free, c.z_stride, c.content_length,
      f.is_superseded OR f.is_restructured AS is_outdated, f.has_changes,
      b.id AS band_id, b.slot, b.section_id, b.begins_section, b.first_item_id, b.is_stale,
      coalesce(sum(b.length) OVER before_it, 0.0) AS origin,
      coalesce(sum(b.item_count) OVER before_it, 0) AS items_before,
      CASE WHEN b.section_id IS NOT NULL THEN
        coalesce(sum(b.begins_section) OVER before_it, 0) - NOT b.begins_section END AS section
    FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id
    CROSS JOIN lc_shown_band AS b ON b.preparation_id = c.id
    WINDOW before_it AS (PARTITION BY f.layout ORDER BY b.slot ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
  ) AS e
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
    CASE WHEN a.element IS NULL THEN b.first_index + a.item ELSE coalesce(b.first_index + a.item, 0) END AS item,
    CASE WHEN b.is_free OR b.axis = 0 THEN a.x
         WHEN b.is_mirrored THEN b.content_length - (b.origin + a.x) - a.width ELSE b.origin + a.x END AS x,
    CASE WHEN b.axis = 0 AND NOT b.is_free THEN b.origin + a.y ELSE a.y END AS y,
    a.width, a.height,
    a.z_index + b.z_stride * coalesce(b.section, 0)
      + CASE WHEN b.z_stride > 0 AND a.element IS NULL THEN b.first_index + a.item ELSE 0 END AS z_index,
    b.stale, coalesce(b.first_item_id + a.item, 0) + a.item_shift AS item_id
  FROM band AS b
  CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.band_id << 20 AND (b.band_id << 20) + 1048575
  UNION ALL
  SELECT n.layout, n.element, n.section, CASE WHEN NOT n.is_of_content THEN n.section_id END, 0,
    CASE WHEN n.axis = 0 THEN n.x
         WHEN n.is_mirrored THEN n.content_length - n.natural - n.along_length ELSE n.natural END,
    CASE n.axis WHEN 0 THEN n.natural ELSE n.y END,
    CASE n.axis WHEN 0 THEN n.width ELSE n.along_length END,
    CASE n.axis WHEN 0 THEN n.along_length ELSE n.height END,
    n.z_index + n.z_stride * coalesce(n.section, 0), n.stale, NULL
  FROM (
    SELECT s.*, p.element, p.x, p.y, p.width, p.height, p.z_index,
      CASE p.edge WHEN 1 THEN s.section_end WHEN 3 THEN (s.section_start + s.section_end) / 2 ELSE s.section_start END
        + CASE s.axis WHEN 0 THEN p.y ELSE p.x END AS natural,
      CASE WHEN p.edge <> 2 THEN CASE s.axis WHEN 0 THEN p.height ELSE p.width END
           ELSE max(0.0, s.section_end - p.reserve - s.section_start
                    - CASE s.axis WHEN 0 THEN p.y ELSE p.x END) END AS along_length
    FROM lc_section AS s
    CROSS JOIN lc_section_element AS p
      ON p.preparation_id = s.preparation_id AND p.is_of_content = s.is_of_content AND p.section_id = s.section_id
  ) AS n
) AS e
LEFT JOIN lc_element_kind AS k ON k.id = e.element
LEFT JOIN lc_item AS i ON i.id = e.item_id
-- An item without an element has a place in the order, with a width below 0.
WHERE e.width >= 0;

CREATE VIEW lc_section AS -- Every section of the layouts in use, and the whole content, from its beginning to its
  -- end. Unselected columns and sections are not computed.
SELECT g.layout, g.preparation_id, g.axis, g.is_mirrored, g.is_free, g.z_stride, g.content_length,
  g.content_cross_length, 0 AS is_of_content, g.section_id, g.section,
  (SELECT p.section_start FROM lc_section_place AS p
   WHERE p.preparation_id = g.preparation_id AND p.section_id = g.section_id) AS section_start,
  (SELECT p.section_end FROM lc_section_place AS p
   WHERE p.preparation_id = g.preparation_id AND p.section_id = g.section_id) AS section_end,
  CASE WHEN g.hidden_until IS NULL THEN
    (SELECT sum(b.item_count) FROM lc_band AS b INDEXED BY lc_band_section
     WHERE b.section_id = g.section_id AND b.preparation_id = g.preparation_id) ELSE 0 END AS item_count,
  -- By what is marked in it; see lc_freshness for the layout as a whole.
  g.is_outdated
    OR EXISTS (SELECT 1 FROM lc_band AS b INDEXED BY lc_band_section
      WHERE b.section_id = g.section_id AND b.preparation_id = g.preparation_id AND b.is_stale)
    OR EXISTS (SELECT 1 FROM lc_stale_range AS t
      WHERE t.preparation_id = g.preparation_id AND t.section_id = g.section_id) AS stale,
  (SELECT s.title FROM section AS s WHERE s.id = g.section_id) AS title
FROM (
  SELECT f.layout, c.id AS preparation_id, c.axis, c.is_mirrored, c.is_free, c.z_stride, c.content_length,
    c.content_cross_length, f.is_superseded OR f.is_restructured AS is_outdated,
    b.section_id, b.hidden_until, row_number() OVER (PARTITION BY f.layout ORDER BY b.slot) - 1 AS section
  FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id
  CROSS JOIN lc_shown_band AS b ON b.preparation_id = c.id
  WHERE b.begins_section AND b.section_id IS NOT NULL
) AS g
UNION ALL
SELECT f.layout, c.id, c.axis, c.is_mirrored, c.is_free, c.z_stride, c.content_length, c.content_cross_length,
  1, 0, NULL, 0.0, c.content_length, 0, f.is_superseded OR f.is_restructured, NULL
FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id;

CREATE VIEW item_frames AS -- Each item in each layout of its data set at its natural position, found by key or id
  -- through the index. Without a key or an id each item is looked up by itself. Then "element_frames", WHERE kind =
  -- 'cell', is many times as quick: it goes through the frames. An item that was added or moved since its layout was
  -- prepared has no row until it is prepared again.
SELECT e.layout, e.item_id, e.key, e.section_id,
  CAST(CASE WHEN e.shown THEN e.section END AS INTEGER) AS section,
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
    (SELECT o.counts & 2147483647 FROM lc_band_before AS o WHERE o.preparation_id = p.id AND o.slot = b.slot)
      - NOT b.begins_section AS section,
    a.item
      + CASE WHEN b.begins_section THEN 0 ELSE
          (SELECT o.counts >> 31 FROM lc_band_before AS o WHERE o.preparation_id = p.id AND o.slot = b.slot)
          - (SELECT o.counts >> 31 FROM lc_band_before AS o WHERE o.preparation_id = p.id AND o.slot =
              (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
               WHERE g.section_id = h.section_id AND g.preparation_id = p.id
                 AND g.first_position = -9e999 AND g.begins_section)) END AS item,
    (SELECT f.is_superseded OR f.is_restructured FROM lc_freshness AS f WHERE f.layout_id = l.id)
      OR (SELECT f.is_stale FROM lc_band_freshness AS f WHERE f.band_id = b.id) AS stale
  FROM lc_item AS i
  -- Itself, and what stands for it in data sets that follow a data set.
  CROSS JOIN item AS h ON h.id = i.id OR h.original_id = i.id
  CROSS JOIN section AS s NOT INDEXED ON s.id = h.section_id
  CROSS JOIN lc_preparation AS p ON p.dataset_id = s.dataset_id AND p.is_shown
  CROSS JOIN layout AS l ON l.id = p.layout_id
  -- The band that holds the item's position; on a canvas, where bands go by place, each of its section.
  CROSS JOIN lc_band AS b INDEXED BY lc_band_section ON b.section_id = h.section_id AND b.preparation_id = p.id
    AND b.first_position = CASE WHEN p.is_free THEN -9e999 ELSE
      (SELECT max(g.first_position) FROM lc_band AS g INDEXED BY lc_band_section
       WHERE g.section_id = h.section_id AND g.preparation_id = p.id AND g.first_position <= h.position) END
  -- Mostly one of its blocks can hold the item, by their shared values.
  CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
    AND (a.detail_count + a.numbers > 0 OR b.first_item_id IS NULL
         OR i.id - b.first_item_id - a.block_item_shift BETWEEN a.first AND a.first + a.count - 1)
    AND coalesce(b.first_item_id + a.item, 0) + a.item_shift = i.id
  WHERE i.original_id IS NULL AND NOT b.is_estimated AND a.element IS NULL AND a.width >= 0
) AS e;

CREATE VIEW section_frames AS -- Each section of each layout: on a canvas the box around its elements, elsewhere
  -- the strip that it occupies.
SELECT p.layout, CAST(p.section AS INTEGER) AS section, CAST(p.title AS TEXT) AS title,
  CAST(CASE WHEN p.is_free THEN (SELECT min(a.x) FROM lc_band AS b INDEXED BY lc_band_section
         CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
         WHERE b.section_id = p.section_id AND b.preparation_id = p.preparation_id)
       -- A section that takes no room ends before the spacing that precedes it.
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
FROM lc_section AS p
WHERE NOT p.is_of_content;

CREATE VIEW layout_status AS -- Each layout: its contents, and how many sections are stale. Unprepared parts count with
  -- their estimated length.
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
  -- At least 1 if sections went or changed places: the remaining ones need not be stale themselves.
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
  -- Every trigger that the program made is there.
  CAST((SELECT count(*) FROM lc_schema AS n CROSS JOIN sqlite_schema AS t
        ON instr(char(10) || n.names || char(10), char(10) || t.name || char(10)) > 0 WHERE n.part = 'triggers')
    = (SELECT length(n.names) - length(replace(n.names, char(10), '')) + 1 FROM lc_schema AS n
       WHERE n.part = 'triggers') AS INTEGER) AS is_whole
FROM lc_freshness AS f CROSS JOIN layout AS l ON l.id = f.layout_id
LEFT JOIN dataset AS d ON d.id = l.dataset_id LEFT JOIN lc_content AS c ON c.id = f.preparation_id;

CREATE VIEW orthogonal_offset (layout, section, offset) AS -- How far a section that scrolls orthogonally has
  -- been scrolled, by the section's index; no row means 0.
SELECT o.layout,
  CAST((SELECT count(*) FROM section AS t WHERE t.dataset_id = s.dataset_id AND t.position < s.position) AS INTEGER),
  o.offset
FROM section_offset AS o CROSS JOIN section AS s ON s.id = o.section_id;

CREATE VIEW layout_readme (name, purpose, example) AS -- The tables and views: the first topic of layout_help.
SELECT name, text, example FROM layout_help WHERE topic = 'tables' ORDER BY rowid;
