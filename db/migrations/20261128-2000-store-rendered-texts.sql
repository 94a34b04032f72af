-- What pages show of a post's Markdown, made when it is saved, and at a start where a row lacks it.
alter table blog_post
  add html text not null default '',
  add teaser text not null default '',
  add summary text not null default '',
  -- The version of which the three are; another one was saved by an earlier release.
  add rendered_version integer;
alter table legal_page
  -- What its page shows; null until it was made.
  add html text;
