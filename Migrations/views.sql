-- The views to query. Views without a prefix are the contract; views that begin with lc_ are their parts.

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

CREATE VIEW lc_extent AS -- Each preparation with the totals of its bands: the one node on top of its tree of sums.
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
  AND s.level = (SELECT max(t.level) FROM lc_sum AS t WHERE t.preparation_id = p.id);

CREATE VIEW lc_band_before AS -- Each band with its predecessors: the bands before it in its node. On each level of the
  -- tree, the nodes before its own under the same parent are added.
SELECT b.*,
  (SELECT total((SELECT sum(s.length) FROM lc_sum AS s
     WHERE s.preparation_id = b.preparation_id AND s.level = k.number
       AND s.node >= (((b.slot - 1) >> (4 * k.number + 4)) << 4) AND s.node < ((b.slot - 1) >> (4 * k.number))
   )) FROM lc_number AS k WHERE k.number > 0 AND ((b.slot - 1) >> (4 * k.number)) > 0)
  + (SELECT total(n.length) FROM lc_band AS n
     WHERE n.preparation_id = b.preparation_id AND n.slot > (((b.slot - 1) >> 4) << 4) AND n.slot < b.slot) AS origin,
  (SELECT coalesce(sum((SELECT sum(s.items) FROM lc_sum AS s
     WHERE s.preparation_id = b.preparation_id AND s.level = k.number
       AND s.node >= (((b.slot - 1) >> (4 * k.number + 4)) << 4) AND s.node < ((b.slot - 1) >> (4 * k.number))
   )), 0) FROM lc_number AS k WHERE k.number > 0 AND ((b.slot - 1) >> (4 * k.number)) > 0)
  + (SELECT coalesce(sum(n.item_count), 0) FROM lc_band AS n
     WHERE n.preparation_id = b.preparation_id
       AND n.slot > (((b.slot - 1) >> 4) << 4) AND n.slot < b.slot) AS items_before,
  (SELECT coalesce(sum((SELECT sum(s.sections) FROM lc_sum AS s
     WHERE s.preparation_id = b.preparation_id AND s.level = k.number
       AND s.node >= (((b.slot - 1) >> (4 * k.number + 4)) << 4) AND s.node < ((b.slot - 1) >> (4 * k.number))
   )), 0) FROM lc_number AS k WHERE k.number > 0 AND ((b.slot - 1) >> (4 * k.number)) > 0)
  + (SELECT coalesce(sum(n.begins_section), 0) FROM lc_band AS n
     WHERE n.preparation_id = b.preparation_id
       AND n.slot > (((b.slot - 1) >> 4) << 4) AND n.slot < b.slot) AS sections_before
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
-- Without details, SQLite need not look.
LEFT JOIN lc_detail AS d ON d.id = CASE WHEN b.detail_count THEN (b.id << 4) + n.number END;

CREATE VIEW lc_shown_item AS -- The items that a preparation shows, among those that it laid out. Most bands show all of
  -- theirs, and then no element is looked for.
SELECT i.id AS item_id, p.id AS preparation_id
FROM item AS i CROSS JOIN lc_preparation AS p
CROSS JOIN lc_band AS b ON b.preparation_id = p.id AND b.slot =
  (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
   WHERE g.section_id = i.section_id AND g.preparation_id = p.id AND g.first_position <= i.position
   ORDER BY g.first_position DESC LIMIT 1)
WHERE b.is_estimated OR b.cell_count = b.item_count OR EXISTS
  (SELECT 1 FROM lc_frame AS a
   WHERE a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575 AND a.element IS NULL AND a.width >= 0
     AND (a.detail_count + a.numbers > 0 OR b.first_item_id IS NULL
          OR i.id - b.first_item_id - a.block_item_shift BETWEEN a.first AND a.first + a.count - 1)
     AND coalesce(b.first_item_id + a.item, 0) + a.item_shift = i.id);

CREATE VIEW lc_content AS -- A preparation's content in figures.
SELECT e.*,
  CASE WHEN e.is_free THEN e.greatest_overhang_after
       WHEN e.total_sections > 0 AND (e.total_items > 0 OR NOT e.hides_empty) THEN e.total_length - e.section_spacing
       ELSE e.total_length END AS content_length,
  coalesce(e.cross_length, e.greatest_cross_length) AS content_cross_length,
  -- Of a layout that wraps, how far along the scroll axis a viewport is looked through: every lap shows all of it
  -- again.
  CASE WHEN e.wraps AND e.total_length > 0 THEN 1000 * (e.total_length + e.wrap_spacing) END AS longest_view
FROM lc_extent AS e;

CREATE VIEW lc_lap_view AS -- The part of each lap that a layout's row of viewport covers. It is the rectangle in the
  -- coordinates of the lap's bands, and the slots to search. Bands on one plane (canvas) are found otherwise.
WITH RECURSIVE
-- Each layout's viewport: its beginning and end along the scroll axis and across it. A mirrored layout counts from the
-- content's far end.
view_rect AS (
  SELECT f.layout, f.is_superseded OR f.is_restructured AS is_outdated,
    v.x AS view_x, v.width AS view_width,
    c.id AS preparation_id, c.axis, c.is_mirrored, c.section_spacing, c.cross_length,
    EXISTS (SELECT 1 FROM lc_frozen_lines AS e WHERE e.preparation_id = c.id) AS has_frozen_lines,
    g.top_end + CASE WHEN g.top_end > g.top_start THEN c.wrap_spacing ELSE 0.0 END AS scroll_start,
    g.bottom_start - CASE WHEN g.bottom_end > g.bottom_start THEN c.wrap_spacing ELSE 0.0 END AS scroll_end,
    c.is_mirrored_across, c.wrap_spacing, c.cross_wrap_spacing,
    c.wraps_across, c.pin_start, c.pin_end, c.z_stride, c.content_length,
    CASE WHEN NOT c.wraps THEN c.sticky END AS sticky, c.dataset_id,
--- where no cell moves
    c.greatest_overhang_before AS overhang_before,
    -- The frozen rows of a sheet that goes round show as well where the viewport sees nothing but a space between rows.
    c.greatest_overhang_after + CASE WHEN g.section_id IS NOT NULL THEN c.wrap_spacing ELSE 0.0 END AS overhang_after,
    CASE c.axis WHEN 0 THEN v.x ELSE v.y END AS cross_low,
    CASE c.axis WHEN 0 THEN v.x + v.width ELSE v.y + v.height END AS cross_high,
--- end
--- where cells move
    c.greatest_overhang_before + coalesce(c.motion_reach * max(v.width, v.height), 0.0) AS overhang_before,
    c.greatest_overhang_after + CASE WHEN g.section_id IS NOT NULL THEN c.wrap_spacing ELSE 0.0 END
      + coalesce(c.motion_reach * max(v.width, v.height), 0.0) AS overhang_after,
    CASE c.axis WHEN 0 THEN v.x ELSE v.y END - coalesce(c.motion_reach * max(v.width, v.height), 0.0) AS cross_low,
    CASE c.axis WHEN 0 THEN v.x + v.width ELSE v.y + v.height END
      + coalesce(c.motion_reach * max(v.width, v.height), 0.0) AS cross_high,
--- end
    CASE WHEN c.axis = 0 THEN v.y WHEN c.is_mirrored THEN c.content_length - v.x - v.width ELSE v.x END AS low,
    CASE WHEN c.axis = 0 THEN v.y + v.height WHEN c.is_mirrored THEN c.content_length - v.x
         ELSE v.x + v.width END AS high,
    -- A lap of a single sheet is the rows that scroll.
    CASE WHEN c.wraps THEN c.content_length END AS whole_length, c.longest_view
  FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id
  CROSS JOIN viewport AS v ON v.layout = f.layout
  LEFT JOIN lc_frozen_lines AS g ON c.wraps AND c.total_sections = 1 AND g.preparation_id = c.id
  WHERE v.width > 0 AND v.height > 0 AND NOT c.is_free
),
lap_rect AS (
  SELECT *, coalesce(scroll_start, 0.0) AS lap_start,
    scroll_start IS NOT NULL AND whole_length - scroll_start + scroll_end > 0 AS goes_round,
    CASE WHEN whole_length - coalesce(scroll_start - scroll_end, 0.0) > 0
         THEN whole_length - coalesce(scroll_start - scroll_end, 0.0) + wrap_spacing END AS lap_length
  FROM view_rect
),
-- The laps that a viewport sees of a layout that wraps; of any other the one lap 0. Elements that hang out of the
-- content belong to a neighbouring lap as well. At its end they count from the end of the spacing that the last
-- section goes without. If the content has become much shorter than when the viewport was set, its first part is
-- looked through.
laps AS (
  SELECT layout, is_outdated, view_x, view_width, preparation_id, axis, is_mirrored,
    section_spacing, cross_length, has_frozen_lines, is_mirrored_across, wrap_spacing, cross_wrap_spacing, wraps_across,
    pin_start, pin_end, z_stride, content_length, sticky, dataset_id, overhang_before, overhang_after, cross_low,
    cross_high, low, high, lap_length, goes_round, lap_start, longest_view,
    CASE WHEN lap_length IS NULL THEN 0
         ELSE CAST((low - lap_start - overhang_after - section_spacing) / lap_length AS INTEGER)
              - (low - lap_start - overhang_after - section_spacing < 0) END AS number,
    CASE WHEN lap_length IS NULL THEN 0
         ELSE CAST((min(high, low + longest_view) - lap_start + overhang_before) / lap_length AS INTEGER) END
      AS last_number
  FROM lap_rect
  UNION ALL
  SELECT layout, is_outdated, view_x, view_width, preparation_id, axis, is_mirrored,
    section_spacing, cross_length, has_frozen_lines, is_mirrored_across, wrap_spacing, cross_wrap_spacing, wraps_across,
    pin_start, pin_end, z_stride, content_length, sticky, dataset_id, overhang_before, overhang_after, cross_low,
    cross_high, low, high, lap_length, goes_round, lap_start, longest_view, number + 1,
    last_number
  FROM laps WHERE number < last_number
),
-- A lap's view: the viewport in the coordinates of its bands, widened by what hangs out of a band or moves. In a
-- mirrored layout these run the other way, and laps are listed in the content's order.
placed AS (
  SELECT *, CASE WHEN is_mirrored THEN -number ELSE number END AS lap,
    CASE WHEN is_mirrored THEN -number ELSE number END * coalesce(lap_length, 0.0) AS lap_shift,
    low - number * coalesce(lap_length, 0.0) AS band_low, high - number * coalesce(lap_length, 0.0) AS band_high,
    low - number * coalesce(lap_length, 0.0) - overhang_after - 0.001 AS low_edge,
    high - number * coalesce(lap_length, 0.0) + overhang_before + 0.001 AS high_edge
  FROM laps
),
-- … and the slots in it, in whole nodes of sixteen. The search goes down the tree of sums past the nodes before its
-- beginning, and before its end. A step goes to the next node if this one is before, and else to its first child. A
-- missing node is empty, and the last one of its parent is never passed: after the end of everything there is none.
reach AS MATERIALIZED (
  SELECT v.*,
    (WITH RECURSIVE step (level, node, before, own) AS (
       SELECT (SELECT max(t.level) FROM lc_sum AS t WHERE t.preparation_id = v.preparation_id), 0, 0.0,
         (SELECT t.length FROM lc_sum AS t WHERE t.preparation_id = v.preparation_id ORDER BY t.level DESC LIMIT 1)
       UNION ALL
       SELECT CASE WHEN p.before + p.own <= v.low_edge THEN p.level ELSE p.level - 1 END,
         CASE WHEN p.before + p.own <= v.low_edge THEN p.node + 1 ELSE p.node << 4 END,
         CASE WHEN p.before + p.own <= v.low_edge THEN p.before + p.own ELSE p.before END,
         coalesce((SELECT s.length FROM lc_sum AS s WHERE s.preparation_id = v.preparation_id
          AND s.level = CASE WHEN p.before + p.own <= v.low_edge THEN p.level ELSE p.level - 1 END
          AND s.node = CASE WHEN p.before + p.own <= v.low_edge THEN p.node + 1 ELSE p.node << 4 END),
          CASE WHEN p.before + p.own <= v.low_edge AND p.node & 15 = 14 THEN NULL ELSE 0.0 END)
       FROM step AS p WHERE p.level > 0)
     SELECT node FROM step WHERE level = 0) AS slots_before,
    (WITH RECURSIVE step (level, node, before, own) AS (
       SELECT (SELECT max(t.level) FROM lc_sum AS t WHERE t.preparation_id = v.preparation_id), 0, 0.0,
         (SELECT t.length FROM lc_sum AS t WHERE t.preparation_id = v.preparation_id ORDER BY t.level DESC LIMIT 1)
       UNION ALL
       SELECT CASE WHEN p.before + p.own <= v.high_edge THEN p.level ELSE p.level - 1 END,
         CASE WHEN p.before + p.own <= v.high_edge THEN p.node + 1 ELSE p.node << 4 END,
         CASE WHEN p.before + p.own <= v.high_edge THEN p.before + p.own ELSE p.before END,
         coalesce((SELECT s.length FROM lc_sum AS s WHERE s.preparation_id = v.preparation_id
          AND s.level = CASE WHEN p.before + p.own <= v.high_edge THEN p.level ELSE p.level - 1 END
          AND s.node = CASE WHEN p.before + p.own <= v.high_edge THEN p.node + 1 ELSE p.node << 4 END),
          CASE WHEN p.before + p.own <= v.high_edge AND p.node & 15 = 14 THEN NULL ELSE 0.0 END)
       FROM step AS p WHERE p.level > 0)
     SELECT node FROM step WHERE level = 0) + 16 AS last_slot
  FROM placed AS v
)
-- … with their predecessors: on each level the nodes under the same parent.
SELECT v.layout, v.lap, v.lap_shift, v.is_outdated, v.preparation_id, v.axis, v.is_mirrored, v.z_stride,
  v.section_spacing, v.content_length, v.cross_length, v.has_frozen_lines, v.is_mirrored_across, v.wrap_spacing,
  v.cross_wrap_spacing, v.wraps_across, v.goes_round, v.pin_start, v.pin_end, v.sticky, v.dataset_id,
  v.view_x, v.view_width, v.band_low, v.band_high, v.low_edge, v.high_edge, v.cross_low, v.cross_high,
  v.slots_before, v.last_slot,
