-- What the owner writes for search engines instead of name and description; null where those stand.
alter table product
  add column page_title text check (char_length(page_title) between 1 and 70),
  add column page_description text check (char_length(page_description) between 1 and 200);
