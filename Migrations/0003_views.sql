-- What people query. The views named without a prefix are the contract; those that begin with lc_
-- are their parts.

CREATE VIEW lc_extent AS -- Each preparation with the totals of its bands: the sum of the nodes that the bits of its highest slot name.
SELECT p.*,
  total(s.length) AS total_length,
  coalesce(sum(s.cells), 0) AS total_cells,
  coalesce(sum(s.elements), 0) AS total_elements,
  coalesce(sum(s.sections), 0) AS total_sections,
  max(coalesce(max(s.cross_length), 0), 0) AS greatest_cross_length,
  max(coalesce(max(s.overhang_before), 0), 0) AS greatest_overhang_before,
  max(coalesce(max(s.overhang_after), 0), 0) AS greatest_overhang_after
FROM lc_preparation AS p CROSS JOIN lc_bit AS k
LEFT JOIN lc_sum AS s ON s.preparation_id = p.id AND s.node = (p.slot_count >> k.bit) << k.bit AND p.slot_count >> k.bit & 1
GROUP BY p.id;

CREATE VIEW lc_content AS -- A preparation's content in figures.
SELECT e.*,
  CASE WHEN e.is_free THEN e.greatest_overhang_after
       WHEN e.total_sections > 0 THEN e.total_length - e.section_spacing
       ELSE e.total_length END AS content_length,
  coalesce(e.cross_length, e.greatest_cross_length) AS content_cross_length
FROM lc_extent AS e;

CREATE VIEW lc_window AS -- Each layout's viewport in the coordinates of its bands: one row, or one per lap of a layout that wraps.
WITH RECURSIVE
content AS MATERIALIZED (SELECT * FROM lc_content),
view_rect AS (
  SELECT l.name AS layout, v.x AS view_x, v.y AS view_y, v.width AS view_width, v.height AS view_height,
    c.id AS preparation_id, c.axis, c.is_mirrored, c.is_free, c.section_spacing, c.slot_count,
    c.frozen_along, c.frozen_cross, c.pin_start, c.pin_end, c.z_stride, c.content_length,
    c.greatest_overhang_before AS overhang_before, c.greatest_overhang_after AS overhang_after,
    CASE c.axis WHEN 0 THEN v.x ELSE v.y END AS cross_low,
    CASE c.axis WHEN 0 THEN v.x + v.width ELSE v.y + v.height END AS cross_high,
    CASE WHEN c.axis = 0 THEN v.y WHEN c.is_mirrored THEN c.content_length - v.x - v.width ELSE v.x END AS low,
    CASE WHEN c.axis = 0 THEN v.y + v.height WHEN c.is_mirrored THEN c.content_length - v.x ELSE v.x + v.width END AS high,
    CASE WHEN c.wraps AND c.content_length + c.wrap_spacing > 0 THEN c.content_length + c.wrap_spacing END AS lap_length
  FROM viewport AS v CROSS JOIN layout AS l ON l.name = v.layout CROSS JOIN content AS c ON c.id = l.preparation_id
  WHERE v.width > 0 AND v.height > 0
),
lap (layout, lap, last_lap) AS (
  -- Elements that hang out of the content belong to a neighbouring lap as well.
  SELECT layout,
    CASE WHEN lap_length IS NULL THEN 0
         ELSE CAST((low - overhang_after) / lap_length AS INTEGER) - ((low - overhang_after) < 0) END,
    CASE WHEN lap_length IS NULL THEN 0
         ELSE CAST((high + overhang_before) / lap_length AS INTEGER) END
  FROM view_rect
  UNION ALL
  SELECT layout, lap + 1, last_lap FROM lap WHERE lap < last_lap
)
SELECT r.*, lap.lap, lap.lap * coalesce(r.lap_length, 0.0) AS lap_shift,
  r.low - lap.lap * coalesce(r.lap_length, 0.0) AS band_low,
  r.high - lap.lap * coalesce(r.lap_length, 0.0) AS band_high
FROM lap CROSS JOIN view_rect AS r ON r.layout = lap.layout;

