-- Content of single pages, such as the portfolio, in a shape that its page knows.
create table site_content (
  page text primary key,
  content jsonb not null
);
