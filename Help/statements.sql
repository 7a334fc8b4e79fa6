-- visible
.parameter init
.parameter set :layout 'wall'
.parameter set :x 0
.parameter set :y 120000
.parameter set :width 390
.parameter set :height 844
UPDATE viewport SET x = :x, y = :y, width = :width, height = :height WHERE layout = :layout;
SELECT section, item, kind, x, y, width, height, key, stale
FROM visible WHERE layout = :layout ORDER BY section, item;
-- rectangle
.parameter init
.parameter set :layout 'wall'
.parameter set :x 0
.parameter set :y 120000
.parameter set :width 390
.parameter set :height 844
{visible};
-- item
.parameter init
.parameter set :key 'N04252'
SELECT layout, section, item, x, y, width, height, stale FROM item_frames WHERE key = :key;
-- sections
.parameter init
.parameter set :layout 'wall'
SELECT section, title, y, height, item_count, stale FROM section_frames WHERE layout = :layout;
-- stale
SELECT layout, section, title FROM section_frames WHERE stale;
-- space
SELECT l.name, sum(b.element_count) AS elements, sum(b.element_count) * 1.0 / t.elements * t.bytes AS bytes
FROM layout AS l JOIN lc_preparation AS p ON p.layout_id = l.id
JOIN lc_band AS b ON b.preparation_id = p.id,
  (SELECT (SELECT sum(element_count) FROM lc_band) AS elements, sum(pgsize) AS bytes
   FROM dbstat('main', 1) WHERE name LIKE 'lc@_%' ESCAPE '@') AS t
GROUP BY l.id ORDER BY bytes DESC;