CREATE VIEW lc_slot_range AS -- The slots that a window can see: two descents of the sum tree, widened by the greatest overhang.
SELECT w.*,
  -- Down the tree: the most slots whose lengths together stay before the window.
  1 + (WITH RECURSIVE step (bit, slot, length) AS (
         SELECT (SELECT max(bit) FROM lc_bit WHERE 1 << bit <= w.slot_count), 0, 0.0
         UNION ALL
         SELECT step.bit - 1,
           CASE WHEN step.length + s.length <= w.band_low - w.overhang_after - 0.001 THEN s.node ELSE step.slot END,
           CASE WHEN step.length + s.length <= w.band_low - w.overhang_after - 0.001 THEN step.length + s.length ELSE step.length END
         FROM step LEFT JOIN lc_sum AS s ON s.preparation_id = w.preparation_id AND s.node = step.slot + (1 << step.bit)
         WHERE step.bit >= 0)
       SELECT slot FROM step WHERE bit = -1) AS first_slot,
  1 + (WITH RECURSIVE step (bit, slot, length) AS (
         SELECT (SELECT max(bit) FROM lc_bit WHERE 1 << bit <= w.slot_count), 0, 0.0
         UNION ALL
         SELECT step.bit - 1,
           CASE WHEN step.length + s.length <= w.band_high + w.overhang_before + 0.001 THEN s.node ELSE step.slot END,
           CASE WHEN step.length + s.length <= w.band_high + w.overhang_before + 0.001 THEN step.length + s.length ELSE step.length END
         FROM step LEFT JOIN lc_sum AS s ON s.preparation_id = w.preparation_id AND s.node = step.slot + (1 << step.bit)
         WHERE step.bit >= 0)
       SELECT slot FROM step WHERE bit = -1) AS last_slot
FROM lc_window AS w;

CREATE VIEW lc_visible_band AS -- The bands that a window can see, each with its origin and its first index: prefix sums of the slots before it.
SELECT w.*, b.id AS band_id, b.slot, b.section_id, b.first_position, b.length AS band_length, b.first_row, b.element_count, b.first_item_id, b.sideways,
  (SELECT total(s.length) FROM lc_bit AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = b.preparation_id AND s.node = (b.slot - 1 >> k.bit) << k.bit
   WHERE b.slot - 1 >> k.bit & 1) AS origin,
  CASE WHEN b.section_id <> 0 THEN
  (SELECT coalesce(sum(s.sections), 0) FROM lc_bit AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = b.preparation_id AND s.node = (b.slot - 1 >> k.bit) << k.bit
   WHERE b.slot - 1 >> k.bit & 1) - (b.first_position IS NOT -9e999) END AS section,
  CASE WHEN b.first_position IS -9e999 THEN 0 ELSE
  (SELECT coalesce(sum(s.cells), 0) FROM lc_bit AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = b.preparation_id AND s.node = (b.slot - 1 >> k.bit) << k.bit
   WHERE b.slot - 1 >> k.bit & 1)
  - (SELECT coalesce(sum(s.cells), 0) FROM lc_band AS f CROSS JOIN lc_bit AS k CROSS JOIN lc_sum AS s
     ON s.preparation_id = b.preparation_id AND s.node = (f.slot - 1 >> k.bit) << k.bit
     WHERE f.section_id = b.section_id AND f.preparation_id = b.preparation_id AND f.first_position = -9e999
       AND f.slot - 1 >> k.bit & 1) END AS first_index,
  EXISTS (SELECT 1 FROM lc_stale AS t WHERE t.band_id = b.id) AS stale
FROM lc_slot_range AS w
CROSS JOIN lc_band AS b ON b.preparation_id = w.preparation_id AND b.slot BETWEEN w.first_slot AND w.last_slot
WHERE NOT w.is_free;

CREATE VIEW lc_visible_section AS -- The sections that a window can see, with their beginning and end; section_id 0 is the whole content.
SELECT b.layout, b.preparation_id, b.axis, b.is_mirrored, b.z_stride, b.content_length, b.lap, b.lap_shift,
  b.view_x, b.view_y, b.view_width, b.view_height, b.band_low, b.band_high, b.pin_start, b.pin_end,
  b.frozen_along, b.frozen_cross, b.first_slot, b.last_slot, b.slot_count,
  b.section_id, b.section, b.stale,
  CASE WHEN b.first_position IS -9e999 THEN b.origin ELSE
    (SELECT total(s.length) FROM lc_band AS f CROSS JOIN lc_bit AS k CROSS JOIN lc_sum AS s
     ON s.preparation_id = b.preparation_id AND s.node = (f.slot - 1 >> k.bit) << k.bit
     WHERE f.section_id = b.section_id AND f.preparation_id = b.preparation_id AND f.first_position = -9e999
       AND f.slot - 1 >> k.bit & 1) END AS section_start,
  (SELECT total(s.length) FROM lc_bit AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = b.preparation_id AND s.node = (e.slot >> k.bit) << k.bit
   WHERE e.slot >> k.bit & 1) - b.section_spacing AS section_end
