-- The texts of single pages, such as the portfolio; each page defines its format.
create table site_content (
  page text primary key,
  content jsonb not null,
  -- Counts the changes, so that an editor notices one made elsewhere.
  version integer not null default 1
);
