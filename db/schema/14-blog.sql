-- The posts of the blog, in Markdown.
create table blog_post (
  id uuid primary key,
  title text not null,
  body text not null,
  author text not null,
  author_role text not null default '',
  -- Empty only in a draft.
  image text not null,
  -- From when visitors see it; null for a draft.
  published_at timestamptz,
  -- A deleted post can be restored for some weeks.
  deleted_at timestamptz,
  -- Counts the changes, so that an editor notices one made elsewhere.
  version integer not null default 1,
  check (published_at is null or (body <> '' and author <> '' and image <> ''))
);
create index blog_post_newest on blog_post (published_at desc, id);