FROM (SELECT DISTINCT * FROM lc_visible_band) AS b
CROSS JOIN lc_band AS e ON e.id = (SELECT id FROM lc_band AS l WHERE l.section_id = b.section_id AND l.preparation_id = b.preparation_id
                                   ORDER BY l.first_position DESC LIMIT 1)
WHERE b.section_id <> 0
  AND (b.first_position IS -9e999
       OR b.slot = (SELECT min(slot) FROM lc_band AS n WHERE n.preparation_id = b.preparation_id AND n.slot >= b.first_slot))
UNION ALL
SELECT w.layout, w.preparation_id, w.axis, w.is_mirrored, w.z_stride, w.content_length, w.lap, w.lap_shift,
  w.view_x, w.view_y, w.view_width, w.view_height, w.band_low, w.band_high, w.pin_start, w.pin_end,
  0.0, 0.0, 0, 0, 0,
  0, NULL, 0, 0.0, w.content_length
FROM lc_window AS w WHERE NOT w.is_free;

CREATE VIEW lc_visible_block AS -- What the R*Tree proposes: runs of rows that may lie in a window, with the way from their coordinates to the content's.
-- Bands that stack. A band that scrolls sideways is asked twice: for what stays and for what moves.
SELECT b.layout, b.preparation_id, b.axis, b.is_mirrored, b.z_stride, b.content_length, b.lap, b.lap_shift,
  b.view_x, b.view_y, b.view_width, b.view_height, b.band_id, b.section, b.first_index, b.first_row AS band_row, b.first_item_id, b.stale,
  b.sideways, pass.moving, b.origin, pass.moving * b.sideways * coalesce(o.offset, 0.0) AS shift,
  r.first_row, r.last_row
FROM (SELECT DISTINCT * FROM lc_visible_band) AS b
LEFT JOIN orthogonal_offset AS o ON b.sideways <> 0 AND o.layout = b.layout AND o.section = b.section
CROSS JOIN (SELECT 0 AS moving UNION ALL SELECT 1) AS pass ON pass.moving = 0 OR b.sideways <> 0
CROSS JOIN lc_block AS r
  ON r.plane1 >= b.band_id AND r.plane0 <= b.band_id
  AND r.x1 >= CASE b.axis WHEN 0 THEN b.cross_low + pass.moving * b.sideways * coalesce(o.offset, 0.0) ELSE b.band_low - b.origin END
  AND r.x0 <= CASE b.axis WHEN 0 THEN b.cross_high + pass.moving * b.sideways * coalesce(o.offset, 0.0) ELSE b.band_high - b.origin END
  AND r.y1 >= CASE b.axis WHEN 0 THEN b.band_low - b.origin ELSE b.cross_low + pass.moving * b.sideways * coalesce(o.offset, 0.0) END
  AND r.y0 <= CASE b.axis WHEN 0 THEN b.band_high - b.origin ELSE b.cross_high + pass.moving * b.sideways * coalesce(o.offset, 0.0) END
WHERE r.band_id = b.band_id AND b.frozen_along + b.frozen_cross = 0
UNION ALL
-- One plane: the R*Tree is asked once, and tells the bands.
SELECT w.layout, w.preparation_id, w.axis, w.is_mirrored, w.z_stride, w.content_length, w.lap, w.lap_shift,
  w.view_x, w.view_y, w.view_width, w.view_height, b.id,
  (SELECT coalesce(sum(s.sections), 0) FROM lc_bit AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = b.preparation_id AND s.node = (b.slot - 1 >> k.bit) << k.bit
   WHERE b.slot - 1 >> k.bit & 1) - (b.first_position IS NOT -9e999),
  (SELECT coalesce(sum(s.cells), 0) FROM lc_bit AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = b.preparation_id AND s.node = (b.slot - 1 >> k.bit) << k.bit
   WHERE b.slot - 1 >> k.bit & 1)
  - (SELECT coalesce(sum(s.cells), 0) FROM lc_band AS f CROSS JOIN lc_bit AS k CROSS JOIN lc_sum AS s
     ON s.preparation_id = b.preparation_id AND s.node = (f.slot - 1 >> k.bit) << k.bit
     WHERE f.section_id = b.section_id AND f.preparation_id = b.preparation_id AND f.first_position = -9e999
       AND f.slot - 1 >> k.bit & 1),
  b.first_row, b.first_item_id,
  EXISTS (SELECT 1 FROM lc_stale AS t WHERE t.band_id = b.id),
  0, 0, 0.0, 0.0, r.first_row, r.last_row
