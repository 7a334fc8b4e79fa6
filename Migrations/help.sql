-- The help of a store: its tables and views, their columns, and recipes for the shell. The texts are in a table, since
-- SQLite reads all views whenever a connection begins.

CREATE TABLE lc_help ( -- The texts of layout_help. The examples name a sample's layouts, data set, sections and keys.
  topic TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  example TEXT,
  PRIMARY KEY (topic, name)
) STRICT;

-- A statement that reads names what is in this file, and so finds something. One that changes rows or deletes them
-- names a layout and a data set of this file, but the sections and keys of a sample.
CREATE VIEW layout_help (topic, name, text, example) AS -- The meaning of each table, view and column, and recipes.
WITH shown AS (SELECT name, dataset_id FROM layout ORDER BY name <> 'wall', id LIMIT 1),
known AS (SELECT
    coalesce((SELECT quote(name) FROM shown), '''wall''') AS layout,
    coalesce((SELECT quote(name) FROM layout ORDER BY name <> 'titles', id DESC LIMIT 1), '''titles''') AS other,
    coalesce((SELECT quote(d.name) FROM shown AS l CROSS JOIN dataset AS d ON d.id = l.dataset_id),
      (SELECT quote(name) FROM dataset ORDER BY id LIMIT 1), '''tate''') AS dataset,
    coalesce((SELECT quote(key) FROM item WHERE key = 'N04252' LIMIT 1),
      (SELECT quote(key) FROM (SELECT i.key FROM section AS s CROSS JOIN item AS i ON i.section_id = s.id
         WHERE s.dataset_id = (SELECT dataset_id FROM shown) LIMIT 1) WHERE key IS NOT NULL), '''N04252''') AS key)
SELECT h.topic, h.name, h.text, CAST(replace(replace(replace(
  CASE WHEN h.example GLOB 'SELECT *' OR h.example GLOB 'WITH *'
       THEN replace(h.example, '''N04252''', k.key) ELSE h.example END,
  '''wall''', k.layout), '''titles''', k.other), '''tate''', k.dataset) AS TEXT)
FROM lc_help AS h CROSS JOIN known AS k ORDER BY h.rowid;

