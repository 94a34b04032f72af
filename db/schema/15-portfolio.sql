-- The content of single pages, such as the portfolio, in the form that its page defines.
create table site_content (
  page text primary key,
  content jsonb not null
);
create trigger site_content_told after insert or update or delete or truncate on site_content
  for each statement execute function tell_of_table();