FROM lc_window AS w
CROSS JOIN lc_block AS r
  ON r.plane1 >= -w.preparation_id AND r.plane0 <= -w.preparation_id
  AND r.x1 >= w.view_x AND r.x0 <= w.view_x + w.view_width AND r.y1 >= w.view_y AND r.y0 <= w.view_y + w.view_height
CROSS JOIN lc_band AS b ON b.id = r.band_id
WHERE w.is_free AND b.preparation_id = w.preparation_id;

CREATE VIEW lc_sheet_pane AS -- The parts that a sheet with frozen rows or columns shows: what scrolls, its rows, its columns, their corner.
SELECT s.*, pane.frozen_rows, pane.frozen_columns,
  max(0.0, min(s.band_low - s.section_start, s.section_end - s.frozen_along - s.section_start)) AS row_shift,
  max(0.0, min(s.view_x, p.cross_length - s.frozen_cross)) AS column_shift,
  CASE WHEN NOT pane.frozen_rows THEN s.first_slot ELSE
    (SELECT slot FROM lc_band AS f WHERE f.section_id = s.section_id AND f.preparation_id = s.preparation_id AND f.first_position = -9e999) END AS pane_first_slot,
  CASE WHEN NOT pane.frozen_rows THEN s.last_slot ELSE
    1 + (WITH RECURSIVE step (bit, slot, length) AS (
           SELECT (SELECT max(bit) FROM lc_bit WHERE 1 << bit <= s.slot_count), 0, 0.0
           UNION ALL
           SELECT step.bit - 1,
             CASE WHEN step.length + n.length <= s.section_start + s.frozen_along THEN n.node ELSE step.slot END,
             CASE WHEN step.length + n.length <= s.section_start + s.frozen_along THEN step.length + n.length ELSE step.length END
           FROM step LEFT JOIN lc_sum AS n ON n.preparation_id = s.preparation_id AND n.node = step.slot + (1 << step.bit)
           WHERE step.bit >= 0)
         SELECT slot FROM step WHERE bit = -1) END AS pane_last_slot
FROM lc_visible_section AS s CROSS JOIN lc_preparation AS p ON p.id = s.preparation_id
CROSS JOIN (SELECT 0 AS frozen_rows, 0 AS frozen_columns UNION ALL SELECT 1, 0 UNION ALL SELECT 0, 1 UNION ALL SELECT 1, 1) AS pane
WHERE s.frozen_along + s.frozen_cross > 0;

CREATE VIEW lc_sheet_band AS -- The bands that a pane of a sheet can see. A pane exists once its rows or columns have been scrolled past.
SELECT n.*, b.id AS band_id, b.first_row AS band_row, b.first_item_id,
  (SELECT total(s.length) FROM lc_bit AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = b.preparation_id AND s.node = (b.slot - 1 >> k.bit) << k.bit
   WHERE b.slot - 1 >> k.bit & 1) AS origin,
  (SELECT coalesce(sum(s.cells), 0) FROM lc_bit AS k CROSS JOIN lc_sum AS s
   ON s.preparation_id = b.preparation_id AND s.node = (b.slot - 1 >> k.bit) << k.bit
   WHERE b.slot - 1 >> k.bit & 1)
  - (SELECT coalesce(sum(s.cells), 0) FROM lc_band AS f CROSS JOIN lc_bit AS k CROSS JOIN lc_sum AS s
     ON s.preparation_id = b.preparation_id AND s.node = (f.slot - 1 >> k.bit) << k.bit
     WHERE f.section_id = b.section_id AND f.preparation_id = b.preparation_id AND f.first_position = -9e999
       AND f.slot - 1 >> k.bit & 1) AS first_index,
  EXISTS (SELECT 1 FROM lc_stale AS t WHERE t.band_id = b.id) AS band_stale
FROM (SELECT DISTINCT * FROM lc_sheet_pane) AS n
CROSS JOIN lc_band AS b ON b.preparation_id = n.preparation_id AND b.slot BETWEEN n.pane_first_slot AND n.pane_last_slot
WHERE b.section_id = n.section_id AND (n.row_shift > 0 OR NOT n.frozen_rows) AND (n.column_shift > 0 OR NOT n.frozen_columns);