INSERT INTO lc_help (topic, name, text, example) VALUES
  ('tables', 'visible',
    'The elements that overlap a layout''s row of viewport, at their pinned and scrolled places. Elements '
    || 'that stick by level, move, or are frozen or circular lines of a sheet are at their natural places, '
    || '`placed` = ''natural''; `visible_in` and `layoutctl visible` place all of them. '
    || '`layoutctl changes` lists the parts of a rectangle that changed.',
   'SELECT section, item, x, y, width, height, payload ->> ''title'' FROM visible WHERE layout = ''wall'';'),
  ('tables', 'viewport', 'The rectangle that "visible" looks through, one row per layout. Move it.',
   'UPDATE viewport SET y = 120000 WHERE layout = ''wall'';'),
  ('tables', 'element_frames',
    'All elements of a layout at their natural positions, in content coordinates. With a `section` or '
    || '`section_id`, only its elements are read. For a rectangle, `visible` is faster.',
   'SELECT kind, count(*), max(y + height) FROM element_frames WHERE layout = ''wall'' AND section = 0 GROUP BY kind;'),
  ('tables', 'item_frames',
    'An item in each layout, found by key, id or section through an index. For many items, `element_frames` WHERE '
    || 'kind = ''cell'' is faster.',
   'SELECT section, item, x, y, width, height FROM item_frames WHERE layout = ''wall'' AND key = ''N04252'';'),
  ('tables', 'section_frames', 'The frame and the number of items of each section of a layout, without its items.',
   'SELECT section, title, y, height FROM section_frames WHERE layout = ''wall'' ORDER BY height DESC LIMIT 10;'),
  ('tables', 'layout_status', 'Each layout: its content in figures, and how many of its sections are stale.',
   'SELECT layout, item_count, content_height, stale_sections FROM layout_status;'),
  ('tables', 'dataset', 'The data sets: your own, and followers of a table or of another data set.',
   'SELECT name, follows FROM dataset;'),
  ('tables', 'section',
    'The sections of a data set, in the order of position. NULL in a size or an inset: the definition''s value.',
   'UPDATE section SET header_height = 60 WHERE title = ''Turner'';'),
  ('tables', 'item',
    'The items of a section, in the order of position. A changed size makes its section stale in every layout.',
   'UPDATE item SET height = 500 WHERE key = ''N04252'';'),
  ('tables', 'measurement', 'Sizes per measure; they override the item''s own.',
   'INSERT OR REPLACE INTO measurement (measure, item_id, height) VALUES (''landscape'', 1, 88);'),
  ('tables', 'section_measurement',
    'Lengths of headers and footers per measure; they override the section''s own.',
   'INSERT OR REPLACE INTO section_measurement (measure, section_id, header_height) VALUES (''landscape'', 1, 44);'),
  ('tables', 'layout', 'A definition applied to a data set in a container; after a change, run layoutctl prepare.',
   'SELECT name, definition FROM layout;'),
  ('tables', 'orthogonal_offset', 'The offset of a section that scrolls orthogonally; no row: 0.',
   'INSERT OR REPLACE INTO orthogonal_offset (layout, section, offset) VALUES (''wall'', 0, 250);'),
  ('tables', 'collapsed',
    'A section that a layout shows as its header alone. Other layouts of the data set show all of it. Insert a '
    || 'row to collapse a section, and delete it to expand the section.',
   'DELETE FROM collapsed WHERE layout = ''wall'';'),
  ('tables', 'collapsed_item',
    'An item that hides what lies below it in an outline. That is each item after it in its section, up to the '
    || 'next one whose level is not greater. Insert a row to collapse a branch; delete it to open it.',
   'DELETE FROM collapsed_item WHERE layout = ''wall'';'),
  ('tables', 'text_file', 'A text file whose lines are items. If the file changes, its lines have no text.',
   'SELECT path, size FROM text_file;'),
  ('tables', 'text_run',
    'Consecutive lines of a file, and the items that they are. An item that is moved keeps its line. To take the '
    || 'texts away, delete the row.',
   'SELECT first_item, last_item, offset FROM text_run LIMIT 10;'),
  ('tables', 'section_offset', 'The rows of `orthogonal_offset`, with the section''s row id in place of its index.',
   'SELECT layout, section_id, offset FROM section_offset;'),
  ('tables', 'layout_help',
    'The meaning of each table, view and column, by topic; topic recipes: how to insert between two items, swap, '
    || 'page and search. Examples name the first layout of the file. Replace `Turner`, `Blake` and the keys.',
   'SELECT name, example FROM layout_help WHERE topic = ''recipes'';'),
  ('tables', 'layout_readme',
    'The tables and views: the first topic of `layout_help`.', 'SELECT * FROM layout_readme;'),
  ('tables', 'lc_…',
    'Derived tables: the results of preparing, described in `layout_help` under `lc`. They can be rebuilt at any time; '
    || 'query the views instead.',
   'SELECT name, sql FROM sqlite_schema WHERE name LIKE ''lc@_%'' ESCAPE ''@'';');

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('visible'), ('element_frames'), ('item_frames'),
  ('section_frames'), ('layout_status'), ('orthogonal_offset')) AS o CROSS JOIN (VALUES
  ('layout', 'The layout''s name.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('visible'), ('element_frames')) AS o CROSS JOIN (VALUES
  ('kind', '`cell`, `supplementary` or `decoration`.'),
  ('element_kind', '`header`, `footer` or the definition''s own name. NULL: a cell.'),
  ('section', 'The index of its section in the layout, from 0. NULL: as `section_id`.'),
  ('item', 'The index of its item in the section, from 0; of a badge its host''s. 0: it belongs to no item.'),
  ('key', 'The key of its item. NULL: none, or the item is gone.'),
  ('payload', 'Its item''s payload, a JSON object; NULL as `key`.'),
  ('item_id', 'The row id of its item. NULL: the item is gone, or it belongs to none.'),
  ('section_id', 'The row id of its section. NULL: it belongs to the content as a whole.'),
  ('title', 'The section''s title, for a header or another element without an item; else NULL.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('visible')) AS o CROSS JOIN (VALUES
  ('x', 'Its left edge in content coordinates, in points, as pinned and scrolled.'),
  ('y', 'Its upper edge in content coordinates, in points, as pinned and scrolled.'),
  ('lap', 'The repetition of a layout that wraps; 0: the content itself. A sheet counts rows, or at 0 columns.'),
  ('scale', 'The factor by which motion draws it larger, around its centre; always 1 in this view.'),
  ('rotation', 'The angle by which motion turns it around its centre, in radians, clockwise; else 0.'),
  ('opacity', 'Its opacity in motion, from 0 to 1; else 1.'),
  ('dx', 'The distance by which motion draws it to the right of its frame, in points; else 0.'),
  ('dy', 'The distance by which motion draws it below its frame, in points; else 0.'),
  ('placed', '`exact` or `natural`: see the purpose of this view.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('element_frames'), ('item_frames')) AS o CROSS JOIN (VALUES
  ('shown', '1, or 0 in `item_frames`: a collapsed section or item hides it, and it has a section, but no place.'),
  ('x', 'Its left edge in content coordinates, in points, at its natural position.'),
  ('y', 'Its upper edge in content coordinates, in points, at its natural position.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('visible'), ('element_frames'), ('item_frames')) AS o CROSS JOIN (VALUES
  ('width', 'Its width, in points.'),
  ('height', 'Its height, in points.'),
  ('z_index', 'Its place in the stack: greater ones are in front.'),
  ('stale', '1 if the frame is out of date, else 0.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('item_frames')) AS o CROSS JOIN (VALUES
  ('item_id', 'The item''s row id.'),
  ('key', 'The item''s key. NULL: it has none.'),
  ('section_id', 'The row id of its section; `section` counts from 0.'),
  ('section', 'The section''s index in the layout, from 0.'),
  ('item', 'Its index in the section, from 0.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('section_frames')) AS o CROSS JOIN (VALUES
  ('section', 'The section''s index in the layout, from 0.'),
  ('title', 'The section''s title. NULL: it has none.'),
  ('x', 'The left edge of its strip, or on a canvas of its elements'' box, in points. NULL: it has no elements.'),
  ('y', 'The upper edge of that strip or box, in points. NULL: it has no elements.'),
  ('width', 'The width of that strip or box, in points. NULL: on a canvas, it has no elements.'),
  ('height', 'The height of that strip or box, in points; NULL as `width`.'),
  ('item_count', 'The number of its items in the layout.'),
  ('stale', '1 if a part of the section is out of date, else 0.'),
  ('section_id', 'The section''s row id.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('layout_status')) AS o CROSS JOIN (VALUES
  ('dataset', 'The name of its data set.'),
  ('kind', 'The kind as it was prepared, such as `flow`. NULL before the first preparation.'),
  ('container_width', 'The length of the view that it is laid out for, in points.'),
  ('container_height', 'The length of the view that it is laid out for, in points.'),
  ('section_count', 'The number of prepared sections; 0 before the first preparation.'),
  ('item_count', 'The number of prepared items.'),
  ('element_count', 'The number of elements laid out, without hidden items.'),
  ('content_width', 'The length of the content, in points, partly estimated until all of it is laid out.'),
  ('content_height', 'The length of the content, in points, partly estimated until all of it is laid out.'),
  ('stale_sections', 'The number of sections out of date: at least 1 if sections were inserted, deleted or moved.'),
  ('is_complete', '1 if all of it has been laid out at least once, else 0.'),
  ('measure', 'The measure whose sizes it uses (see `measurement`). NULL: the items'' own sizes.'),
  ('is_whole', '1, or 0 if a trigger is missing or its sums are damaged: run `layoutctl verify --repair`.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('orthogonal_offset')) AS o CROSS JOIN (VALUES
  ('section', 'The index of the section in its data set, from 0.'),
  ('offset', 'The distance from its leading edge, in points. Beyond the section''s content, it ends there.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('dataset')) AS o CROSS JOIN (VALUES
  ('id', 'The row id.'),
  ('name', 'The name; unique.'),
  ('follows', 'The table or data set that it follows, with its expressions, a JSON object. NULL: none. A column that '
    || 'they name can be dropped once the data set follows without it.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('section'), ('item')) AS o CROSS JOIN (VALUES
  ('id', 'The row id.'),
  ('position', 'The order: any number, unique, gaps allowed; indices are ranks. NULL when inserted: the end.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('section')) AS o CROSS JOIN (VALUES
  ('dataset_id', 'Its data set.'),
  ('title', 'The name, by which imports and snapshots find it. NULL: none.'),
  ('header_width',
    'The header''s width. Not used if the layout takes the container''s, as most vertical ones do, or if a '
    || 'compositional layout does not estimate it.'),
  ('header_height', 'The header''s height; in horizontal layouts as `header_width`.'),
  ('footer_width', 'As the header''s.'),
  ('footer_height', 'As the header''s.'),
  ('inset_top', 'The space above its items.'),
  ('inset_leading', 'The space to the left of its items, or to the right in a layout from right to left.'),
  ('inset_bottom', 'The space below its items.'),
  ('inset_trailing', 'The space on the other side.'),
  ('measured_header_width', 'The length that a view gave the header or footer; as `item.measured_width`.'),
  ('measured_header_height', 'The length that a view gave the header or footer; as `item.measured_width`.'),
  ('measured_footer_width', 'The length that a view gave the header or footer; as `item.measured_width`.'),
  ('measured_footer_height', 'The length that a view gave the header or footer; as `item.measured_width`.'),
  ('definition', 'The keys of a layout''s definition that the section overrides, a JSON object. NULL: none.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('item')) AS o CROSS JOIN (VALUES
  ('section_id', 'Its section.'),
  ('key', 'The user''s name for it; unique in its data set when loaded. If two have one key, the lower id is found.'),
  ('width', 'The width, in points. NULL: not measured; the definition''s default or estimate counts.'),
  ('height', 'The height, in points; as `width`.'),
  ('x', 'The left or upper edge of its frame, on a canvas. NULL: 0.'),
  ('y', 'The left or upper edge of its frame, on a canvas. NULL: 0.'),
  ('payload', 'The user''s other columns, a JSON object; only `layoutctl verify` checks it.'),
  ('original_id', 'The item that it stands for, if its data set follows a data set. It shows that item''s key, payload '
    || 'and sizes, and takes no others. To count the others: `WHERE original_id IS NULL`. NULL: none.'),
  ('measured_width', 'The width that a cell gave it; while `width` equals it, a cell may give another. NULL: none.'),
  ('measured_height', 'The height that a cell gave it; as `measured_width`. NULL: none.'),
  ('span', 'The number of columns that the item covers; 0: the whole line, or all columns. NULL: 1.'),
  ('row_span', 'The number of rows of a sheet that the item covers. NULL: 1.'),
  ('level', 'The item''s level in an outline. NULL: 0.'),
  ('sticky_level', 'The level at which it sticks to an edge of the viewport, 0 outermost. NULL: it does not stick.'),
  ('sticky_edge', 'The edge to which it sticks: `start` or `end`. NULL: `start`.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('measurement'), ('section_measurement')) AS o CROSS JOIN (VALUES
  ('measure', 'The name that layouts state as their `measure`.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('measurement')) AS o CROSS JOIN (VALUES
  ('item_id', 'The item.'),
  ('width', 'The length. NULL: the item''s own.'),
  ('height', 'The length. NULL: the item''s own.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('section_measurement')) AS o CROSS JOIN (VALUES
  ('section_id', 'The section.'),
  ('header_width', 'The length. NULL: the section''s own.'),
  ('header_height', 'The length. NULL: the section''s own.'),
  ('footer_width', 'The length. NULL: the section''s own.'),
  ('footer_height', 'The length. NULL: the section''s own.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('layout')) AS o CROSS JOIN (VALUES
  ('id', 'The row id.'),
  ('dataset_id', 'The data set that it lays out.'),
  ('name', 'The name; unique.'),
  ('definition', 'The definition, a JSON object; editing it makes the layout stale as a whole.'),
  ('container_width', 'The length of the view that it is laid out for, in points.'),
  ('container_height', 'The length of the view that it is laid out for, in points.'),
  ('measure', 'The measure whose sizes it uses. NULL: the items'' own sizes.'),
  ('base', 'The layout that it was made of for another size of the view. NULL: none; it is your own.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('viewport')) AS o CROSS JOIN (VALUES
  ('x', 'Its left edge in content coordinates, in points.'),
  ('y', 'Its upper edge in content coordinates, in points.'),
  ('width', 'The length, in points; at first the container''s.'),
  ('height', 'The length, in points; at first the container''s.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('text_file')) AS o CROSS JOIN (VALUES
  ('id', 'The row id.'),
  ('path', 'The absolute path.'),
  ('size', 'The number of bytes that were read.'),
  ('modified', 'The time of its last change, in nanoseconds since 1970.'),
  ('digest', 'A hash of its first 4096 bytes and of the last ones that were read.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('text_run')) AS o CROSS JOIN (VALUES
  ('first_item', 'The id of the item that is the first line.'),
  ('last_item', 'The id of the item that is the last line; each id between them is the next line.'),
  ('file_id', 'The file that the lines are in.'),
  ('offset', 'The byte of the file to begin at.'),
  ('skip', 'The number of lines to pass over from there.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('layout_help')) AS o CROSS JOIN (VALUES
  ('topic', '`tables`, `recipes`, `lc` for columns of derived tables, or the table or view whose columns these are.'),
  ('name', 'The table, the view, the column or the task.'),
  ('text', 'Its meaning.'),
  ('example', 'Statements to try.')) AS c;

INSERT INTO lc_help (topic, name, text) SELECT o.column1, c.column1, c.column2
FROM (VALUES ('layout_readme')) AS o CROSS JOIN (VALUES
  ('name', 'The table or view; `lc_…` stands for every name that begins with `lc_`.'),
  ('purpose', 'Its purpose.'),
  ('example', 'A statement to try.')) AS c;

INSERT INTO lc_help (topic, name, text, example) VALUES
  ('recipes', 'Find an item by its key', 'In a layout.',
   'SELECT section, item, x, y, width, height, stale FROM item_frames WHERE layout = ''wall'' AND key = ''N04252'';'),
  ('recipes', 'Find an item by its index', 'In a section. Only the section is read, not the layout.',
   'SELECT key, x, y, width, height FROM element_frames
WHERE layout = ''wall'' AND section = 1 AND kind = ''cell'' AND item = 4;'),
  ('recipes', 'Read the frames of a section', 'All its elements. A condition on y alone reads the whole layout.',
   'SELECT kind, item, key, x, y, width, height FROM element_frames WHERE layout = ''wall'' AND section = 1;'),
  ('recipes', 'Find the item at a rank', 'Among all items of a layout, from 0. The extension''s `item_at` is quicker.',
   'WITH place AS (SELECT section_id, item_count, sum(item_count) OVER (ORDER BY section) - item_count AS first
  FROM section_frames WHERE layout = ''wall''),
chosen AS (SELECT i.id FROM place AS p CROSS JOIN item AS i ON i.section_id = p.section_id
  WHERE p.first <= 13 AND p.first + p.item_count > 13 ORDER BY i.position
  LIMIT 1 OFFSET (SELECT 13 - max(first) FROM place WHERE first <= 13))
SELECT f.section, f.item, f.key, f.x, f.y
FROM chosen AS c CROSS JOIN item_frames AS f ON f.item_id = c.id AND f.layout = ''wall'';'),
  ('recipes', 'Find the rank of an item', 'Among all items of a layout, from 0.',
   'SELECT f.item + (SELECT coalesce(sum(s.item_count), 0) FROM section_frames AS s
  WHERE s.layout = f.layout AND s.section < f.section) AS rank
FROM item_frames AS f WHERE f.layout = ''wall'' AND f.key = ''N04252'';'),
  ('recipes', 'Find the neighbours of an item',
    'Two on each side. Positions are quicker than indices: an index finds them.',
   'WITH chosen AS (SELECT i.section_id, i.position FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id
  JOIN item AS i ON i.section_id = s.id WHERE d.name = ''tate'' AND i.key = ''N04252'')
SELECT f.section, f.item, f.key, f.x, f.y FROM (
  SELECT id FROM (SELECT n.id FROM chosen AS c CROSS JOIN item AS n
    ON n.section_id = c.section_id AND n.position < c.position ORDER BY n.position DESC LIMIT 2)
  UNION ALL
  SELECT id FROM (SELECT n.id FROM chosen AS c CROSS JOIN item AS n
    ON n.section_id = c.section_id AND n.position > c.position ORDER BY n.position LIMIT 2)) AS n
CROSS JOIN item_frames AS f ON f.item_id = n.id AND f.layout = ''wall'';'),
  ('recipes', 'Read a page of items by key', 'The next ones after a key, of a layout''s data set.',
   'SELECT f.key, f.section, f.item, f.y
FROM (SELECT i.id FROM item AS i CROSS JOIN section AS s ON s.id = i.section_id
  CROSS JOIN dataset AS d ON d.id = s.dataset_id AND d.name = ''tate''
  WHERE i.key > ''N04252'' ORDER BY i.key LIMIT 3) AS p
CROSS JOIN item_frames AS f ON f.item_id = p.id AND f.layout = ''wall'';'),
  ('recipes', 'Look at another place of a layout',
    'What is in a rectangle, in a layout of any size. `element_frames` with a condition on y goes through all of it.',
   'UPDATE viewport SET y = 120000 WHERE layout = ''wall'';
SELECT section, item, x, y, width, height, key FROM visible WHERE layout = ''wall'';'),
  ('recipes', 'Find the cell that is nearest to a point', 'Among those that are visible.',
   'SELECT section, item, key FROM visible WHERE layout = ''wall'' AND kind = ''cell''
ORDER BY abs(x + width / 2 - 100) + abs(y + height / 2 - 70) LIMIT 1;'),
  ('recipes', 'See where the items are', 'Items by each 1,000 points; `layout_status` counts all of them.',
   'SELECT CAST(y / 1000 AS INTEGER) * 1000 AS y, sum(item_count) AS items
FROM section_frames WHERE layout = ''wall'' GROUP BY 1;'),
  ('recipes', 'Find the section at a place', 'The last one that begins before it, in a layout that scrolls vertically.',
   'SELECT section, title, y FROM section_frames WHERE layout = ''wall'' AND y <= 500 ORDER BY section DESC LIMIT 1;'),
  ('recipes', 'Find items by their payload',
    'The first ones, with their frames. To look for the text first is quicker. To search words, run `layoutctl index`.',
   'SELECT f.section, f.item, f.key, f.y
FROM (SELECT i.id FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id JOIN item AS i ON i.section_id = s.id
  WHERE d.name = ''tate'' AND i.payload LIKE ''%e 3%'' AND i.payload ->> ''title'' LIKE ''%e 3'' LIMIT 50) AS m
CROSS JOIN item_frames AS f ON f.item_id = m.id AND f.layout = ''wall'';'),
  ('recipes', 'Find the name of a layout', 'A name that no layout has finds nothing, without an error.',
   'SELECT l.name, d.name AS dataset FROM layout AS l
JOIN dataset AS d ON d.id = l.dataset_id WHERE d.name = ''tate'';'),
  ('recipes', 'See what is stale', 'In all layouts.',
   'SELECT layout, section, title FROM section_frames WHERE stale;'),
  ('recipes', 'Append an item to a section', 'Without a position it goes to the end.',
   'INSERT INTO item (section_id, key, width, height, payload)
SELECT s.id, ''N99001'', 120, 80, ''{"title":"New"}'' FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id
WHERE d.name = ''tate'' AND s.title = ''Turner'';'),
  ('recipes', 'Append a section', 'Without a position it goes to the end.',
   'INSERT INTO section (dataset_id, title) SELECT id, ''Whistler'' FROM dataset WHERE name = ''tate'';'),
  ('recipes', 'Insert an item after another one', 'Halfway to the next position; after the last item, at the end.',
   'INSERT INTO item (section_id, position, key, height)
SELECT i.section_id, (i.position + (SELECT min(n.position) FROM item AS n
  WHERE n.section_id = i.section_id AND n.position > i.position)) / 2, ''N99002'', 80
FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id JOIN item AS i ON i.section_id = s.id
WHERE d.name = ''tate'' AND i.key = ''N04252'';'),
  ('recipes', 'Move an item behind another one', 'In whichever section of the data set that is.',
   'UPDATE item SET section_id = t.section_id, position = t.place
FROM (SELECT m.id, i.section_id, (i.position + (SELECT min(n.position) FROM item AS n
    WHERE n.section_id = i.section_id AND n.position > i.position)) / 2 AS place
  FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id JOIN item AS i ON i.section_id = s.id
  JOIN section AS o ON o.dataset_id = d.id JOIN item AS m ON m.section_id = o.id
  WHERE d.name = ''tate'' AND i.key = ''N04252'' AND m.key = ''N01981'') AS t
WHERE item.id = t.id;'),
  ('recipes', 'Swap two items', 'No two items of a section may share a position even in between.',
   'BEGIN IMMEDIATE;
CREATE TEMP TABLE swapped AS
SELECT a.id AS one, a.section_id AS one_section, a.position AS one_position,
  b.id AS other, b.section_id AS other_section, b.position AS other_position
FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id JOIN item AS a ON a.section_id = s.id
JOIN section AS t ON t.dataset_id = d.id JOIN item AS b ON b.section_id = t.id
WHERE d.name = ''tate'' AND a.key = ''N04252'' AND b.key = ''N01981'' LIMIT 1;
UPDATE item SET position = 1e299 FROM swapped WHERE id = one;
UPDATE item SET section_id = one_section, position = one_position FROM swapped WHERE id = other;
UPDATE item SET section_id = other_section, position = other_position FROM swapped WHERE id = one;
DROP TABLE swapped;
COMMIT;'),
  ('recipes', 'Renumber the items of a section',
    'Where halves have become too small. In two steps, since no two items may share a position in between.',
   'BEGIN IMMEDIATE;
UPDATE item SET position = 1e15 + n.rank
FROM (SELECT i.id, row_number() OVER (ORDER BY i.position) AS rank
  FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id JOIN item AS i ON i.section_id = s.id
  WHERE d.name = ''tate'' AND s.title = ''Turner'') AS n
WHERE item.id = n.id;
UPDATE item SET position = position - 1e15
WHERE section_id = (SELECT s.id FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id
  WHERE d.name = ''tate'' AND s.title = ''Turner'');
COMMIT;'),
  ('recipes', 'Order a section by its items'' payload',
    'In two steps, since no two items may share a position in between.',
   'BEGIN IMMEDIATE;
UPDATE item SET position = 1e15 + n.rank
FROM (SELECT i.id, row_number() OVER (ORDER BY i.payload ->> ''title'', i.position) AS rank
  FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id JOIN item AS i ON i.section_id = s.id
  WHERE d.name = ''tate'' AND s.title = ''Turner'') AS n
WHERE item.id = n.id;
UPDATE item SET position = position - 1e15
WHERE section_id = (SELECT s.id FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id
  WHERE d.name = ''tate'' AND s.title = ''Turner'');
COMMIT;'),
  ('recipes', 'Move a section before another one', 'Halfway to the position before it.',
   'UPDATE section SET position = t.place
FROM (SELECT s.dataset_id, coalesce((s.position + (SELECT max(b.position) FROM section AS b
    WHERE b.dataset_id = s.dataset_id AND b.position < s.position)) / 2, s.position - 1) AS place
  FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id WHERE d.name = ''tate'' AND s.title = ''Blake'') AS t
WHERE title = ''Turner'' AND section.dataset_id = t.dataset_id;'),
  ('recipes', 'Resize many items at once', 'One statement marks each band once.',
   'UPDATE item SET height = height * 1.5, width = NULL
WHERE section_id = (SELECT s.id FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id
  WHERE d.name = ''tate'' AND s.title = ''Turner'');'),
  ('recipes', 'Store a size for one measure', 'It counts for the layouts that name the measure.',
   'INSERT INTO measurement (measure, item_id, height)
SELECT ''landscape'', i.id, 88
FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id JOIN item AS i ON i.section_id = s.id
WHERE d.name = ''tate'' AND i.key = ''N04252''
ON CONFLICT (item_id, measure) DO UPDATE SET height = excluded.height;'),
  ('recipes', 'Delete items', 'By key.',
   'DELETE FROM item WHERE key = ''N01981'' AND section_id IN
  (SELECT s.id FROM dataset AS d JOIN section AS s ON s.dataset_id = d.id WHERE d.name = ''tate'');'),
  ('recipes', 'Delete a section', 'Its items go with it.',
   'DELETE FROM section WHERE title = ''Turner'' AND dataset_id = (SELECT id FROM dataset WHERE name = ''tate'');'),
  ('recipes', 'Define a second layout', 'Like another one, for a wider container; then run `layoutctl prepare`.',
   'INSERT INTO layout (dataset_id, name, definition, container_width, container_height)
SELECT dataset_id, ''wall-wide'', definition, 844, 390 FROM layout WHERE name = ''wall'';'),
  ('recipes', 'Find the orders of the same items',
    'The data sets that follow a data set, and their layouts. `layoutctl follow` makes one.',
   'SELECT f.name, f.follows ->> ''order'' AS terms, l.name AS layout
FROM dataset AS d CROSS JOIN dataset AS f ON f.follows ->> ''dataset_id'' = d.id
LEFT JOIN layout AS l ON l.dataset_id = f.id WHERE d.name = ''tate'';'),
  ('recipes', 'Find an item in each order', 'In all layouts that show it.',
   'SELECT layout, section, item, y FROM item_frames WHERE key = ''N04252'' ORDER BY layout;'),
  ('recipes', 'Compare two orders', 'Where the first items of one layout are in another one.',
   'SELECT a.key, a.section, a.item, b.section, b.item
FROM (SELECT key, section, item, item_id FROM element_frames
  WHERE layout = ''wall'' AND section = 0 AND kind = ''cell'' AND item < 3) AS a
CROSS JOIN item_frames AS b ON b.item_id = a.item_id AND b.layout = ''titles'';');

INSERT INTO lc_help (topic, name, text) VALUES
  ('lc', 'lc_schema.part', '`tables`, `views` or `triggers`.'),
  ('lc', 'lc_schema.version', 'The version of the program''s derived schema; an older program refuses a newer file.'),
  ('lc', 'lc_schema.checksum', 'The FNV-1a hash (64 bits) of the part''s text.'),
  ('lc', 'lc_schema.names',
    'The tables, views or triggers that the part made, a line each: a later program drops these.'),
  ('lc', 'lc_schema.next_band', 'The id of the next band, in the row of the tables.'),
  ('lc', 'lc_run.first_position',
    'The position from which on it holds items. In a section''s first run, -1e301: below every position.'),
  ('lc', 'lc_run.item_count',
    'The number of its items, kept by the triggers. NULL: to be counted again, because a row may be '
    || 'replaced.'),
  ('lc', 'lc_run.least_level', 'The least level of its items: a branch of an outline goes on to it. NULL: not known.'),
  ('lc', 'lc_run.changes',
    'Its changes since the bands were last marked. 0: no item; 1: the one at `changed_position`; 2: '
    || 'several; 3, in a section''s first run: the section itself, with all its content.'),
  ('lc', 'lc_run.chapter_count',
    'In the first run of a chapter, some 64 runs of a long section: the number of their items; else NULL. '
    || 'Right while each run of the section has its count.'),
  ('lc', 'lc_run.revision',
    'Drawn at random when items came, went, moved or got other ids in it, though not for each change. Counted runs '
    || 'with the same number and the same ends have the same items in two states, also of two copies of a file.'),
  ('lc', 'lc_run.former_revision',
    'The revision before items came, went or moved at `changed_position`, if nothing else did since. NULL: '
    || 'not known.'),
  ('lc', 'lc_run.chapter_revision',
    'The revision of a chapter, except what is marked since; NULL where `chapter_count` is.'),
  ('lc', 'lc_section_mark.kind',
    '`resized`: a section has other headers, footers or insets; `rearranged`: one came, went or changed its place '
    || 'since the bands were put in order; `folded`: an item or a section was collapsed or opened; `folded run`: a '
    || 'fold may hide other items of a run now.'),
  ('lc', 'lc_section_mark.owner',
    'The preparation. Of `resized` the measure that has the sizes; 0: their own ones, in every layout.'),
  ('lc', 'lc_section_mark.id', 'The section.'),
  ('lc', 'lc_section_mark.first_position',
    'With `last_position`, the places of a fold. -1e301 to 1e301: the section as a whole. Of `resized` 0: header or '
    || 'footer; 1: insets at the top and bottom; 2: leading and trailing ones.'),
  ('lc', 'lc_moved.preparation_id',
    'The canvas that it changed for. 0: all of the data set, as triggers note it; -1: in the section more '
    || 'changed than is noted.'),
  ('lc', 'lc_moved.x', 'With `y`, its origin before the first change. NULL: it was not in the section.'),
  ('lc', 'lc_moved.is_reordered', '1: it came, went or changed its position.'),
  ('lc', 'lc_replaced.kind', '`section` or `item`; `new item`: the row with the id is another item now.'),
  ('lc', 'lc_change.name', 'Its name, which is known here even after the data set has gone.'),
  ('lc', 'lc_change.revision', 'Begins at random: a data set that is made again under the same id is another one.'),
  ('lc', 'lc_change.appearance',
    'Drawn at random whenever something else changed than what bands are marked for: a key, a payload, a title.'),
  ('lc', 'lc_change.source_id', 'The data set that it follows.'),
  ('lc', 'lc_change.journal',
    'The source under which its changes are noted in `lc_pending`: that data set, or the name of the '
    || 'triggers on a table. `rows`: in `lc_pending_row`.'),
  ('lc', 'lc_change.trigger_count', 'The number of these triggers.'),
  ('lc', 'lc_pending.source', 'A source as in `lc_change.journal`.'),
  ('lc', 'lc_pending.kind', '0: a row; 1: all rows of a section; 2: all rows; 3: all rows, for one follower.'),
  ('lc', 'lc_pending.identity', 'The row''s key in its table, or the id of an item, of a section or of the follower.'),
  ('lc', 'lc_pending_row.row', 'The row''s key.'),
  ('lc', 'lc_failed_row.dataset_id', 'The follower.'),
  ('lc', 'lc_failed_row.identity', 'The row''s key in its table, or the id of an item.'),
  ('lc', 'lc_preparation.layout_id', 'NULL once superseded: its rows are being removed.'),
  ('lc', 'lc_preparation.is_shown', '1: the one that readers of its layout see.'),
  ('lc', 'lc_preparation.definition', 'The definition that was laid out, in the container of the next columns.'),
  ('lc', 'lc_preparation.measure', 'The measure with whose sizes it was laid out. NULL: the items'' own.'),
  ('lc', 'lc_preparation.axis', '0: it scrolls vertically; 1: horizontally.'),
  ('lc', 'lc_preparation.is_mirrored', '1: right to left along x, so x counts from the content''s far end.'),
  ('lc', 'lc_preparation.is_free', '1: all bands are on one plane with origin 0 (canvas).'),
  ('lc', 'lc_preparation.section_spacing', 'The space after each section, which does not count after the last.'),
  ('lc', 'lc_preparation.cross_length',
    'The content''s extent across the scroll axis; NULL: the furthest element''s.'),
  ('lc', 'lc_preparation.wraps', '1: the content repeats without end.'),
  ('lc', 'lc_preparation.wrap_spacing', 'The distance from the last element to the first of the next lap.'),
  ('lc', 'lc_preparation.wraps_across', '1: a sheet''s columns go round.'),
  ('lc', 'lc_preparation.cross_wrap_spacing', 'The distance from the last column to the first of the next lap.'),
  ('lc', 'lc_preparation.pin_start', 'The distance that pinned elements keep from the rectangle''s beginning.'),
  ('lc', 'lc_preparation.pin_end', 'The distance that they keep from its end.'),
  ('lc', 'lc_preparation.z_stride',
    'By how much a z-index grows for each section, if later elements cover earlier ones; by 1 for each '
    || 'item. Else 0.'),
  ('lc', 'lc_preparation.hides_empty', '1: a section without items takes no room, nor spacing beside it.'),
  ('lc', 'lc_preparation.is_mirrored_across',
    '1: frames are mirrored across the scroll axis, so that a sheet''s frozen columns are at the right.'),
  ('lc', 'lc_preparation.sticky', 'How items with a sticky_level stick: 0 push, 1 stack; NULL: they do not.'),
  ('lc', 'lc_preparation.motion_reach',
    'The greatest distance by which cells move by their place in the viewport, as a part of its longer '
    || 'side; NULL: none moves.'),
  ('lc', 'lc_preparation.groups_rows', '1: items are in rows of their section''s background.'),
  ('lc', 'lc_preparation.stacks_items', '1: each item is a line, so that branches of an outline can be collapsed.'),
  ('lc', 'lc_preparation.slot_count', 'The highest slot of lc_band.'),
  ('lc', 'lc_preparation.is_complete', '0 while some band was never laid out.'),
  ('lc', 'lc_preparation.is_outlined', '1: there is a band for every item.'),
  ('lc', 'lc_preparation.is_restructured',
    '1: the `rearranged` sections of `lc_section_mark` came, went or changed places since. 2: any, or if there are '
    || 'none.'),
  ('lc', 'lc_preparation.is_replaced', '1: its data set''s items were replaced as a whole.'),
  ('lc', 'lc_preparation.revision',
    'The number of changes made to its rows, from a random beginning. Readers'' caches go by it, and a '
    || 'preparation that is made again under the same id is another one.'),
  ('lc', 'lc_written.number', 'In the order in which the parts were written: their places are those before that.'),
  ('lc', 'lc_written.generation', 'Drawn at random for the parts that were written together.'),
  ('lc', 'lc_written.start', 'Its beginning along the scroll axis. NULL: all of the content.'),
  ('lc', 'lc_written.former_length', 'The length of what was there before.'),
  ('lc', 'lc_written.cross_start',
    'With `cross_end`, its extent across the scroll axis on a canvas; NULL in other layouts.'),
  ('lc', 'lc_band.slot', 'Its place among the preparation''s bands, from 1; gaps allowed.'),
  ('lc', 'lc_band.id', 'Its id in other tables: other bands may push it to another slot.'),
  ('lc', 'lc_band.section_id', 'Its section. NULL: its elements are of the whole content.'),
  ('lc', 'lc_band.begins_section', '1: the first band of its section.'),
  ('lc', 'lc_band.ends_content', '1: without a section, it closes the content; 0: it opens it.'),
  ('lc', 'lc_band.first_position',
    'The position from which on it holds items. In a section''s first band, and in all of a canvas, -1e301.'),
  ('lc', 'lc_band.is_stale', '1: something in it changed since it was solved, or it was solved from a guess.'),
  ('lc', 'lc_band.is_provisional', '1: stale only because what comes before it was not known when it was solved.'),
  ('lc', 'lc_band.is_estimated', '1: never solved; its length is a guess.'),
  ('lc', 'lc_band.length',
    'The extent along the scroll axis. Its origin is the sum of the lengths before it (`lc_sum`).'),
  ('lc', 'lc_band.item_count', 'The number of its items, by which indices are counted.'),
  ('lc', 'lc_band.is_miscounted', '1: items came or went in it since they were counted.'),
  ('lc', 'lc_band.cell_count',
    'The number of cells that were laid out and are shown: that of its items, unless it is stale or some '
    || 'are hidden.'),
  ('lc', 'lc_band.element_count', 'The number of elements of its blocks: these cells and others.'),
  ('lc', 'lc_band.section_element_count', 'The number of its rows in `lc_section_element` and `lc_frozen_lines`.'),
  ('lc', 'lc_band.first_cell',
    'The index among its cells of that of its first item: while it is stale, other bands may hold the items '
    || 'of its first cells. Below 0: it holds as many items before them.'),
  ('lc', 'lc_band.first_item_id',
    'An element''s item has the id `first_item_id` + index + `item_shift`: see `lc_frame`. NULL: '
    || '`item_shift` is the id.'),
  ('lc', 'lc_band.ids_follow',
    '1: its cells are of that item and of the ones with the next ids, in order: item_shift is 0. Always 0 in an '
    || 'orthogonal section.'),
  ('lc', 'lc_band.orthogonal', '1 or -1: its cells move against, or with, its section''s offset.'),
  ('lc', 'lc_band.least_offset', 'The least offset of its section. NULL in sections that do not scroll orthogonally.'),
  ('lc', 'lc_band.greatest_offset', 'The greatest offset of its section; NULL as `least_offset`.'),
  ('lc', 'lc_band.frame_start',
    'Where its frames begin to count along the scroll axis, from its origin: in an orthogonal section where its groups '
    || 'begin, so that a header or an inset moves none of them.'),
  ('lc', 'lc_band.cross_length', 'The furthest extent across the scroll axis.'),
  ('lc', 'lc_band.overhang_before', 'How far its elements stick out before its origin.'),
  ('lc', 'lc_band.overhang_after', 'How far they stick out beyond its end.'),
  ('lc', 'lc_band.state',
    'The state that its solver carried over from the band before, a JSON array. In the stale band of an '
    || 'orthogonal section, the positions from which and up to which items changed.'),
  ('lc', 'lc_band.summary', 'Its items'' summary for their section (JSON); NULL if the layout does not need one.'),
  ('lc', 'lc_band.motion',
    'How its cells move by their place in the viewport: 1 stack, 2 coverFlow, 3 wheel, 4 fade. NULL: they '
    || 'do not. It is 8 more if they scroll along x, and 16 more in a mirrored layout.'),
  ('lc', 'lc_band.hidden_until',
    'The bands after it are hidden up to this slot: the rest of a collapsed section, or what lies below its '
    || 'last item. NULL: it hides none.'),
  ('lc', 'lc_band.is_header', '1: it is the header of a collapsed section, and stands for all of its bands.'),
  ('lc', 'lc_sum.level', 'The level, from 1 up to that with the one node that sums up all.'),
  ('lc', 'lc_sum.node', 'The node, from 0. The slots before its first: `node << (4 * level)`.'),
  ('lc', 'lc_sum.sections', 'The number of bands that begin a section.'),
  ('lc', 'lc_sum.cross_length', 'Of this one and the next two, the greatest, not the sum.'),
  ('lc', 'lc_sum.summary', 'The summary of all of its bands together.'),
  ('lc', 'lc_sum.only_child',
    '0 … 15: the one child that sums up anything, if there is only one. Then the rest is NULL: in a new '
    || 'layout, of most rows.'),
  ('lc', 'lc_sum.length_1',
    'The length of its first child; and so on, of its first 15 children together. One row of each level '
    || 'tells the sums before a slot.'),
  ('lc', 'lc_sum.counts_1', 'The items × 2^31 + the sections of its first child, and so on.'),
  ('lc', 'lc_block.id', 'Its band''s id × 1048576 + its number in the band, from 0. Block 0 belongs to no band.'),
  ('lc', 'lc_block.first',
    'The index in the band of its first cell, or of its first element''s item; those after it count on. '
    || 'NULL: none. On a canvas, an item''s number in its section: see `lc_reordered`.'),
  ('lc', 'lc_block.shift', 'The unit of its frames: 1 / (1 << `shift`) points.'),
  ('lc', 'lc_block.detail_count', 'The number of its elements that differ: those in `lc_detail`.'),
  ('lc', 'lc_block.numbers',
    'The meaning of `number_0` … `number_15`. 0: unused; 1: each element''s `item_shift` × 2^31 + '
    || 'its index, in place of one that counts on from `first`; 2: its `item_shift`.'),
  ('lc', 'lc_block.z_index',
    'The z-index of its other elements, without what the layout adds for section and item (`z_stride`).'),
  ('lc', 'lc_block.element', 'The kind of its other elements, of `lc_element_kind`. NULL: cells.'),
  ('lc', 'lc_block.item_shift', 'See `lc_band.first_item_id`. NULL: no item.'),
  ('lc', 'lc_block.min_x',
    'The box around its elements, rounded outwards to whole points. It counts from the band''s origin, as '
    || 'frames do.'),
  ('lc', 'lc_detail.id', 'Its block''s id × 16 + its place in the block.'),
  ('lc', 'lc_detail.item', 'Its index in the band, or its item''s; NULL: none.'),
  ('lc', 'lc_element_kind.moves_with_cells', '1: in an orthogonal section it moves with the cells.'),
  ('lc', 'lc_section_element.is_of_content', '1: the extent is the whole content''s.'),
  ('lc', 'lc_section_element.section_id', 'Its section. 0: the whole content.'),
  ('lc', 'lc_section_element.edge',
    'The place in the section that `start` counts from. 0: the beginning; 1: the end; 2: the beginning, and it '
    || 'reaches to `reserve` before the end; 3: the middle.'),
  ('lc', 'lc_section_element.element', 'Its kind, of `lc_element_kind`.'),
  ('lc', 'lc_section_element.start', 'Its beginning along the scroll axis, with `length`; the others are across it.'),
  ('lc', 'lc_section_element.reserve', 'The space that a pinned element keeps free at the section''s other end.'),
  ('lc', 'lc_section_element.minimum', 'The length to which it shrinks while it pins; NULL: it keeps its length.'),
  ('lc', 'lc_section_element.pin_shift',
    'What is added to the distance that it keeps from the viewport''s edge (`pin_start`, `pin_end`).'),
  ('lc', 'lc_frozen_lines.top_start', 'The rows at the top, from the section''s beginning.'),
  ('lc', 'lc_frozen_lines.left_start', 'The columns at the left and at the right, in content coordinates.'),
  ('lc', 'lc_frozen_lines.bottom_start',
    'The rows at the bottom, from the section''s end. 0: that was not laid out yet.');
