-- The layouts that were made of another one, for another size of its view.

-- The layout whose definition it has for another size of the view. NULL: it is your own.
ALTER TABLE layout ADD COLUMN base TEXT;

-- Earlier versions knew them by their names and measures, as in `wall@640x320`.
UPDATE layout SET base = (
  SELECT b.name FROM layout AS b, (SELECT '@' || rtrim(rtrim(layout.container_width, '0'), '.')
    || 'x' || rtrim(rtrim(layout.container_height, '0'), '.') AS text) AS size
  WHERE layout.name = b.name || size.text AND layout.measure = coalesce(b.measure, b.name) || size.text
    AND layout.dataset_id = b.dataset_id AND layout.definition = b.definition);