CREATE VIEW lc_sheet_cell AS -- The cells of sheets with frozen rows or columns, with the way from where they lie to where they show.
SELECT b.layout, b.section, b.first_index, b.band_row, b.first_item_id, b.band_stale AS stale, b.lap,
  b.view_x, b.view_y, b.view_width, b.view_height,
  a.id, a.x + b.frozen_columns * b.column_shift AS x,
  b.origin + a.y + b.frozen_rows * b.row_shift + b.lap_shift AS y,
  a.width, a.height, a.z_index, a.item_shift, a.index_shift
FROM (SELECT DISTINCT * FROM lc_sheet_band) AS b
CROSS JOIN lc_block AS r
  ON r.plane1 >= b.band_id AND r.plane0 <= b.band_id
  AND r.x1 >= CASE WHEN b.frozen_columns THEN 0 ELSE b.view_x END
  AND r.x0 <= CASE WHEN b.frozen_columns THEN b.frozen_cross ELSE b.view_x + b.view_width END
  AND r.y1 >= CASE WHEN b.frozen_rows THEN b.section_start ELSE b.band_low END - b.origin
  AND r.y0 <= CASE WHEN b.frozen_rows THEN b.section_start + b.frozen_along ELSE b.band_high END - b.origin
CROSS JOIN lc_attributes AS a ON a.id BETWEEN r.first_row AND r.last_row
WHERE r.band_id = b.band_id AND a.element IS NULL
  AND b.frozen_rows = (b.row_shift > 0 AND b.origin + a.y + a.height <= b.section_start + b.frozen_along)
  AND b.frozen_columns = (b.column_shift > 0 AND a.x + a.width <= b.frozen_cross);

CREATE VIEW lc_visible_section_element AS -- What pins or spans in the sections that a window can see, where it shows there.
SELECT n.*,
  -- A pinned header follows the window's beginning, a pinned footer its end, within the section.
  CASE WHEN NOT n.pins THEN n.natural
       WHEN n.edge = 1 THEN min(n.natural, max(n.band_high - n.pin_end - n.along_length, n.section_start + n.reserve))
       ELSE max(n.natural, min(n.band_low + n.pin_start, n.section_end - n.reserve - n.along_length)) END AS shown
FROM (
  SELECT s.*, e.element, e.edge, e.x, e.y, e.width, e.height, e.z_index, e.pins, e.reserve,
    CASE e.edge WHEN 1 THEN s.section_end ELSE s.section_start END + CASE s.axis WHEN 0 THEN e.y ELSE e.x END AS natural,
    CASE WHEN e.edge <> 2 THEN CASE s.axis WHEN 0 THEN e.height ELSE e.width END
         ELSE max(0.0, s.section_end - e.reserve - s.section_start - CASE s.axis WHEN 0 THEN e.y ELSE e.x END) END AS along_length
  FROM lc_visible_section AS s
  CROSS JOIN lc_section_element AS e ON e.preparation_id = s.preparation_id AND e.section_id = s.section_id
) AS n;

CREATE VIEW visible AS -- The elements inside each layout's row of viewport. Elements that only touch its edge, and those without area, are not.
SELECT e.layout,
  CASE WHEN e.element IS NULL THEN 'cell' ELSE k.category END AS kind,
  k.name AS element_kind,
  e.section, e.item, e.x, e.y, e.width, e.height, e.z_index, i.key, i.payload, e.stale, e.lap, i.id AS item_id