--- where no cell moves
  0.0 AS motion_reach,
--- end
--- where cells move
  coalesce((SELECT p.motion_reach * max(w.width, w.height) FROM lc_preparation AS p CROSS JOIN viewport AS w
            WHERE p.id = v.preparation_id AND w.layout = v.layout), 0.0) AS motion_reach,
--- end
  (SELECT total((SELECT sum(s.length) FROM lc_sum AS s
     WHERE s.preparation_id = v.preparation_id AND s.level = k.number
       AND s.node >= ((v.slots_before >> (4 * k.number + 4)) << 4) AND s.node < (v.slots_before >> (4 * k.number))
   )) FROM lc_number AS k WHERE k.number > 0 AND (v.slots_before >> (4 * k.number)) > 0) AS length_before,
  (SELECT coalesce(sum((SELECT sum(s.items) FROM lc_sum AS s
     WHERE s.preparation_id = v.preparation_id AND s.level = k.number
       AND s.node >= ((v.slots_before >> (4 * k.number + 4)) << 4) AND s.node < (v.slots_before >> (4 * k.number))
   )), 0) FROM lc_number AS k WHERE k.number > 0 AND (v.slots_before >> (4 * k.number)) > 0) AS items_before,
  (SELECT coalesce(sum((SELECT sum(s.sections) FROM lc_sum AS s
     WHERE s.preparation_id = v.preparation_id AND s.level = k.number
       AND s.node >= ((v.slots_before >> (4 * k.number + 4)) << 4) AND s.node < (v.slots_before >> (4 * k.number))
   )), 0) FROM lc_number AS k WHERE k.number > 0 AND (v.slots_before >> (4 * k.number)) > 0) AS sections_before
FROM reach AS v;

CREATE VIEW lc_search AS -- The places to search for the elements inside each layout's row of viewport. They are
  -- rectangles in planes of the R*Tree, each with the numbers that place their rows in the content. Also, with their
  -- frames, the elements that depend on the extent of a section. "visible" and "visible_btree" differ in how they
  -- search. Each part is named as rarely as possible: SQLite expands a part again for every mention. Nodes of the tree
  -- and neighbours of bands are read in subqueries. To a join SQLite adds, once ANALYZE has run, a Bloom filter for
  -- which it reads the whole table. The index of sections is named if one is needed, since without statistics SQLite
  -- considers a scan of the whole layout as good.
