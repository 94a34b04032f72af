-- The content of single pages, such as the portfolio; each page defines its format.
create table site_content (
  page text primary key,
  content jsonb not null
);