FROM (
  -- What the R*Tree proposed.
  SELECT c.layout, a.element, c.section,
    CASE WHEN a.element IS NULL THEN a.id - c.band_row + c.first_index + a.index_shift ELSE coalesce(c.first_index + a.index_shift, 0) END AS item,
    CASE WHEN c.axis = 0 THEN a.x - c.shift
         WHEN c.is_mirrored THEN c.content_length - (c.origin + a.x) - a.width + c.lap_shift
         ELSE c.origin + a.x + c.lap_shift END AS x,
    CASE WHEN c.axis = 0 THEN c.origin + a.y + c.lap_shift ELSE a.y - c.shift END AS y,
    a.width, a.height,
    a.z_index + c.z_stride * coalesce(c.section, 0) + CASE WHEN c.z_stride > 0 AND a.element IS NULL THEN a.id - c.band_row + c.first_index + a.index_shift ELSE 0 END AS z_index,
    c.stale, c.lap, c.first_item_id + (a.id - c.band_row) + a.item_shift AS item_id,
    c.view_x, c.view_y, c.view_width, c.view_height
  FROM lc_visible_block AS c
  CROSS JOIN lc_attributes AS a ON a.id BETWEEN c.first_row AND c.last_row
  WHERE c.sideways = 0 OR c.moving = (a.element IS NULL OR (SELECT moves_with_cells FROM lc_element_kind WHERE id = a.element))
  UNION ALL
  -- What depends on the frozen rows and columns of its sheet.
  SELECT s.layout, NULL, s.section, s.id - s.band_row + s.first_index + s.index_shift, s.x, s.y, s.width, s.height, s.z_index,
    s.stale, s.lap, s.first_item_id + (s.id - s.band_row) + s.item_shift, s.view_x, s.view_y, s.view_width, s.view_height
  FROM lc_sheet_cell AS s
  UNION ALL
  -- What depends on the extent of its section.
  SELECT s.layout, s.element, s.section, 0,
    CASE WHEN s.axis = 0 THEN s.x
         WHEN s.is_mirrored THEN s.content_length - s.shown - s.along_length + s.lap_shift
         ELSE s.shown + s.lap_shift END,
    CASE WHEN s.axis = 0 THEN s.shown + s.lap_shift ELSE s.y END,
    CASE s.axis WHEN 0 THEN s.width ELSE s.along_length END,
    CASE s.axis WHEN 0 THEN s.along_length ELSE s.height END,
    s.z_index + s.z_stride * coalesce(s.section, 0), s.stale, s.lap, NULL, s.view_x, s.view_y, s.view_width, s.view_height
  FROM lc_visible_section_element AS s
) AS e
LEFT JOIN lc_element_kind AS k ON k.id = e.element
LEFT JOIN item AS i ON i.id = e.item_id
-- The R*Tree's coordinates are rounded; only the exact frame decides, and strictly.
WHERE e.width > 0 AND e.height > 0
  AND e.x < e.view_x + e.view_width AND e.x + e.width > e.view_x
  AND e.y < e.view_y + e.view_height AND e.y + e.height > e.view_y;