-- With the lines from "where items stick" to "end" SQLite takes almost twice as long to compile a statement. A file
-- gets them once a layout is prepared whose definition has "sticky"; until then the view is made without them. The
-- same holds for the lines from "where lines stay" to "end", and sheets with lines that stay visible or go round. In
-- the view "visible" it holds for "where cells move" and a definition with "motion".
WITH RECURSIVE
lap_view AS MATERIALIZED (
  SELECT * FROM lc_lap_view
),
-- The bands in the slots of a lap, each with its predecessors, …
passed AS (
  SELECT v.*, b.id AS band_id, b.slot, b.section_id, b.begins_section, b.first_item_id,
    b.orthogonal, b.length,
    v.length_before + total(b.length) OVER earlier AS origin,
    v.items_before + coalesce(sum(b.item_count) OVER earlier, 0) AS items_up_to,
    v.sections_before + coalesce(sum(b.begins_section) OVER earlier, 0) AS sections_up_to
  FROM lap_view AS v
  CROSS JOIN lc_band AS b ON b.preparation_id = v.preparation_id AND b.slot > v.slots_before AND b.slot <= v.last_slot
  WINDOW earlier AS (PARTITION BY v.layout, v.lap ORDER BY b.slot ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
),
-- … those among them that matter, with the first band of their section and the index of their first item in it.
band AS MATERIALIZED (
  SELECT p.*, CASE WHEN p.section_id IS NOT NULL THEN p.sections_up_to - NOT p.begins_section END AS section,
    CASE WHEN p.begins_section OR p.section_id IS NULL THEN p.slot ELSE
      (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
       WHERE g.section_id = p.section_id AND g.preparation_id = p.preparation_id
         AND g.first_position = -9e999 AND g.begins_section) END AS section_slot,
    CASE WHEN p.begins_section OR p.section_id IS NULL THEN 0 ELSE p.items_up_to -
      (SELECT f.items_before FROM lc_band_before AS f
       WHERE f.preparation_id = p.preparation_id AND f.slot =
         (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
          WHERE g.section_id = p.section_id AND g.preparation_id = p.preparation_id
            AND g.first_position = -9e999 AND g.begins_section)) END AS first_index,
    p.is_outdated OR (SELECT f.is_stale FROM lc_band_freshness AS f WHERE f.band_id = p.band_id) AS stale
  FROM passed AS p
  WHERE p.origin + p.length > p.low_edge AND p.origin <= p.high_edge
),
-- The sections that those bands belong to, from beginning to end.
sight AS MATERIALIZED (
  SELECT b.*,
    CASE WHEN b.begins_section THEN b.origin ELSE
      (SELECT f.origin FROM lc_band_before AS f
       WHERE f.preparation_id = b.preparation_id AND f.slot = b.section_slot) END AS section_start,
    (SELECT e.origin + e.length FROM lc_band_before AS e
     WHERE e.preparation_id = b.preparation_id AND e.slot =
       (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
        WHERE g.section_id = b.section_id AND g.preparation_id = b.preparation_id
        ORDER BY g.first_position DESC, g.slot DESC LIMIT 1))
      - b.section_spacing AS section_end
  FROM (SELECT *, min(slot) OVER (PARTITION BY layout, lap) AS first_seen,
          max(slot) OVER (PARTITION BY layout, lap) AS last_seen
        FROM band WHERE section_id IS NOT NULL) AS b
  WHERE b.begins_section OR b.slot = b.first_seen
),
--- where lines stay
-- The sheets with lines that stay visible or go round, each with the places of its strips of frozen lines. Those at the
-- beginning keep to the viewport's edge first. In a mirrored sheet these are the columns at the right.
sheet AS MATERIALIZED (
  SELECT s.*, max(s.band_high - s.bottom_end + s.bottom_start, s.top_at + s.top_end - s.top_start) AS bottom_limit,
    CASE WHEN NOT s.is_mirrored_across THEN max(s.view_end - s.right_end + s.right_start,
                                                s.left_at + s.left_end - s.left_start)
         WHEN s.cross_lap_length > 0 THEN s.view_end - s.right_end + s.right_start
         ELSE max(s.view_end - s.right_end + s.right_start, 0.0) END AS right_limit
  FROM (
    SELECT s.layout, s.lap, s.preparation_id, s.section, s.section_id, s.is_outdated, s.lap_shift, s.section_start,
      s.section_end, s.section_slot, s.first_seen, s.last_seen, s.items_up_to - s.first_index AS first_item,
      s.goes_round, s.is_mirrored_across, s.band_low, s.band_high, s.view_x, s.view_x + s.view_width AS view_end,
      s.section_start + s.top_start AS top_start, s.section_start + s.top_end AS top_end,
      s.section_end + s.bottom_start AS bottom_start, s.section_end + s.bottom_end AS bottom_end,
      s.left_start, s.left_end, s.right_start, s.right_end, s.scroll_left, s.scroll_right,
      CASE WHEN s.goes_round THEN s.band_low
           ELSE max(s.section_start + s.top_start, min(s.band_low, s.section_end - s.top_end + s.top_start)) END
        AS top_at,
      CASE WHEN s.wraps_across AND s.scroll_right > s.scroll_left THEN s.view_x
           ELSE max(s.left_start, min(s.view_x,
             coalesce(s.cross_length,
               (SELECT c.content_cross_length FROM lc_content AS c WHERE c.id = s.preparation_id))
             - s.left_end + s.left_start)) END AS left_at,
      CASE WHEN s.wraps_across AND s.scroll_right > s.scroll_left
           THEN s.scroll_right - s.scroll_left + s.cross_wrap_spacing ELSE 0.0 END AS cross_lap_length,
      -- Rows that stay visible while the others go round belong to no lap.
      NOT s.goes_round OR s.lap = min(s.lap) OVER (PARTITION BY s.layout) AS has_frozen_rows
    FROM (
      SELECT s.*, f.top_start, f.top_end, f.bottom_start, f.bottom_end, f.left_start, f.left_end, f.right_start,
        f.right_end,
        f.left_end + CASE WHEN f.left_end > f.left_start THEN s.cross_wrap_spacing ELSE 0.0 END AS scroll_left,
        f.right_start - CASE WHEN f.right_end > f.right_start THEN s.cross_wrap_spacing ELSE 0.0 END AS scroll_right
      FROM sight AS s CROSS JOIN lc_frozen_lines AS f
        ON f.preparation_id = s.preparation_id AND f.section_id = s.section_id
      WHERE s.has_frozen_lines
    ) AS s
  ) AS s
),
-- … the same with how far the strips have moved. Those that have not are like lines that scroll, save for the rows at
-- the bottom: these are in front, …
moved_sheet AS (
  SELECT *, top_end > top_start AND (top_shift <> 0 OR goes_round) AS has_top, bottom_end > bottom_start AS has_bottom,
    left_end > left_start AND (left_shift <> 0 OR cross_lap_length > 0) AS has_left,
    right_end > right_start AND (right_shift <> 0 OR cross_lap_length > 0) AS has_right
  FROM (
    SELECT *, top_at - top_start AS top_shift,
      CASE WHEN goes_round THEN bottom_limit ELSE min(bottom_start, bottom_limit) END - bottom_start AS bottom_shift,
      right_at - right_start AS right_shift,
      CASE WHEN NOT is_mirrored_across THEN left_at
           WHEN cross_lap_length > 0 THEN min(view_x, right_at - left_end + left_start)
           ELSE max(left_start, min(view_x, right_at - left_end + left_start)) END - left_start AS left_shift
    FROM (SELECT *, CASE WHEN cross_lap_length > 0 THEN right_limit ELSE min(right_start, right_limit) END AS right_at
          FROM sheet)
  )
),
-- … the parts across: the columns that scroll, once for each of their laps, and the frozen ones at either edge …
sheet_columns AS (
  SELECT *, 0 AS column_part,
    CASE WHEN cross_lap_length > 0 THEN CAST((view_x - scroll_right) / cross_lap_length AS INTEGER)
           - (view_x - scroll_right < 0) ELSE 0 END AS cross_lap,
    CASE WHEN cross_lap_length > 0
         THEN CAST((min(view_end, view_x + 1000 * cross_lap_length) - scroll_left) / cross_lap_length AS INTEGER)
         ELSE 0 END
      AS last_cross_lap
  FROM moved_sheet
  UNION ALL
  SELECT *, 1, 0, 0 FROM moved_sheet WHERE has_left
  UNION ALL
  SELECT *, 2, 0, 0 FROM moved_sheet WHERE has_right
),
column_lap AS (
  SELECT * FROM sheet_columns
  UNION ALL
  SELECT layout, lap, preparation_id, section, section_id, is_outdated, lap_shift, section_start, section_end,
    section_slot, first_seen, last_seen, first_item, goes_round, is_mirrored_across, band_low, band_high,
    view_x, view_end, top_start, top_end, bottom_start, bottom_end, left_start, left_end, right_start,
    right_end, scroll_left, scroll_right, top_at, left_at, cross_lap_length, has_frozen_rows, bottom_limit,
    right_limit, right_at, top_shift, bottom_shift, right_shift, left_shift, has_top,
    has_bottom, has_left, has_right, column_part, cross_lap + 1, last_cross_lap
  FROM column_lap WHERE cross_lap < last_cross_lap
),
-- … and the panes: each of them with the rows that scroll, and with the frozen ones at either edge.
pane AS MATERIALIZED (
  SELECT s.*, p.row_part,
    CASE p.row_part WHEN 0 THEN 0.0 WHEN 1 THEN s.top_shift ELSE s.bottom_shift END AS row_shift,
    CASE s.column_part WHEN 0 THEN s.cross_lap * s.cross_lap_length WHEN 1 THEN s.left_shift ELSE s.right_shift END
      AS column_shift,
    CASE WHEN s.has_top THEN s.top_end ELSE -9e999 END AS top_edge,
    CASE WHEN s.has_bottom THEN s.bottom_start ELSE 9e999 END AS bottom_edge,
    CASE WHEN s.has_left THEN s.left_end ELSE -9e999 END AS left_edge,
    CASE WHEN s.has_right THEN s.right_start ELSE 9e999 END AS right_edge,
    -- Frozen rows are in the sheet's first and last bands, which the window may have left behind.
    CASE p.row_part WHEN 0 THEN s.first_seen WHEN 1 THEN s.section_slot ELSE
      (WITH RECURSIVE walk (slot, reach) AS (
         SELECT l.slot, l.length FROM lc_band AS l WHERE l.preparation_id = s.preparation_id AND l.slot =
           (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
            WHERE g.section_id = s.section_id AND g.preparation_id = s.preparation_id
            ORDER BY g.first_position DESC, g.slot DESC LIMIT 1)
         UNION ALL
         SELECT (SELECT max(n.slot) FROM lc_band AS n WHERE n.preparation_id = s.preparation_id AND n.slot < walk.slot),
           walk.reach + (SELECT n.length FROM lc_band AS n
                         WHERE n.preparation_id = s.preparation_id AND n.slot < walk.slot
                         ORDER BY n.slot DESC LIMIT 1)
         FROM walk
         WHERE walk.reach < s.section_end - s.bottom_start AND walk.slot > s.section_slot)
       SELECT min(slot) FROM walk) END AS low_slot,
    CASE p.row_part WHEN 0 THEN s.last_seen WHEN 1 THEN
      (WITH RECURSIVE walk (slot, reach) AS (
         SELECT f.slot, f.length FROM lc_band AS f WHERE f.preparation_id = s.preparation_id AND f.slot = s.section_slot
         UNION ALL
         SELECT (SELECT min(n.slot) FROM lc_band AS n WHERE n.preparation_id = s.preparation_id AND n.slot > walk.slot),
           walk.reach + (SELECT n.length FROM lc_band AS n
                         WHERE n.preparation_id = s.preparation_id AND n.slot > walk.slot ORDER BY n.slot LIMIT 1)
         FROM walk
         WHERE walk.reach < s.top_end - s.section_start)
       SELECT max(slot) FROM walk)
      ELSE (SELECT max(slot) FROM lc_band AS n WHERE n.preparation_id = s.preparation_id) END AS high_slot
  FROM column_lap AS s
  CROSS JOIN (SELECT 0 AS row_part UNION ALL SELECT 1 UNION ALL SELECT 2) AS p
  WHERE p.row_part = 0 OR s.has_frozen_rows
    AND CASE p.row_part WHEN 1 THEN s.has_top ELSE s.has_bottom END
),
--- end
-- The elements that pin or span in a section, or in the whole content, at their natural places, …
section_element AS (
  SELECT s.*, e.element, e.edge, e.x, e.y, e.width, e.height, e.z_index, e.pins, e.reserve, e.minimum, e.pin_shift,
    CASE e.edge WHEN 1 THEN s.section_end WHEN 3 THEN (s.section_start + s.section_end) / 2 ELSE s.section_start END
      + CASE s.axis WHEN 0 THEN e.y ELSE e.x END AS natural,
    CASE WHEN e.edge <> 2 THEN CASE s.axis WHEN 0 THEN e.height ELSE e.width END
         ELSE max(0.0, s.section_end - e.reserve - s.section_start
                  - CASE s.axis WHEN 0 THEN e.y ELSE e.x END) END AS along_length
  FROM (SELECT layout, lap, preparation_id, axis, is_mirrored, content_length, lap_shift, z_stride, band_low, band_high,
          pin_start, pin_end, 0 AS is_of_content, section_id, section, section_start, section_end, stale
        FROM sight
        UNION ALL
        SELECT layout, lap, preparation_id, axis, is_mirrored, content_length, lap_shift, z_stride, band_low, band_high,
          pin_start, pin_end, 1, 0, NULL, 0.0, content_length, is_outdated
        FROM lap_view) AS s
  CROSS JOIN lc_section_element AS e
    ON e.preparation_id = s.preparation_id AND e.is_of_content = s.is_of_content AND e.section_id = s.section_id
),
-- … and at its visible place: a pinned header follows the viewport's beginning, a pinned footer its end, within the
-- section.
shown_element AS (
  SELECT n.*,
    CASE WHEN NOT n.pins THEN n.natural
         WHEN n.edge = 1
         THEN min(n.natural, max(n.band_high - n.pin_end - n.pin_shift - n.shown_length, n.section_start + n.reserve))
         ELSE max(n.natural, min(n.pin_line, n.section_end - n.reserve - n.shown_length)) END AS shown
  FROM (SELECT s.*, s.band_low + s.pin_start + s.pin_shift AS pin_line,
          -- A header may shrink by as much as it was scrolled past.
          CASE WHEN s.pins AND s.minimum IS NOT NULL
               THEN max(s.minimum, s.along_length - max(0.0, s.band_low + s.pin_start + s.pin_shift - s.natural))
               ELSE s.along_length END AS shown_length
        FROM section_element AS s) AS n
)
--- where items stick
,
-- The lines at which items stick, if they may: a pinned header is outside of them. The header comes from the last
-- visible section that begins at the line.
sticky_line AS (
  SELECT n.*, CASE WHEN n.header_section IS NULL THEN n.line
    ELSE max(n.header_natural, min(n.line, n.header_end - n.header_length)) + n.header_length END AS low
  FROM (
    SELECT e.*, CASE WHEN e.header_natural <= e.line + 1e-6 THEN e.section_id END AS header_section,
      CASE WHEN e.minimum IS NULL THEN e.full_length
           ELSE max(e.minimum, e.full_length - max(0.0, e.line - e.header_natural)) END AS header_length
    FROM (
      SELECT v.layout, v.preparation_id, v.dataset_id, v.sticky, v.axis, v.is_mirrored, v.content_length, v.is_outdated,
        v.band_low + v.pin_start AS line, v.band_high - v.pin_end AS high, v.slots_before, s.first_seen, s.last_seen,
        (SELECT b.section_id FROM lc_band AS b
         WHERE b.preparation_id = v.preparation_id AND b.slot = s.first_seen) AS first_section_id,
        (SELECT b.section_id FROM lc_band AS b
         WHERE b.preparation_id = v.preparation_id AND b.slot = s.last_seen) AS last_section_id,
        s.section_id, s.section_end - p.reserve AS header_end, p.minimum,
        s.section_start + CASE v.axis WHEN 0 THEN p.y ELSE p.x END AS header_natural,
        CASE v.axis WHEN 0 THEN p.height ELSE p.width END AS full_length,
        max(CASE WHEN s.section_start <= v.band_low + v.pin_start THEN s.section_start END) AS section_start
      FROM lap_view AS v LEFT JOIN sight AS s ON s.layout = v.layout
      LEFT JOIN lc_section_element AS p ON p.preparation_id = v.preparation_id AND p.is_of_content = 0
        AND p.section_id = s.section_id AND p.edge = 0 AND p.pins
      WHERE v.sticky IS NOT NULL
      GROUP BY v.layout
    ) AS e
  ) AS n
),
-- The sections and positions of the visible bands. If nothing is visible, everything is before or behind it.
sticky_range AS MATERIALIZED (
  SELECT l.*, coalesce(f.position, CASE WHEN l.slots_before THEN 9e999 ELSE -9e999 END) AS first_section,
    (SELECT b.first_position FROM lc_band AS b
     WHERE b.preparation_id = l.preparation_id AND b.slot = l.first_seen) AS first_position,
    coalesce(n.position, CASE WHEN l.slots_before THEN 9e999 ELSE -9e999 END) AS last_section,
    coalesce((SELECT min(n.first_position) FROM lc_band AS b
      CROSS JOIN lc_band AS n INDEXED BY lc_band_section
        ON n.section_id = b.section_id AND n.preparation_id = b.preparation_id
        AND n.first_position > b.first_position
      WHERE b.preparation_id = l.preparation_id AND b.slot = l.last_seen), 9e999) AS next_position
  FROM sticky_line AS l
  LEFT JOIN section AS f ON f.id = l.first_section_id LEFT JOIN section AS n ON n.id = l.last_section_id
),
-- The levels that some item has, …
sticky_level (level) AS (
  SELECT min(sticky_level) FROM item INDEXED BY item_sticky_level WHERE sticky_level >= 0
  UNION ALL
  SELECT (SELECT min(i.sticky_level) FROM item AS i INDEXED BY item_sticky_level WHERE i.sticky_level > k.level)
  FROM sticky_level AS k WHERE k.level IS NOT NULL
),
-- … and the items that may stick now. They are items in the visible bands, and at each edge the next one of each level
-- on both sides of them. They are numbered in the order in which they are asked.
sticky AS MATERIALIZED (
  SELECT q.*,
    CASE WHEN q.sticky OR NOT q.is_end THEN lead(q.begins) OVER neighbours
         ELSE lag(q.begins + q.length) OVER neighbours END AS neighbour,
    row_number() OVER (PARTITION BY q.layout
      ORDER BY q.stacked, q.is_end, CASE WHEN q.is_end THEN q.place ELSE -q.place END) AS number
  FROM (
    SELECT l.*, i.id AS item_id, i.section_id AS item_section_id, 100 - i.sticky_level AS z_index,
      i.sticky_edge IS 'end' AS is_end, CASE l.sticky WHEN 1 THEN i.sticky_level ELSE 0 END AS stacked,
      (b.slot << 24) + a.item AS place, b.origin + CASE l.axis WHEN 0 THEN a.y ELSE a.x END AS begins,
      CASE l.axis WHEN 0 THEN a.height ELSE a.width END AS length, a.x, a.y, a.width, a.height
    FROM sticky_range AS l
    CROSS JOIN item AS i ON i.id IN (
      SELECT c.id FROM section AS t CROSS JOIN (SELECT 'start' AS edge UNION ALL SELECT 'end') AS e
      CROSS JOIN item AS c INDEXED BY item_sticky
        ON coalesce(c.sticky_edge, 'start') = e.edge AND c.section_id = t.id AND c.sticky_level IS NOT NULL
        AND c.position >= CASE WHEN t.position > l.first_section THEN -9e999 ELSE l.first_position END
        AND c.position < CASE WHEN t.position < l.last_section THEN 9e999 ELSE l.next_position END
      WHERE t.dataset_id = l.dataset_id AND t.position BETWEEN l.first_section AND l.last_section
      UNION ALL
      -- In each section one descent, until one of them has such an item.
      SELECT CASE g.number WHEN 0 THEN
          (SELECT n.id FROM section AS t CROSS JOIN item AS n ON n.id =
             (SELECT c.id FROM item AS c INDEXED BY item_sticky_level
              WHERE c.sticky_level = k.level AND coalesce(c.sticky_edge, 'start') = e.edge AND c.section_id = t.id
                AND c.position < CASE WHEN t.position < l.first_section THEN 9e999 ELSE l.first_position END AND EXISTS
                  (SELECT 1 FROM lc_shown_item AS h WHERE h.item_id = c.id AND h.preparation_id = l.preparation_id)
              ORDER BY c.position DESC LIMIT 1)
           WHERE t.dataset_id = l.dataset_id AND t.position <= l.first_section ORDER BY t.position DESC LIMIT 1)
        ELSE
          (SELECT n.id FROM section AS t CROSS JOIN item AS n ON n.id =
             (SELECT c.id FROM item AS c INDEXED BY item_sticky_level
              WHERE c.sticky_level = k.level AND coalesce(c.sticky_edge, 'start') = e.edge AND c.section_id = t.id
                AND c.position >= CASE WHEN t.position > l.last_section THEN -9e999 ELSE l.next_position END AND EXISTS
                  (SELECT 1 FROM lc_shown_item AS h WHERE h.item_id = c.id AND h.preparation_id = l.preparation_id)
              ORDER BY c.position LIMIT 1)
           WHERE t.dataset_id = l.dataset_id AND t.position >= l.last_section ORDER BY t.position LIMIT 1)
        END
      FROM sticky_level AS k CROSS JOIN (SELECT 'start' AS edge UNION ALL SELECT 'end') AS e ON EXISTS
        (SELECT 1 FROM item AS c INDEXED BY item_sticky_level
         WHERE c.sticky_level = k.level AND coalesce(c.sticky_edge, 'start') = e.edge)
      CROSS JOIN lc_number AS g ON g.number < 2
      WHERE k.level IS NOT NULL)
    CROSS JOIN lc_band_before AS b ON b.preparation_id = l.preparation_id AND b.slot =
      (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
       WHERE g.section_id = i.section_id AND g.preparation_id = l.preparation_id AND g.first_position <= i.position
       ORDER BY g.first_position DESC LIMIT 1)
    CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
      AND (a.detail_count + a.numbers > 0 OR b.first_item_id IS NULL
           OR i.id - b.first_item_id - a.block_item_shift BETWEEN a.first AND a.first + a.count - 1)
      AND (a.detail_count + a.numbers > 0 OR b.first_item_id IS NULL
           OR a.number = i.id - b.first_item_id - a.block_item_shift - a.first)
      AND coalesce(b.first_item_id + a.item, 0) + a.item_shift = i.id
    WHERE NOT b.is_estimated AND a.element IS NULL AND a.width >= 0
  ) AS q
  WINDOW neighbours AS (PARTITION BY q.layout, q.is_end, q.stacked ORDER BY q.place)
),
-- One after the other. Of each level and edge, the first that its line has reached sticks. It must come behind (at the
-- end: before) what sticks further out, and there must be room for it.
step AS (
  SELECT layout, 0 AS number, -1 AS stacked, 0 AS is_end, 0.0 AS length, 0.0 AS start_length, 0.0 AS end_length,
    -1 AS last_start, 9223372036854775807 AS last_end, 9e999 AS bound, 0 AS is_decided, 0 AS sticks, 0 AS place,
    NULL AS neighbour, 0 AS sticky, NULL AS begins, NULL AS high, NULL AS line, NULL AS header_section,
    NULL AS header_natural, NULL AS header_end, NULL AS header_length, NULL AS axis, NULL AS is_mirrored,
    NULL AS content_length, NULL AS x, NULL AS y, NULL AS width, NULL AS height, NULL AS z_index, NULL AS item_id,
    NULL AS section_id, NULL AS preparation_id, NULL AS is_outdated
  FROM lap_view WHERE sticky IS NOT NULL
  UNION ALL
  SELECT s.layout, s.number, s.stacked, s.is_end, s.length,
    p.start_length + CASE WHEN p.sticks AND NOT p.is_end THEN p.length ELSE 0.0 END,
    p.end_length + CASE WHEN p.sticks AND p.is_end THEN p.length ELSE 0.0 END,
    CASE WHEN p.sticks AND NOT p.is_end THEN p.place ELSE p.last_start END,
    CASE WHEN p.sticks AND p.is_end THEN p.place ELSE p.last_end END,
    CASE WHEN p.sticks AND NOT p.is_end THEN min(p.bound, coalesce(p.neighbour, 9e999)) ELSE p.bound END,
    p.is_decided AND s.stacked = p.stacked AND s.is_end = p.is_end OR
    CASE WHEN s.is_end THEN s.begins + s.length > s.high + 1e-6 - p.end_length
           - CASE WHEN p.sticks AND p.is_end THEN p.length ELSE 0.0 END
         ELSE s.begins <= s.low + 1e-6 + p.start_length
           + CASE WHEN p.sticks AND NOT p.is_end THEN p.length ELSE 0.0 END END,
    NOT (p.is_decided AND s.stacked = p.stacked AND s.is_end = p.is_end)
    AND CASE WHEN s.is_end THEN s.begins + s.length > s.high + 1e-6 - p.end_length
               - CASE WHEN p.sticks AND p.is_end THEN p.length ELSE 0.0 END
               AND s.place < CASE WHEN p.sticks AND p.is_end THEN p.place ELSE p.last_end END
             ELSE s.begins <= s.low + 1e-6 + p.start_length
               + CASE WHEN p.sticks AND NOT p.is_end THEN p.length ELSE 0.0 END
               AND s.place > CASE WHEN p.sticks AND NOT p.is_end THEN p.place ELSE p.last_start END END
    AND (NOT s.sticky OR s.length + p.start_length + p.end_length + CASE WHEN p.sticks THEN p.length ELSE 0.0 END
           < s.high - s.low - 1e-6),
    s.place, s.neighbour, s.sticky, s.begins, s.high, s.line, s.header_section, s.header_natural, s.header_end,
    s.header_length, s.axis, s.is_mirrored, s.content_length, s.x, s.y, s.width, s.height, s.z_index, s.item_id,
    s.item_section_id, s.preparation_id, s.is_outdated
  FROM step AS p CROSS JOIN sticky AS s ON s.number = p.number + 1 AND s.layout = p.layout
),
-- Their visible places. The end of its section pushes a pinned header, and with it the items that stick below. The
-- indices are looked up for these alone: most items that may stick do not.
stuck AS MATERIALIZED (
  SELECT t.layout, b.section, t.section_id, t.is_outdated OR b.stale AS stale, t.width, t.height, t.z_index,
    (t.place & 16777215) + b.first_index AS item, t.item_id,
    CASE WHEN t.axis = 0 THEN t.x WHEN t.is_mirrored THEN t.content_length - t.shown - t.length ELSE t.shown END AS x,
    CASE WHEN t.axis = 0 THEN t.shown ELSE t.y END AS y, t.all_ids, t.order_number, t.header_section, t.whole
  FROM (
    SELECT *, CASE WHEN s.is_end THEN CASE s.sticky WHEN 1 THEN s.high - s.end_length - s.length
               ELSE max(s.high - s.length, coalesce(s.neighbour, -9e999)) END
             ELSE s.start_length + min(min(s.bound, coalesce(s.neighbour, 9e999)) - s.whole, 
               CASE WHEN s.header_section IS NULL THEN s.line
                    ELSE max(s.header_natural, min(s.line, s.header_end - s.header_length - s.whole))
                         + s.header_length END) END AS shown
    FROM (SELECT *, max(CASE WHEN is_end THEN 0.0 ELSE start_length + length END) OVER stuck AS whole,
            ',' || group_concat(item_id) OVER stuck || ',' AS all_ids,
            row_number() OVER (PARTITION BY layout) AS order_number
          FROM step WHERE sticks WINDOW stuck AS (PARTITION BY layout)) AS s
  ) AS t
  CROSS JOIN lc_indexed_band AS b ON b.preparation_id = t.preparation_id AND b.slot = t.place >> 24
)
-- Sticky items take the places of as many unused rows, and a header that they push moves.
SELECT u.layout, u.lap, CASE WHEN u.number > 0 THEN t.section ELSE u.section END AS section,
  CASE WHEN u.number > 0 THEN t.section_id ELSE u.section_id END AS section_id,
  CASE WHEN u.number > 0 THEN t.stale ELSE u.stale END AS stale, u.axis, u.is_mirrored, u.content_length,
  u.lap_shift, u.z_stride, u.plane, u.first_item_id, u.first_index, u.origin,
  u.shift_along, u.shift_across, u.moving, u.row_part, u.column_part, u.top_edge, u.bottom_edge, u.left_edge,
  u.right_edge,
  u.low, u.high, u.cross_low, u.cross_high, u.element,
  CASE WHEN u.number > 0 THEN t.x WHEN u.axis = 0 OR u.element IS NULL OR u.high IS NULL
         OR u.section_id IS NOT t.header_section
       THEN u.x
       ELSE u.x + CASE WHEN u.is_mirrored THEN 1 ELSE -1 END * max(0.0, u.low - max(u.high - t.whole, u.origin)) END
    AS x,
  CASE WHEN u.number > 0 THEN t.y WHEN u.axis <> 0 OR u.element IS NULL OR u.high IS NULL
         OR u.section_id IS NOT t.header_section
       THEN u.y
       ELSE u.y - max(0.0, u.low - max(u.high - t.whole, u.origin)) END AS y,
  CASE WHEN u.number > 0 THEN t.width ELSE u.width END AS width,
  CASE WHEN u.number > 0 THEN t.height ELSE u.height END AS height,
  CASE WHEN u.number > 0 THEN t.z_index ELSE u.z_index END AS z_index,
  CASE WHEN u.number > 0 THEN t.item ELSE u.item END AS item, CASE WHEN u.number > 0 THEN t.item_id END AS item_id,
  CASE WHEN u.plane IS NOT NULL THEN t.all_ids END AS stuck
FROM (
--- end
-- Bands that stack. One that scrolls orthogonally is looked through twice: for what stays, and for what moves.
SELECT b.layout, b.lap, b.section, b.section_id, b.stale, b.axis, b.is_mirrored, b.content_length,
  b.lap_shift, b.z_stride, b.band_id AS plane, b.first_item_id, b.first_index, b.origin,
  0.0 AS shift_along, -(pass.moving * b.orthogonal * coalesce(o.offset, 0.0)) AS shift_across,
  CASE WHEN b.orthogonal <> 0 THEN pass.moving END AS moving,
  0 AS row_part, 0 AS column_part, NULL AS top_edge, NULL AS bottom_edge, NULL AS left_edge, NULL AS right_edge,
  b.band_low - b.origin - b.motion_reach AS low, b.band_high - b.origin + b.motion_reach AS high,
  b.cross_low + pass.moving * b.orthogonal * coalesce(o.offset, 0.0) AS cross_low,
  b.cross_high + pass.moving * b.orthogonal * coalesce(o.offset, 0.0) AS cross_high,
  NULL AS element, NULL AS x, NULL AS y, NULL AS width, NULL AS height, NULL AS z_index, NULL AS item, NULL AS item_id,
  NULL AS stuck, 0 AS number
FROM band AS b
LEFT JOIN section_offset AS o ON b.orthogonal <> 0 AND o.layout = b.layout AND o.section_id = b.section_id
CROSS JOIN (SELECT 0 AS moving UNION ALL SELECT 1) AS pass ON pass.moving = 0 OR b.orthogonal <> 0
--- where lines stay
WHERE NOT b.has_frozen_lines OR NOT EXISTS
  (SELECT 1 FROM lc_frozen_lines AS f WHERE f.preparation_id = b.preparation_id AND f.section_id = b.section_id)
UNION ALL
-- The bands that hold a pane's cells.
SELECT p.layout, CASE WHEN p.row_part > 0 AND p.goes_round THEN p.cross_lap WHEN p.lap THEN p.lap ELSE p.cross_lap END,
  p.section, p.section_id,
  p.is_outdated OR (SELECT f.is_stale FROM lc_band_freshness AS f WHERE f.band_id = b.id), 0, 0, 0.0,
  p.lap_shift, 0, b.id, b.first_item_id, b.items_before - p.first_item, b.origin,
  p.row_shift, p.column_shift, NULL, p.row_part, p.column_part, p.top_edge, p.bottom_edge, p.left_edge, p.right_edge,
  CASE p.row_part WHEN 0 THEN p.band_low WHEN 1 THEN p.top_start ELSE p.bottom_start END - b.origin,
  CASE p.row_part WHEN 0 THEN p.band_high WHEN 1 THEN p.top_end ELSE p.bottom_end END - b.origin,
  CASE p.column_part WHEN 0 THEN p.view_x - p.column_shift WHEN 1 THEN p.left_start ELSE p.right_start END,
  CASE p.column_part WHEN 0 THEN p.view_end - p.column_shift WHEN 1 THEN p.left_end ELSE p.right_end END,
  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0
FROM pane AS p
CROSS JOIN lc_band_before AS b ON b.preparation_id = p.preparation_id AND b.slot BETWEEN p.low_slot AND p.high_slot
  AND b.section_id = p.section_id
--- end
UNION ALL
-- Elements that depend on the extent of their section. Of a pinned header, low is its place, high the last one that its
-- section allows, and origin its natural one.
SELECT s.layout, s.lap, s.section, CASE WHEN NOT s.is_of_content THEN s.section_id END, s.stale,
  s.axis, s.is_mirrored, 0.0, 0.0, 0, NULL, NULL, NULL, s.natural, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  NULL,
  s.shown, CASE WHEN s.pins AND s.edge = 0 THEN s.section_end - s.reserve - s.shown_length END, NULL, NULL, s.element,
  CASE WHEN s.axis = 0 THEN s.x
       WHEN s.is_mirrored THEN s.content_length - s.shown - s.shown_length + s.lap_shift
       ELSE s.shown + s.lap_shift END,
  CASE WHEN s.axis = 0 THEN s.shown + s.lap_shift ELSE s.y END,
  CASE s.axis WHEN 0 THEN s.width ELSE s.shown_length END,
  CASE s.axis WHEN 0 THEN s.shown_length ELSE s.height END,
  s.z_index + s.z_stride * coalesce(s.section, 0), 0, NULL, NULL, 0
FROM shown_element AS s
--- where items stick
UNION ALL
SELECT v.layout, 0, NULL, NULL, NULL, 0, 0, 0.0, 0.0, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
  NULL, NULL,
  NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, a.number * 4 + b.number + 1
FROM lap_view AS v CROSS JOIN lc_number AS a CROSS JOIN lc_number AS b ON b.number < 4
WHERE v.sticky IS NOT NULL
) AS u
LEFT JOIN stuck AS t ON t.layout = u.layout AND t.order_number = max(u.number, 1)
WHERE u.number = 0 OR t.order_number IS NOT NULL
--- end
;

CREATE VIEW lc_plane_view AS -- The layouts of one plane (canvas) with their row of viewport. The R*Tree is searched for
  -- the whole plane, and its hits give the bands.
SELECT f.layout, f.is_superseded OR f.is_restructured AS is_outdated, p.id AS preparation_id,
  v.x AS x0, v.x + v.width AS x1, v.y AS y0, v.y + v.height AS y1
FROM lc_freshness AS f CROSS JOIN lc_preparation AS p ON p.id = f.preparation_id
CROSS JOIN viewport AS v ON v.layout = f.layout
WHERE p.is_free AND v.width > 0 AND v.height > 0;

CREATE VIEW lc_indexed_band AS -- Each band with its section and the index of its first item in it. This is for bands
  -- that are found one by one: those of a canvas, and of items that stick.
SELECT b.id, b.preparation_id, b.slot, b.first_item_id, b.section_id,
  b.sections_before - NOT b.begins_section AS section,
  b.items_before - (SELECT f.items_before FROM lc_band_before AS f
     WHERE f.preparation_id = b.preparation_id AND f.slot =
       (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
        WHERE g.section_id = b.section_id AND g.preparation_id = b.preparation_id
          AND g.first_position = -9e999 AND g.begins_section)) AS first_index,
  (SELECT f.is_stale FROM lc_band_freshness AS f WHERE f.band_id = b.id) AS stale
FROM lc_band_before AS b;

CREATE VIEW lc_row_beginning (preparation_id, item_id, band_id, place) AS -- The place in its band where each item's row
  -- begins: all items of a row lie at its top.
SELECT p.id, i.id, b.id, CASE p.axis WHEN 0 THEN a.y ELSE a.x END
FROM item AS i CROSS JOIN lc_preparation AS p
CROSS JOIN lc_band AS b ON b.preparation_id = p.id AND b.slot =
  (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
   WHERE g.section_id = i.section_id AND g.preparation_id = p.id AND g.first_position <= i.position
   ORDER BY g.first_position DESC LIMIT 1)
CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
  AND (a.detail_count + a.numbers > 0 OR b.first_item_id IS NULL
       OR i.id - b.first_item_id - a.block_item_shift BETWEEN a.first AND a.first + a.count - 1)
  AND coalesce(b.first_item_id + a.item, 0) + a.item_shift = i.id
WHERE a.element IS NULL;

CREATE VIEW lc_row_position (preparation_id, item_id, row_position) AS -- The place of each item's row in the item's
  -- section. A row of several items is identified by its beginning.
SELECT n.preparation_id, n.item_id,
  -- A bit for the first row, and one for the last.
  CASE (n.item_id = n.first_id) + 2 * (n.item_id = n.last_id) | CASE WHEN n.has_columns THEN
    (SELECT coalesce(max(f.item_id = n.first_id) + 2 * max(f.item_id = n.last_id), 0)
     FROM lc_row_beginning AS m CROSS JOIN lc_row_beginning AS f
       ON f.preparation_id = m.preparation_id AND f.item_id IN (n.first_id, n.last_id)
       AND f.band_id = m.band_id AND f.place = m.place
     WHERE m.preparation_id = n.preparation_id AND m.item_id = n.item_id) ELSE 0 END
  WHEN 0 THEN 'middle' WHEN 1 THEN 'first' WHEN 2 THEN 'last' ELSE 'only' END
FROM (
  SELECT p.id AS preparation_id, i.id AS item_id,
    -- Shells that trust no schema refuse JSON functions in it.
    s.definition IS NOT NULL OR instr(p.definition, '"columns":') > 0 AS has_columns,
    (SELECT o.id FROM item AS o WHERE o.section_id = i.section_id ORDER BY o.position LIMIT 1) AS first_id,
    (SELECT o.id FROM item AS o WHERE o.section_id = i.section_id ORDER BY o.position DESC LIMIT 1) AS last_id
  FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id CROSS JOIN lc_preparation AS p
) AS n;

-- This view is made twice, the second time as "visible_btree", without the R*Tree. That one leaves out the lines
-- between "with the R*Tree" and "without it". It has those after them, up to "end", which are comments here.
CREATE VIEW visible AS -- The elements that overlap each layout's row of viewport, without elements that only touch its
  -- edge or have no area.
SELECT e.layout,
  CAST(CASE WHEN e.element IS NULL THEN 'cell' ELSE k.category END AS TEXT) AS kind,
  k.name AS element_kind,
  -- With a type, a number that is passed as text finds what it names.
  CAST(e.section AS INTEGER) AS section, CAST(e.item AS INTEGER) AS item,
  CAST(e.x AS REAL) AS x, CAST(e.y AS REAL) AS y, CAST(e.width AS REAL) AS width, CAST(e.height AS REAL) AS height,
  CAST(e.z_index + CASE WHEN e.z_stride > 0 AND e.element IS NULL THEN e.item ELSE 0 END AS INTEGER) AS z_index,
  i.key, i.payload, CAST(e.stale AS INTEGER) AS stale, CAST(e.lap AS INTEGER) AS lap, i.id AS item_id,
  CAST(e.section_id AS INTEGER) AS section_id,
  -- An element of the section itself, such as its header, carries the section's title.
  CAST(CASE WHEN e.item_id IS NULL THEN (SELECT t.title FROM section AS t WHERE t.id = e.section_id) END AS TEXT)
    AS title,
--- where no row is grouped
  CAST(NULL AS TEXT) AS row_position,
--- end
--- where rows are grouped
  CAST(CASE WHEN e.element IS NULL THEN
    (SELECT r.row_position FROM layout AS g CROSS JOIN lc_preparation AS p ON p.layout_id = g.id AND p.is_shown
     CROSS JOIN lc_row_position AS r ON r.preparation_id = p.id AND r.item_id = i.id
     WHERE g.name = e.layout AND p.groups_rows) END AS TEXT) AS row_position,
--- end
--- where no cell moves
  CAST(1 AS REAL) AS scale, CAST(0 AS REAL) AS rotation, CAST(1 AS REAL) AS opacity, CAST(0 AS REAL) AS dx,
  CAST(0 AS REAL) AS dy
--- end
--- where cells move
  CAST(e.scale AS REAL) AS scale, CAST(e.rotation AS REAL) AS rotation, CAST(e.opacity AS REAL) AS opacity,
  CAST(e.dx AS REAL) AS dx, CAST(e.dy AS REAL) AS dy
-- The box around each element as it is drawn, …
FROM (SELECT d.*, d.x + d.dx + (d.width - d.drawn_width) / 2 AS drawn_x,
        d.y + d.dy + (d.height - d.drawn_height) / 2 AS drawn_y
-- … its place: an element that is painted on another one keeps to its place there, …
FROM (SELECT c.*,
        c.host_dx + (c.scale * (c.away_x * c.cosine - c.away_y * c.sine) - c.away_x) + 0.0 AS dx,
        c.host_dy + (c.scale * (c.away_x * c.sine + c.away_y * c.cosine) - c.away_y) + 0.0 AS dy,
        c.scale * (c.width * c.cosine + c.height * abs(c.sine)) AS drawn_width,
        c.scale * (c.height * c.cosine + c.width * abs(c.sine)) AS drawn_height
-- … from the series of the cosine and the sine of its angle, …
FROM (SELECT m.*, CASE WHEN m.motion & 8 THEN m.along ELSE m.across END AS host_dx,
        CASE WHEN m.motion & 8 THEN m.across ELSE m.along END AS host_dy,
        m.x + m.width / 2 - (m.host_x + m.host_width / 2) AS away_x,
        m.y + m.height / 2 - (m.host_y + m.host_height / 2) AS away_y,
        1.0 - m.rotation * m.rotation / 2 * (1.0 - m.rotation * m.rotation / 12
          * (1.0 - m.rotation * m.rotation / 30 * (1.0 - m.rotation * m.rotation / 56))) AS cosine,
        m.rotation * (1.0 - m.rotation * m.rotation / 6 * (1.0 - m.rotation * m.rotation / 20
          * (1.0 - m.rotation * m.rotation / 42 * (1.0 - m.rotation * m.rotation / 72)))) AS sine
-- … and its motion from its progress: 0 is none.
FROM (SELECT p.*,
        CASE p.motion & 7 WHEN 1 THEN 1.0 - 0.2 * p.progress WHEN 2 THEN 1.0 - 0.5 * abs(p.progress) ELSE 1.0 END
          AS scale,
        CASE p.motion & 7 WHEN 3 THEN CASE WHEN p.motion & 24 THEN 0.5 ELSE -0.5 END * p.progress ELSE 0.0 END + 0.0
          AS rotation,
        CASE p.motion & 7 WHEN 1 THEN 1.0 - p.progress WHEN 4 THEN 1.0 - p.progress * p.progress ELSE 1.0 END
          AS opacity,
        CASE p.motion & 7
          WHEN 1 THEN CASE WHEN p.motion & 24 = 24 THEN -0.5 ELSE 0.5 END * p.view_length * p.progress
          WHEN 2 THEN -0.125 * p.view_length * p.progress * abs(p.progress) ELSE 0.0 END AS along,
        CASE p.motion & 7
          WHEN 3 THEN CASE WHEN p.motion & 24 = 16 THEN -0.125 ELSE 0.125 END
                 * p.view_length * p.progress * p.progress ELSE 0.0 END AS across
-- In a stack the progress is how far a cell has passed the viewport's beginning, from 0 to 1. Else it is the distance
-- from the viewport's middle, from -1 to 1.
FROM (SELECT q.*,
        CASE WHEN q.motion & 7 = 1
             THEN max(0.0, min(1.0, 2 * CASE WHEN q.motion & 24 = 24 THEN q.place + q.length - q.view_length
                                             ELSE -q.place END / q.view_length))
             ELSE max(-1.0, min(1.0, (2 * q.place + q.length - q.view_length) / (q.view_length + q.length))) END
          AS progress
FROM (SELECT e.*, CASE WHEN e.motion & 8 THEN e.host_x - v.x ELSE e.host_y - v.y END AS place,
        CASE WHEN e.motion & 8 THEN e.host_width ELSE e.host_height END AS length,
        CASE WHEN e.motion & 8 THEN v.width ELSE v.height END AS view_length
--- end
FROM (
  -- Bands, panes, and what depends on the extent of its section.
  SELECT s.layout, coalesce(s.element, a.element) AS element, s.section, s.section_id,
    CASE WHEN s.plane IS NULL THEN s.item WHEN a.element IS NULL THEN s.first_index + a.item
         ELSE coalesce(s.first_index + a.item, 0) END AS item,
    CASE WHEN s.plane IS NULL THEN s.x
         WHEN s.axis = 0 THEN a.x + s.shift_across
         WHEN s.is_mirrored THEN s.content_length - (s.origin + a.x) - a.width + s.lap_shift
         ELSE s.origin + a.x + s.lap_shift END AS x,
    CASE WHEN s.plane IS NULL THEN s.y
         WHEN s.axis = 0 THEN s.origin + a.y + s.shift_along + s.lap_shift ELSE a.y + s.shift_across END AS y,
    coalesce(s.width, a.width) AS width, coalesce(s.height, a.height) AS height,
    coalesce(s.z_index, a.z_index + s.z_stride * coalesce(s.section, 0) + (s.row_part = 2)) AS z_index,
    s.z_stride, s.stale, s.lap,
    CASE WHEN s.plane IS NULL THEN s.item_id ELSE coalesce(s.first_item_id + a.item, 0) + a.item_shift END AS item_id
--- where cells move
    , CASE WHEN s.plane IS NOT NULL AND h.element IS NULL AND h.width > 0 AND h.height > 0
           THEN (SELECT b.motion FROM lc_band AS b WHERE b.id = s.plane) END AS motion,
    -- The frame of the element that it moves with.
    CASE WHEN s.plane IS NULL THEN s.x
         WHEN s.axis = 0 THEN h.x + s.shift_across
         WHEN s.is_mirrored THEN s.content_length - (s.origin + h.x) - h.width + s.lap_shift
         ELSE s.origin + h.x + s.lap_shift END AS host_x,
    CASE WHEN s.plane IS NULL THEN s.y
         WHEN s.axis = 0 THEN s.origin + h.y + s.shift_along + s.lap_shift ELSE h.y + s.shift_across END AS host_y,
    coalesce(s.width, h.width) AS host_width, coalesce(s.height, h.height) AS host_height
--- end
  FROM lc_search AS s
  --- with the R*Tree
  LEFT JOIN lc_rtree AS r
    ON r.plane1 >= s.plane AND r.plane0 <= s.plane
    AND r.x1 >= CASE s.axis WHEN 0 THEN s.cross_low ELSE s.low END
    AND r.x0 <= CASE s.axis WHEN 0 THEN s.cross_high ELSE s.high END
    AND r.y1 >= CASE s.axis WHEN 0 THEN s.low ELSE s.cross_low END
    AND r.y0 <= CASE s.axis WHEN 0 THEN s.high ELSE s.cross_high END
  CROSS JOIN lc_frame AS a ON a.block_id BETWEEN coalesce(r.id << 3, 0) AND coalesce((r.id << 3) + 7, 0)
  --- without it
  -- CROSS JOIN lc_frame AS a
  --   ON a.block_id BETWEEN coalesce(s.plane << 20, 0) AND coalesce((s.plane << 20) + 1048575, 0)
  --- end
--- where cells move
  -- Each element itself, and in the place of a badge its cell. That is mostly in the block that its index names.
  CROSS JOIN lc_frame AS h
    ON h.block_id = CASE WHEN s.moving AND a.element IS NOT NULL AND a.item IS NOT NULL THEN coalesce(
         (SELECT g.block_id FROM lc_frame AS g
          WHERE g.block_id = (s.plane << 20) + (a.item >> 4) AND g.element IS NULL AND g.item = a.item),
         (SELECT g.block_id FROM lc_frame AS g
          WHERE g.block_id BETWEEN s.plane << 20 AND (s.plane << 20) + 1048575
            AND g.element IS NULL AND g.item = a.item LIMIT 1))
       ELSE a.block_id END
    AND CASE WHEN s.moving AND a.element IS NOT NULL AND a.item IS NOT NULL THEN h.element IS NULL AND h.item = a.item
             ELSE h.number = a.number END
--- end
  WHERE (s.plane IS NULL
    -- Beyond 2^23 bands the first dimension is too coarse to separate neighbours.
    OR a.band_id = s.plane
    AND a.max_x >= CASE s.axis WHEN 0 THEN s.cross_low ELSE s.low END
    AND a.min_x <= CASE s.axis WHEN 0 THEN s.cross_high ELSE s.high END
    AND a.max_y >= CASE s.axis WHEN 0 THEN s.low ELSE s.cross_low END
    AND a.min_y <= CASE s.axis WHEN 0 THEN s.high ELSE s.cross_high END)
  AND (s.plane IS NULL
    OR (s.moving IS NULL OR s.moving =
         (a.element IS NULL OR (SELECT moves_with_cells FROM lc_element_kind WHERE id = a.element)))
    -- Sticky elements do not show at their natural places.
    AND (s.stuck IS NULL OR a.element IS NOT NULL
         OR NOT instr(s.stuck, ',' || (coalesce(s.first_item_id + a.item, 0) + a.item_shift) || ','))
    -- Of a sheet with frozen rows or columns each cell shows in its pane: by its middle, since sums are not exact.
    AND (s.top_edge IS NULL OR a.element IS NULL
         AND s.row_part = CASE WHEN s.origin + a.y + a.height / 2 < s.top_edge THEN 1
                               WHEN s.origin + a.y + a.height / 2 > s.bottom_edge THEN 2 ELSE 0 END
         AND s.column_part = CASE WHEN a.x + a.width / 2 < s.left_edge THEN 1
                                  WHEN a.x + a.width / 2 > s.right_edge THEN 2 ELSE 0 END))
  UNION ALL
  SELECT p.layout, a.element, b.section, b.section_id, b.first_index + a.item,
    a.x, a.y, a.width, a.height, a.z_index, 0, p.is_outdated OR b.stale, 0,
    coalesce(b.first_item_id + a.item, 0) + a.item_shift
--- where cells move
    , NULL, a.x, a.y, a.width, a.height
--- end
  FROM lc_plane_view AS p
  --- with the R*Tree
  CROSS JOIN lc_rtree AS r
    ON r.plane1 >= -p.preparation_id AND r.plane0 <= -p.preparation_id
    AND r.x1 >= p.x0 AND r.x0 <= p.x1 AND r.y1 >= p.y0 AND r.y0 <= p.y1
  CROSS JOIN lc_indexed_band AS b ON b.id = r.id >> 17
  CROSS JOIN lc_frame AS a ON a.block_id BETWEEN r.id << 3 AND (r.id << 3) + 7
  --- without it
  -- CROSS JOIN lc_indexed_band AS b ON b.preparation_id = p.preparation_id
  -- CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
  --- end
  WHERE b.preparation_id = p.preparation_id
    AND a.min_x <= p.x1 AND a.max_x >= p.x0 AND a.min_y <= p.y1 AND a.max_y >= p.y0
    AND a.x < p.x1 AND a.x + a.width > p.x0 AND a.y < p.y1 AND a.y + a.height > p.y0
) AS e
--- where cells move
CROSS JOIN viewport AS v ON v.layout = e.layout
) AS q) AS p) AS m) AS c) AS d) AS e
CROSS JOIN viewport AS v ON v.layout = e.layout AND e.opacity > 0
  AND e.drawn_x < v.x + v.width AND e.drawn_x + e.drawn_width > v.x
  AND e.drawn_y < v.y + v.height AND e.drawn_y + e.drawn_height > v.y
--- end
--- where no cell moves
-- The R*Tree's coordinates are rounded; only the exact frame decides, and strictly.
CROSS JOIN viewport AS v ON v.layout = e.layout
  AND e.x < v.x + v.width AND e.x + e.width > v.x AND e.y < v.y + v.height AND e.y + e.height > v.y
--- end
LEFT JOIN lc_element_kind AS k ON k.id = e.element
LEFT JOIN item AS i ON i.id = e.item_id
WHERE e.width > 0 AND e.height > 0;

CREATE VIEW lc_band_place AS -- Every band of the layouts in use with its origin and first index, by running sums rather
  -- than by the tree. All sums are grouped by the layout's name alone, so that SQLite pushes a condition on it down to
  -- them.
SELECT e.layout, e.preparation_id, e.axis, e.is_mirrored, e.is_free, e.z_stride, e.content_length,
  e.band_id, e.slot, e.section_id, e.first_item_id, e.origin, e.section,
  e.items_before - max(CASE WHEN e.begins_section OR e.section_id IS NULL THEN e.items_before END)
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
  CROSS JOIN lc_band AS b ON b.preparation_id = c.id
  WINDOW before_it AS (PARTITION BY f.layout ORDER BY b.slot ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) AS e;

CREATE VIEW lc_section_freshness AS -- Whether something in a section is stale in a layout by what is marked in
  -- it; see lc_freshness for the layout as a whole.
SELECT p.id AS preparation_id, s.id AS section_id,
  EXISTS (SELECT 1 FROM lc_band AS b INDEXED BY lc_band_section
          WHERE b.section_id = s.id AND b.preparation_id = p.id AND b.is_stale)
    OR EXISTS (SELECT 1 FROM lc_stale_range AS t
               WHERE t.preparation_id = p.id AND t.section_id = s.id) AS is_stale
FROM lc_preparation AS p CROSS JOIN section AS s;

CREATE VIEW lc_section_place AS -- Every section of the layouts in use, and the whole content, from its beginning to its
  -- end. Unselected columns and sections are not computed.
SELECT g.layout, g.preparation_id, g.axis, g.is_mirrored, g.is_free, g.z_stride, g.content_length,
  g.content_cross_length, 0 AS is_of_content, g.section_id, g.section,
  (SELECT o.origin FROM lc_band_before AS o
   WHERE o.preparation_id = g.preparation_id AND o.slot = g.slot) AS section_start,
  (SELECT o.origin + o.length FROM lc_band_before AS o
   WHERE o.preparation_id = g.preparation_id AND o.slot =
     (SELECT b.slot FROM lc_band AS b INDEXED BY lc_band_section
      WHERE b.section_id = g.section_id AND b.preparation_id = g.preparation_id
      ORDER BY b.first_position DESC, b.slot DESC LIMIT 1)) - g.section_spacing AS section_end,
  (SELECT sum(b.item_count) FROM lc_band AS b INDEXED BY lc_band_section
   WHERE b.section_id = g.section_id AND b.preparation_id = g.preparation_id) AS item_count,
  g.is_outdated OR coalesce((SELECT f.is_stale FROM lc_section_freshness AS f
    WHERE f.preparation_id = g.preparation_id AND f.section_id = g.section_id), 1) AS stale,
  (SELECT s.title FROM section AS s WHERE s.id = g.section_id) AS title
FROM (
  SELECT f.layout, c.id AS preparation_id, c.axis, c.is_mirrored, c.is_free, c.z_stride, c.content_length,
    c.content_cross_length, c.section_spacing, f.is_superseded OR f.is_restructured AS is_outdated,
    b.section_id, b.slot, row_number() OVER (PARTITION BY f.layout ORDER BY b.slot) - 1 AS section
  FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id
  CROSS JOIN lc_band AS b ON b.preparation_id = c.id
  WHERE b.begins_section AND b.section_id IS NOT NULL
) AS g
UNION ALL
SELECT f.layout, c.id, c.axis, c.is_mirrored, c.is_free, c.z_stride, c.content_length, c.content_cross_length,
  1, 0, NULL, 0.0, c.content_length, 0, f.is_superseded OR f.is_restructured, NULL
FROM lc_freshness AS f CROSS JOIN lc_content AS c ON c.id = f.preparation_id;

CREATE VIEW element_frames AS -- All elements at their natural positions: no viewport, no pinning, orthogonal sections
  -- at offset 0, without the R*Tree.
SELECT e.layout,
  CAST(CASE WHEN e.element IS NULL THEN 'cell' ELSE k.category END AS TEXT) AS kind,
  k.name AS element_kind,
  CAST(e.section AS INTEGER) AS section, CAST(e.item AS INTEGER) AS item,
  CAST(e.x AS REAL) AS x, CAST(e.y AS REAL) AS y, CAST(e.width AS REAL) AS width, CAST(e.height AS REAL) AS height,
  CAST(e.z_index AS INTEGER) AS z_index, i.key, i.payload, CAST(e.stale AS INTEGER) AS stale, i.id AS item_id,
  CAST(e.section_id AS INTEGER) AS section_id,
  CAST(CASE WHEN e.item_id IS NULL THEN (SELECT t.title FROM section AS t WHERE t.id = e.section_id) END AS TEXT)
    AS title
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
  FROM lc_band_place AS b
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
    FROM lc_section_place AS s
    CROSS JOIN lc_section_element AS p
      ON p.preparation_id = s.preparation_id AND p.is_of_content = s.is_of_content AND p.section_id = s.section_id
  ) AS n
) AS e
LEFT JOIN lc_element_kind AS k ON k.id = e.element
LEFT JOIN item AS i ON i.id = e.item_id
-- An item without an element has a place in the order, with a width below 0.
WHERE e.width >= 0;

