-- The content of single pages, such as the portfolio, in the form that its page defines.
create table site_content (
  page text primary key,
  content jsonb not null
);