CREATE VIEW lc_band_place AS -- Every band of the layouts in use with its origin and first index, by running sums rather than by the tree.
SELECT l.name AS layout, c.id AS preparation_id, c.dataset_id, c.axis, c.is_mirrored, c.is_free, c.z_stride, c.content_length, c.content_cross_length, c.section_spacing,
  b.id AS band_id, b.slot, b.section_id, b.length, b.cell_count, b.first_row, b.element_count, b.first_item_id,
  coalesce(sum(b.length) OVER (PARTITION BY c.id ORDER BY b.slot ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0.0) AS origin,
  CASE WHEN b.section_id <> 0 THEN sum(b.first_position IS -9e999 AND b.section_id <> 0) OVER (PARTITION BY c.id ORDER BY b.slot) - 1 END AS section,
  coalesce(sum(b.cell_count) OVER (PARTITION BY c.id, b.section_id ORDER BY b.slot ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS first_index,
  EXISTS (SELECT 1 FROM lc_stale AS t WHERE t.band_id = b.id) AS stale
FROM layout AS l CROSS JOIN lc_content AS c ON c.id = l.preparation_id CROSS JOIN lc_band AS b ON b.preparation_id = c.id;

CREATE VIEW lc_section_place AS -- Every section of the layouts in use, from its beginning to its end; section_id 0 is the whole content.
SELECT layout, preparation_id, axis, is_mirrored, is_free, z_stride, content_length, content_cross_length, section_id, section,
  CASE section_id WHEN 0 THEN 0.0 ELSE min(origin) END AS section_start,
  CASE section_id WHEN 0 THEN content_length ELSE max(origin + length) - section_spacing END AS section_end,
  sum(cell_count) AS item_count, max(stale) AS stale
FROM lc_band_place GROUP BY preparation_id, section_id;

CREATE VIEW element_frames AS -- All elements where they naturally lie: no viewport, no pinning, sideways sections at offset 0, without the R*Tree.
SELECT e.layout,
  CASE WHEN e.element IS NULL THEN 'cell' ELSE k.category END AS kind,
  k.name AS element_kind,
  e.section, e.item, e.x, e.y, e.width, e.height, e.z_index, i.key, i.payload, e.stale, i.id AS item_id
FROM (
  SELECT b.layout, a.element, b.section,
    CASE WHEN a.element IS NULL THEN a.id - b.first_row + b.first_index + a.index_shift ELSE coalesce(b.first_index + a.index_shift, 0) END AS item,
    CASE WHEN b.is_free OR b.axis = 0 THEN a.x
         WHEN b.is_mirrored THEN b.content_length - (b.origin + a.x) - a.width ELSE b.origin + a.x END AS x,
    CASE WHEN b.axis = 0 AND NOT b.is_free THEN b.origin + a.y ELSE a.y END AS y,
    a.width, a.height,
    a.z_index + b.z_stride * coalesce(b.section, 0) + CASE WHEN b.z_stride > 0 AND a.element IS NULL THEN a.id - b.first_row + b.first_index + a.index_shift ELSE 0 END AS z_index,
    b.stale, b.first_item_id + (a.id - b.first_row) + a.item_shift AS item_id
  FROM lc_band_place AS b CROSS JOIN lc_attributes AS a ON a.id BETWEEN b.first_row AND b.first_row + b.element_count - 1
  UNION ALL
  SELECT n.layout, n.element, n.section, 0,
    CASE WHEN n.axis = 0 THEN n.x WHEN n.is_mirrored THEN n.content_length - n.natural - n.along_length ELSE n.natural END,
    CASE n.axis WHEN 0 THEN n.natural ELSE n.y END,
    CASE n.axis WHEN 0 THEN n.width ELSE n.along_length END,
    CASE n.axis WHEN 0 THEN n.along_length ELSE n.height END,
    n.z_index + n.z_stride * coalesce(n.section, 0), n.stale, NULL
  FROM (
    SELECT s.*, p.element, p.x, p.y, p.width, p.height, p.z_index,
      CASE p.edge WHEN 1 THEN s.section_end ELSE s.section_start END + CASE s.axis WHEN 0 THEN p.y ELSE p.x END AS natural,
      CASE WHEN p.edge <> 2 THEN CASE s.axis WHEN 0 THEN p.height ELSE p.width END
           ELSE max(0.0, s.section_end - p.reserve - s.section_start - CASE s.axis WHEN 0 THEN p.y ELSE p.x END) END AS along_length
    FROM lc_section_place AS s
    CROSS JOIN lc_section_element AS p ON p.preparation_id = s.preparation_id AND p.section_id = s.section_id
  ) AS n
) AS e
LEFT JOIN lc_element_kind AS k ON k.id = e.element
LEFT JOIN item AS i ON i.id = e.item_id;

CREATE VIEW section_frames AS -- Each section of each layout: on a canvas the box around its elements, elsewhere the strip that it occupies.
SELECT p.layout, p.section, s.title,
  CASE WHEN p.is_free THEN (SELECT min(a.x) FROM lc_band AS b CROSS JOIN lc_attributes AS a ON a.id BETWEEN b.first_row AND b.first_row + b.element_count - 1
                            WHERE b.preparation_id = p.preparation_id AND b.section_id = p.section_id)
       WHEN p.axis = 0 THEN 0.0 WHEN p.is_mirrored THEN p.content_length - p.section_end ELSE p.section_start END AS x,
  CASE WHEN p.is_free THEN (SELECT min(a.y) FROM lc_band AS b CROSS JOIN lc_attributes AS a ON a.id BETWEEN b.first_row AND b.first_row + b.element_count - 1
                            WHERE b.preparation_id = p.preparation_id AND b.section_id = p.section_id)
       WHEN p.axis = 0 THEN p.section_start ELSE 0.0 END AS y,
  CASE WHEN p.is_free THEN (SELECT max(a.x + a.width) - min(a.x) FROM lc_band AS b CROSS JOIN lc_attributes AS a ON a.id BETWEEN b.first_row AND b.first_row + b.element_count - 1
                            WHERE b.preparation_id = p.preparation_id AND b.section_id = p.section_id)
       WHEN p.axis = 0 THEN p.content_cross_length ELSE p.section_end - p.section_start END AS width,
  CASE WHEN p.is_free THEN (SELECT max(a.y + a.height) - min(a.y) FROM lc_band AS b CROSS JOIN lc_attributes AS a ON a.id BETWEEN b.first_row AND b.first_row + b.element_count - 1
                            WHERE b.preparation_id = p.preparation_id AND b.section_id = p.section_id)
       WHEN p.axis = 0 THEN p.section_end - p.section_start ELSE p.content_cross_length END AS height,
  p.item_count, p.stale
FROM lc_section_place AS p LEFT JOIN section AS s ON s.id = p.section_id
WHERE p.section_id <> 0;

CREATE VIEW layout_status AS -- Each layout: what it holds as prepared, and how many sections are stale. Until the first preparing is complete it holds the beginning.
SELECT l.name AS layout, d.name AS dataset,
  -- The word after "layout": functions on JSON are refused in views by older shells with trusted_schema off.
  (SELECT substr(t.rest, 1, instr(t.rest, '"') - 1)
   FROM (SELECT ltrim(substr(l.definition, instr(l.definition, '"layout"') + 8), ' :"' || char(9, 10, 13)) AS rest) AS t) AS kind,
  l.container_width, l.container_height,
  coalesce(c.total_sections, 0) AS section_count,
  coalesce(c.total_cells, 0) AS item_count,
  coalesce(c.total_elements, 0) + (SELECT count(*) FROM lc_section_element AS e WHERE e.preparation_id = c.id) AS element_count,
  coalesce(CASE c.axis WHEN 0 THEN c.content_cross_length ELSE c.content_length END, 0.0) AS content_width,
  coalesce(CASE c.axis WHEN 0 THEN c.content_length ELSE c.content_cross_length END, 0.0) AS content_height,
  CASE WHEN c.id IS NULL OR c.definition <> l.definition
         OR c.container_width <> l.container_width OR c.container_height <> l.container_height
       THEN (SELECT count(*) FROM section AS s WHERE s.dataset_id = l.dataset_id)
       ELSE (SELECT count(DISTINCT b.section_id) FROM lc_stale AS t CROSS JOIN lc_band AS b ON b.id = t.band_id
             WHERE b.preparation_id = c.id AND b.section_id <> 0)
          + CASE WHEN c.is_complete AND NOT c.is_restructured THEN 0 ELSE
              (SELECT count(*) FROM section AS s WHERE s.dataset_id = l.dataset_id
               AND NOT EXISTS (SELECT 1 FROM lc_band AS b WHERE b.section_id = s.id AND b.preparation_id = c.id)) END
       END AS stale_sections,
  coalesce(c.is_complete, 0) AS is_complete
FROM layout AS l LEFT JOIN dataset AS d ON d.id = l.dataset_id LEFT JOIN lc_content AS c ON c.id = l.preparation_id;

CREATE VIEW layout_readme (name, purpose, example) AS -- What each table and view is for.
VALUES
  ('visible', 'The elements inside a layout''s viewport row, pinned and scrolled as they would show.',
   'SELECT section, item, x, y, width, height, payload ->> ''title'' FROM visible WHERE layout = ''wall'';'),
  ('viewport', 'The rectangle that "visible" looks through, one row per layout. Move it.',
   'UPDATE viewport SET y = 120000 WHERE layout = ''wall'';'),
  ('element_frames', 'All elements of a layout where they naturally lie, in content coordinates.',
   'SELECT kind, count(*), max(y + height) FROM element_frames WHERE layout = ''wall'' GROUP BY kind;'),
  ('section_frames', 'Where each section of a layout lies, and how many items it holds.',
   'SELECT section, title, y, height FROM section_frames WHERE layout = ''wall'' ORDER BY height DESC LIMIT 10;'),
  ('layout_status', 'Each layout: its content in figures, and how many of its sections are stale.',
   'SELECT layout, item_count, content_height, stale_sections FROM layout_status;'),
  ('dataset', 'Your data sets.', 'SELECT name FROM dataset;'),
  ('section', 'The sections of a data set, in the order of position; measures override the definition''s.',
   'UPDATE section SET header_height = 60 WHERE title = ''Turner'';'),
  ('item', 'The items of a section, in the order of position. A changed size makes its section stale in every layout.',
   'UPDATE item SET height = 500 WHERE key = ''N04252'';'),
  ('layout', 'A definition applied to a data set in a container; prepare it with the program after a change.',
   'SELECT name, definition FROM layout;'),
  ('orthogonal_offset', 'How far a section that scrolls sideways has been scrolled; no row means 0.',
   'INSERT OR REPLACE INTO orthogonal_offset (layout, section, offset) VALUES (''wall'', 0, 250);'),
  ('lc_…', 'Derived tables: what preparing produced. They can be rebuilt at any time; query the views instead.',
   'SELECT name, sql FROM sqlite_schema WHERE name LIKE ''lc@_%'' ESCAPE ''@'';');