CREATE VIEW item_frames AS -- Each item in each layout of its data set at its natural position, found by key or id
  -- through the index. Without a key or an id each item is looked up by itself. Then "element_frames", WHERE kind =
  -- 'cell', is many times as quick: it goes through the frames. An item that was added or moved since its layout was
  -- prepared has no row until it is prepared again.
SELECT e.layout, e.item_id, e.key, e.section_id, CAST(e.section AS INTEGER) AS section, CAST(e.item AS INTEGER) AS item,
  CAST(CASE WHEN e.is_free OR e.axis = 0 THEN e.x
       WHEN e.is_mirrored THEN (SELECT c.content_length FROM lc_content AS c WHERE c.id = e.preparation_id)
         - (e.origin + e.x) - e.width
       ELSE e.origin + e.x END AS REAL) AS x,
  CAST(CASE WHEN e.axis = 0 AND NOT e.is_free THEN e.origin + e.y ELSE e.y END AS REAL) AS y,
  CAST(e.width AS REAL) AS width, CAST(e.height AS REAL) AS height,
  CAST(e.z_index + CASE WHEN e.z_stride > 0 THEN e.z_stride * e.section + e.item ELSE 0 END AS INTEGER) AS z_index,
  CAST(e.stale AS INTEGER) AS stale
