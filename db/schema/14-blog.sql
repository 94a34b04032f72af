-- The posts of the blog.
create table blog_post (
  id uuid primary key,
  slug text not null unique,
  title text not null,
  body text not null,
  author text not null,
  author_role text not null default '',
  image text not null,
  published_on date not null
);
create index blog_post_newest on blog_post (published_on desc, id);
