-- Addresses of an earlier web site, and the pages of this one that took their place.
create table redirect (
  -- In lower case, without a slash at the end; with its query, if it has one.
  path text primary key check (path ~ '^/.' and length(path) <= 2000),
  target text not null check (target ~ '^/([^/\\]|$)' and length(target) <= 2000)
);
