-- The encoding of a text that was chosen, because its letters would be broken.
alter table product_import add encoding text
  check (encoding in ('utf-8', 'windows-1252', 'cp850', 'macintosh', 'utf-8-twice'));
