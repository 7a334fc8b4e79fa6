-- The next item that sticks to one edge is found by one descent, however many stick to the other.

DROP INDEX item_sticky;
DROP INDEX item_sticky_level;
CREATE INDEX item_sticky ON item (coalesce(sticky_edge, 'start'), section_id, position)
  WHERE sticky_level IS NOT NULL;
CREATE INDEX item_sticky_level ON item (sticky_level, coalesce(sticky_edge, 'start'), section_id, position)
  WHERE sticky_level IS NOT NULL;