FROM (
  SELECT l.name AS layout, p.id AS preparation_id, p.axis, p.is_free, p.is_mirrored, p.z_stride,
    i.id AS item_id, i.key, h.section_id, a.x, a.y, a.width, a.height, a.z_index,
    (SELECT o.origin FROM lc_band_before AS o WHERE o.preparation_id = p.id AND o.slot = b.slot) AS origin,
    (SELECT o.sections_before FROM lc_band_before AS o WHERE o.preparation_id = p.id AND o.slot = b.slot)
      - NOT b.begins_section AS section,
    a.item
      + CASE WHEN b.begins_section THEN 0 ELSE
          (SELECT o.items_before FROM lc_band_before AS o WHERE o.preparation_id = p.id AND o.slot = b.slot)
          - (SELECT o.items_before FROM lc_band_before AS o WHERE o.preparation_id = p.id AND o.slot =
              (SELECT g.slot FROM lc_band AS g INDEXED BY lc_band_section
               WHERE g.section_id = h.section_id AND g.preparation_id = p.id
                 AND g.first_position = -9e999 AND g.begins_section)) END AS item,
    (SELECT f.is_superseded OR f.is_restructured FROM lc_freshness AS f WHERE f.layout_id = l.id)
      OR (SELECT f.is_stale FROM lc_band_freshness AS f WHERE f.band_id = b.id) AS stale
  FROM item AS i
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

CREATE VIEW lc_plane_box AS -- On a canvas, the box around the elements of each section.
SELECT b.preparation_id, b.section_id, min(a.x) AS min_x, min(a.y) AS min_y,
  max(a.x + a.width) AS max_x, max(a.y + a.height) AS max_y
FROM lc_band AS b
CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
GROUP BY b.preparation_id, b.section_id;

CREATE VIEW section_frames AS -- Each section of each layout: on a canvas the box around its elements, elsewhere
  -- the strip that it occupies.
SELECT p.layout, CAST(p.section AS INTEGER) AS section, CAST(p.title AS TEXT) AS title,
  CAST(CASE WHEN p.is_free THEN (SELECT c.min_x FROM lc_plane_box AS c
                                 WHERE c.preparation_id = p.preparation_id AND c.section_id = p.section_id)
       -- A section that takes no room ends before the spacing that precedes it.
       WHEN p.axis = 0 THEN 0.0 WHEN p.is_mirrored THEN p.content_length - max(p.section_start, p.section_end)
       ELSE p.section_start END AS REAL) AS x,
  CAST(CASE WHEN p.is_free THEN (SELECT c.min_y FROM lc_plane_box AS c
                                 WHERE c.preparation_id = p.preparation_id AND c.section_id = p.section_id)
       WHEN p.axis = 0 THEN p.section_start ELSE 0.0 END AS REAL) AS y,
  CAST(CASE WHEN p.is_free THEN (SELECT c.max_x - c.min_x FROM lc_plane_box AS c
                                 WHERE c.preparation_id = p.preparation_id AND c.section_id = p.section_id)
       WHEN p.axis = 0 THEN p.content_cross_length ELSE max(0.0, p.section_end - p.section_start) END AS REAL)
    AS width,
  CAST(CASE WHEN p.is_free THEN (SELECT c.max_y - c.min_y FROM lc_plane_box AS c
                                 WHERE c.preparation_id = p.preparation_id AND c.section_id = p.section_id)
       WHEN p.axis = 0 THEN max(0.0, p.section_end - p.section_start)
       ELSE p.content_cross_length END AS REAL) AS height,
  CAST(p.item_count AS INTEGER) AS item_count, CAST(p.stale AS INTEGER) AS stale,
  CAST(p.section_id AS INTEGER) AS section_id
FROM lc_section_place AS p
WHERE NOT p.is_of_content;

CREATE VIEW lc_stale_section (preparation_id, section_id) AS -- The sections of each layout in use that are stale at
  -- least in part.
SELECT b.preparation_id, b.section_id FROM lc_band AS b INDEXED BY lc_band_stale
WHERE b.is_stale AND b.section_id IS NOT NULL
UNION
SELECT t.preparation_id, t.section_id FROM lc_stale_range AS t
UNION
SELECT p.id, s.id FROM lc_preparation AS p CROSS JOIN section AS s ON s.dataset_id = p.dataset_id
WHERE (p.is_restructured OR NOT p.is_outlined)
  AND NOT EXISTS (SELECT 1 FROM lc_band AS b WHERE b.section_id = s.id AND b.preparation_id = p.id);

CREATE VIEW layout_status AS -- Each layout: its contents, and how many sections are stale. Unprepared parts count with
  -- their estimated length.
SELECT f.layout, d.name AS dataset,
  -- The word after "layout": functions on JSON are refused in views by older shells with trusted_schema off.
  CAST((SELECT substr(t.rest, 1, instr(t.rest, '"') - 1)
   FROM (SELECT ltrim(substr(l.definition, instr(l.definition, '"layout"') + 8),
                      ' :"' || char(9, 10, 13)) AS rest) AS t) AS TEXT) AS kind,
  l.container_width, l.container_height,
  CAST(coalesce(c.total_sections, 0) AS INTEGER) AS section_count,
  CAST(coalesce(c.total_items, 0) AS INTEGER) AS item_count,
  CAST(coalesce(c.total_elements, 0)
    + (SELECT count(*) FROM lc_section_element AS e WHERE e.preparation_id = c.id) AS INTEGER) AS element_count,
  CAST(coalesce(CASE c.axis WHEN 0 THEN c.content_cross_length ELSE c.content_length END, 0.0) AS REAL)
    AS content_width,
  CAST(coalesce(CASE c.axis WHEN 0 THEN c.content_length ELSE c.content_cross_length END, 0.0) AS REAL)
    AS content_height,
  -- At least 1 if sections went or changed places: the remaining ones need not be stale themselves.
  CAST(max(CASE WHEN f.preparation_id IS NULL OR f.is_superseded
           THEN (SELECT count(*) FROM section AS s WHERE s.dataset_id = l.dataset_id)
           ELSE (SELECT count(*) FROM lc_stale_section AS t
                 WHERE t.preparation_id = f.preparation_id) END,
      f.is_superseded OR f.is_restructured) AS INTEGER) AS stale_sections,
  CAST(f.is_complete AS INTEGER) AS is_complete,
  l.measure
FROM lc_freshness AS f CROSS JOIN layout AS l ON l.id = f.layout_id
LEFT JOIN dataset AS d ON d.id = l.dataset_id LEFT JOIN lc_content AS c ON c.id = f.preparation_id;

CREATE VIEW orthogonal_offset (layout, section, offset) AS -- How far a section that scrolls orthogonally has
  -- been scrolled, by the section's index; no row means 0.
SELECT o.layout,
  CAST((SELECT count(*) FROM section AS t WHERE t.dataset_id = s.dataset_id AND t.position < s.position) AS INTEGER),
  o.offset
FROM section_offset AS o CROSS JOIN section AS s ON s.id = o.section_id;

CREATE VIEW layout_readme (name, purpose, example) AS -- The purpose of each table and view.
SELECT CAST(column1 AS TEXT), CAST(column2 AS TEXT), CAST(column3 AS TEXT) FROM (VALUES
  ('visible', 'The elements that overlap a layout''s row of viewport, pinned and scrolled as they would show.',
   'SELECT section, item, x, y, width, height, payload ->> ''title'' FROM visible WHERE layout = ''wall'';'),
  ('viewport', 'The rectangle that "visible" looks through, one row per layout. Move it.',
   'UPDATE viewport SET y = 120000 WHERE layout = ''wall'';'),
  ('element_frames', 'All elements of a layout at their natural positions, in content coordinates.',
   'SELECT kind, count(*), max(y + height) FROM element_frames WHERE layout = ''wall'' GROUP BY kind;'),
  ('item_frames', 'One item in each layout, by key or id: found through the index, however many there are. For more
items than one, "element_frames" WHERE kind = ''cell'' is quicker: it does not look up each item by itself.',
   'SELECT layout, section, item, x, y, width, height FROM item_frames WHERE key = ''N04252'';'),
  ('visible_btree', 'As "visible", without the R*Tree: for SQLite before 3.44 with trusted_schema off.',
   'PRAGMA trusted_schema = OFF; SELECT section, item, x, y FROM visible_btree WHERE layout = ''wall'';'),
  ('section_frames', 'The frame and the number of items of each section of a layout.',
   'SELECT section, title, y, height FROM section_frames WHERE layout = ''wall'' ORDER BY height DESC LIMIT 10;'),
  ('layout_status', 'Each layout: its content in figures, and how many of its sections are stale.',
   'SELECT layout, item_count, content_height, stale_sections FROM layout_status;'),
  ('dataset', 'Your data sets.', 'SELECT name FROM dataset;'),
  ('section', 'The sections of a data set, in the order of position; measures override the definition''s.',
   'UPDATE section SET header_height = 60 WHERE title = ''Turner'';'),
  ('item', 'The items of a section, in the order of position. A changed size makes its section stale in every layout.',
   'UPDATE item SET height = 500 WHERE key = ''N04252'';'),
  ('measurement', 'Sizes measured for the layouts that name a measure; they stand before the item''s own.',
   'INSERT OR REPLACE INTO measurement (measure, item_id, height) VALUES (''landscape'', 1, 88);'),
  ('section_measurement',
   'Lengths of headers and footers for the layouts that name a measure; they stand before the section''s own.',
   'INSERT OR REPLACE INTO section_measurement (measure, section_id, header_height) VALUES (''landscape'', 1, 44);'),
  ('layout', 'A definition applied to a data set in a container; prepare it with the program after a change.',
   'SELECT name, definition FROM layout;'),
  ('orthogonal_offset', 'How far a section that scrolls orthogonally has been scrolled; no row means 0.',
   'INSERT OR REPLACE INTO orthogonal_offset (layout, section, offset) VALUES (''wall'', 0, 250);'),
  ('layout_guide', 'Recipes for the shell: inserting between two items, appending, renumbering, swapping, moving.',
   'SELECT sql FROM layout_guide WHERE task LIKE ''%swap%'';'),
  ('layout_columns', 'The meanings of columns: of views, and of what a migration added. Tables have theirs in .schema.',
   'SELECT column_name, meaning FROM layout_columns WHERE name = ''visible'';'),
  ('lc_…', 'Derived tables: the results of preparing. They can be rebuilt at any time; query the views instead.',
   'SELECT name, sql FROM sqlite_schema WHERE name LIKE ''lc@_%'' ESCAPE ''@'';'));

CREATE VIEW layout_columns (name, column_name, meaning) AS -- The columns whose meaning no table's text holds: those of
-- views, and those that a migration added. They are one JSON text: reading a schema parses every row of VALUES, but
-- only passes over a text.
SELECT CAST(v.value AS TEXT), CAST(c.key AS TEXT), CAST(c.value AS TEXT)
FROM json_each('[
  {"of": ["visible", "visible_btree", "element_frames", "item_frames", "section_frames", "layout_status",
          "orthogonal_offset"],
   "columns": {"layout": "The layout’s name."}},
  {"of": ["visible", "visible_btree", "element_frames"],
   "columns": {
    "kind": "`cell`, `supplementary` or `decoration`.",
    "element_kind": "`header`, `footer` or the definition’s own name. NULL: a cell.",
    "section": "The index of its section in the layout, from 0. NULL: it belongs to the content as a whole.",
    "item": "The index of its item in the section, from 0; of a badge its host’s. 0: it belongs to no item.",
    "key": "The key of its item. NULL: the item has none or is gone, or it belongs to no item.",
    "payload": "Its item’s payload, a JSON object. NULL: the item has none or is gone, or it belongs to no item.",
    "item_id": "The row id of its item. NULL: the item is gone, or it belongs to no item.",
    "section_id": "The row id of its section. NULL: it belongs to the content as a whole.",
    "title": "The section’s title, for a header or another element without an item. NULL: any other element."}},
  {"of": ["visible", "visible_btree"],
   "columns": {
    "x": "Its left edge in content coordinates, in points, as pinned and scrolled.",
    "y": "Its upper edge in content coordinates, in points, as pinned and scrolled.",
    "lap": "The repetition of a layout that wraps: 0 is the content itself. A sheet counts rows, or at 0 columns.",
    "row_position": "`first`, `middle`, `last` or `only` row of its section, in a table with `background`; else NULL.",
    "scale": "The factor by which it is drawn larger, around its centre; 1 without motion.",
    "rotation": "The angle by which it is drawn turned around its centre, in radians, clockwise; 0 without motion.",
    "opacity": "Its opacity, from 0 to 1; 1 without motion.",
    "dx": "How far to the right it is drawn from its frame, in points; 0 without motion.",
    "dy": "How far below its frame it is drawn, in points; 0 without motion."}},
  {"of": ["element_frames", "item_frames"],
   "columns": {
    "x": "Its left edge in content coordinates, in points, at its natural position.",
    "y": "Its upper edge in content coordinates, in points, at its natural position."}},
  {"of": ["visible", "visible_btree", "element_frames", "item_frames"],
   "columns": {
    "width": "Its width, in points.",
    "height": "Its height, in points.",
    "z_index": "Its place in the stack: greater ones are in front.",
    "stale": "1 if the frame is out of date, else 0."}},
  {"of": ["item_frames"],
   "columns": {
    "item_id": "The item’s row id.",
    "key": "The item’s key. NULL: it has none.",
    "section_id": "The row id of its section.",
    "section": "The index of its section in the layout, from 0.",
    "item": "Its index in the section, from 0."}},
  {"of": ["section_frames"],
   "columns": {
    "section": "The section’s index in the layout, from 0.",
    "title": "The section’s title. NULL: it has none.",
    "x": "The left edge of its strip, or on a canvas of its elements’ box, in points. NULL: it has no elements.",
    "y": "The upper edge of its strip, or on a canvas of its elements’ box, in points. NULL: it has no elements.",
    "width": "The width of that strip or box, in points. NULL: on a canvas, it has no elements.",
    "height": "The height of that strip or box, in points. NULL: on a canvas, it has no elements.",
    "item_count": "The number of its items in the layout.",
    "stale": "1 if a part of the section is out of date, else 0.",
    "section_id": "The section’s row id."}},
  {"of": ["layout_status"],
   "columns": {
    "dataset": "The name of its data set.",
    "kind": "The kind of its definition, such as `flow`.",
    "container_width": "The width of the container, in points.",
    "container_height": "The height of the container, in points.",
    "section_count": "The number of prepared sections; 0 before the first preparation.",
    "item_count": "The number of prepared items; 0 before the first preparation.",
    "element_count": "The number of elements laid out, without hidden items.",
    "content_width": "The width of the content, in points, partly estimated until all of it is laid out.",
    "content_height": "The height of the content, in points, partly estimated until all of it is laid out.",
    "stale_sections": "The number of sections out of date: at least 1 if sections were inserted, deleted or moved.",
    "is_complete": "1 if all of it has been laid out at least once, else 0.",
    "measure": "The measure whose sizes it uses (see `measurement`). NULL: the items’ own sizes."}},
  {"of": ["orthogonal_offset"],
   "columns": {
    "section": "The index of the section in its data set, from 0.",
    "offset": "The distance that the section has been scrolled from its leading edge, in points."}},
  {"of": ["item"],
   "columns": {
    "span": "The number of columns that the item covers; 0: the whole line, or all columns. NULL: 1.",
    "row_span": "The number of rows of a sheet that the item covers. NULL: 1.",
    "level": "The item’s level in an outline. NULL: 0.",
    "sticky_level": "The level at which it sticks to an edge of the viewport, 0 outermost. NULL: it does not stick.",
    "sticky_edge": "The edge to which it sticks: `start` or `end`. NULL: `start`."}},
  {"of": ["section"],
   "columns": {
    "definition": "The keys of a layout’s definition that the section overrides, a JSON object. NULL: none."}},
  {"of": ["layout_readme"],
   "columns": {
    "name": "The table or view; `lc_…` stands for every name that begins with `lc_`.",
    "purpose": "Its purpose.",
    "example": "A statement to try."}},
  {"of": ["layout_columns"],
   "columns": {
    "name": "The table or view.",
    "column_name": "The column.",
    "meaning": "Its meaning."}},
  {"of": ["layout_guide"],
   "columns": {
    "task": "The task.",
    "sql": "The statements for it, with names to be replaced by your own."}}
]') AS g
CROSS JOIN json_each(g.value, '$.of') AS v CROSS JOIN json_each(g.value, '$.columns') AS c;

CREATE VIEW layout_guide (task, sql) AS -- Recipes for the shell: data set "tate" with sections "Turner" and
  -- "Blake", layout "wall", items "N04252" and "N01981". Put in your own names.
SELECT CAST(column1 AS TEXT), CAST(column2 AS TEXT) FROM (VALUES
  ('Find an item by its key in every layout',
   'SELECT layout, section, item, x, y, width, height, stale FROM item_frames WHERE key = ''N04252'';'),
  ('Find the item at a rank among all items of a layout, from 0, at any size',
   '-- Down the tree of sums, past the nodes that come before; "LIMIT 1 OFFSET 13" would go through all items.
WITH RECURSIVE wanted (layout, rank) AS (VALUES (''wall'', 13)),
step (id, rank, level, node, before, own) AS (
  SELECT p.id, w.rank, s.level, 0, 0, s.items
  FROM wanted AS w CROSS JOIN layout AS l ON l.name = w.layout
  CROSS JOIN lc_preparation AS p ON p.layout_id = l.id AND p.is_shown
  CROSS JOIN lc_sum AS s ON s.preparation_id = p.id AND s.node = 0 AND s.items > w.rank
    AND s.level = (SELECT max(t.level) FROM lc_sum AS t WHERE t.preparation_id = p.id)
  UNION ALL
  SELECT id, rank, level - (before + own > rank), CASE WHEN before + own > rank THEN node << 4 ELSE node + 1 END,
    CASE WHEN before + own > rank THEN before ELSE before + own END,
    coalesce((SELECT s.items FROM lc_sum AS s
      WHERE s.preparation_id = step.id AND s.level = step.level - (step.before + step.own > step.rank)
        AND s.node = CASE WHEN step.before + step.own > step.rank THEN step.node << 4 ELSE step.node + 1 END),
      (SELECT b.item_count FROM lc_band AS b
       WHERE step.level - (step.before + step.own > step.rank) = 0 AND b.preparation_id = step.id
         AND b.slot = CASE WHEN step.before + step.own > step.rank THEN step.node << 4 ELSE step.node + 1 END + 1), 0)
  FROM step WHERE level > 0 OR before + own <= rank)
SELECT f.section, f.item, f.key, f.x, f.y
FROM step CROSS JOIN lc_band AS b ON b.preparation_id = step.id AND b.slot = step.node + 1
CROSS JOIN lc_frame AS a ON a.block_id BETWEEN b.id << 20 AND (b.id << 20) + 1048575
  AND a.element IS NULL AND a.item = step.rank - step.before
CROSS JOIN item_frames AS f ON f.item_id = coalesce(b.first_item_id + a.item, 0) + a.item_shift AND f.layout = ''wall''
WHERE step.level = 0 AND step.before + step.own > step.rank;'),
  ('Find the rank of an item among all items of a layout',
   'SELECT f.item + (SELECT coalesce(sum(s.item_count), 0) FROM section_frames AS s
  WHERE s.layout = f.layout AND s.section < f.section) AS rank
FROM item_frames AS f WHERE f.layout = ''wall'' AND f.key = ''N04252'';'),
  ('Look at another place of a layout',
   'UPDATE viewport SET y = 120000 WHERE layout = ''wall'';' || char(10) ||
   'SELECT section, item, x, y, width, height, key FROM visible WHERE layout = ''wall'';'),
  ('See what is stale',
   'SELECT layout, section, title FROM section_frames WHERE stale;'),
  ('Append an item to a section',
   'INSERT INTO item (section_id, key, width, height, payload)
SELECT id, ''N99001'', 120, 80, ''{"title":"New"}'' FROM section WHERE title = ''Turner'';'),
  ('Append a section',
   'INSERT INTO section (dataset_id, title) SELECT id, ''Whistler'' FROM dataset WHERE name = ''tate'';'),
  ('Insert an item between two positions: after another one',
   '-- Halfway to the next position; after the last item, at the end.
INSERT INTO item (section_id, position, key, height)
SELECT i.section_id, (i.position + (SELECT min(n.position) FROM item AS n
  WHERE n.section_id = i.section_id AND n.position > i.position)) / 2, ''N99002'', 80
FROM item AS i WHERE i.key = ''N04252'';'),
  ('Move an item behind another one, in whichever section that is',
   'UPDATE item SET section_id = t.section_id, position = t.place
FROM (SELECT i.section_id, (i.position + (SELECT min(n.position) FROM item AS n
  WHERE n.section_id = i.section_id AND n.position > i.position)) / 2 AS place
  FROM item AS i WHERE i.key = ''N04252'') AS t
WHERE key = ''N01981'';'),
  ('Swap two items',
   'BEGIN;' || char(10) ||
   'CREATE TEMP TABLE place AS SELECT key, section_id, position FROM item
WHERE key IN (''N04252'', ''N01981'');' || char(10) ||
   'UPDATE item SET position = 1e299 WHERE key = ''N04252'';' || char(10) ||
   'UPDATE item SET (section_id, position) = (SELECT section_id, position FROM place WHERE key = ''N04252'')
WHERE key = ''N01981'';' || char(10) ||
   'UPDATE item SET (section_id, position) = (SELECT section_id, position FROM place WHERE key = ''N01981'')
WHERE key = ''N04252'';' || char(10) ||
   'DROP TABLE place;' || char(10) ||
   'COMMIT;'),
  ('Renumber the items of a section, where halves have become too small',
   'BEGIN;' || char(10) ||
   '-- Two steps, since no two items may share a position even in between.
UPDATE item SET position = 1e15 + n.rank
FROM (SELECT i.id, row_number() OVER (ORDER BY i.position) AS rank FROM item AS i
  WHERE i.section_id = (SELECT id FROM section WHERE title = ''Turner'')) AS n
WHERE item.id = n.id;' || char(10) ||
   'UPDATE item SET position = position - 1e15
WHERE section_id = (SELECT id FROM section WHERE title = ''Turner'');' || char(10) ||
   'COMMIT;'),
  ('Order a section by its items'' payload',
   'BEGIN;' || char(10) ||
   'UPDATE item SET position = 1e15 + n.rank
FROM (SELECT i.id, row_number() OVER (ORDER BY i.payload ->> ''title'', i.position) AS rank FROM item AS i
  WHERE i.section_id = (SELECT id FROM section WHERE title = ''Turner'')) AS n
WHERE item.id = n.id;' || char(10) ||
   'UPDATE item SET position = position - 1e15
WHERE section_id = (SELECT id FROM section WHERE title = ''Turner'');' || char(10) ||
   'COMMIT;'),
  ('Move a section before another one',
   'UPDATE section SET position = t.place
FROM (SELECT s.dataset_id, coalesce((s.position + (SELECT max(b.position) FROM section AS b
  WHERE b.dataset_id = s.dataset_id AND b.position < s.position)) / 2, s.position - 1) AS place
  FROM section AS s WHERE s.title = ''Blake'') AS t
WHERE title = ''Turner'' AND section.dataset_id = t.dataset_id;'),
  ('Resize many items at once',
   'UPDATE item SET height = height * 1.5, width = NULL
WHERE section_id = (SELECT id FROM section WHERE title = ''Turner'');'),
  ('Store a size that holds for one measure only',
   'INSERT INTO measurement (measure, item_id, height)
SELECT ''landscape'', id, 88 FROM item WHERE key = ''N04252''
ON CONFLICT (item_id, measure) DO UPDATE SET height = excluded.height;'),
  ('Delete items',
   'DELETE FROM item WHERE key = ''N01981'';'),
  ('Delete a section with its items',
   'DELETE FROM section WHERE title = ''Turner'';'),
  ('Define a second layout like another one, for a wider container; then run "layoutctl prepare"',
   'INSERT INTO layout (dataset_id, name, definition, container_width, container_height)
SELECT dataset_id, ''wall-wide'', definition, 844, 390 FROM layout WHERE name = ''wall'';'),
  ('See how many bytes each layout takes, where SQLite was built with dbstat',
   'SELECT l.name, sum(b.element_count) AS elements, sum(b.element_count) * 1.0 / t.elements * t.bytes AS bytes
FROM layout AS l JOIN lc_preparation AS p ON p.layout_id = l.id JOIN lc_band AS b ON b.preparation_id = p.id,
  (SELECT (SELECT sum(element_count) FROM lc_band) AS elements, sum(pgsize) AS bytes
   FROM dbstat(''main'', 1) WHERE name LIKE ''lc@_%'' ESCAPE ''@'') AS t
GROUP BY l.id ORDER BY bytes DESC;'));
