-- What a save of a text of the site replaced, the last ten of each: an admin can bring one back.
create table text_version (
  id integer primary key generated always as identity,
  -- The id of a post, the name of a legal page, or of a page of `site_content`.
  text text not null,
  post_id uuid references blog_post on delete cascade check (post_id::text = text),
  -- As the API takes it.
  content jsonb not null,
  replaced_at timestamptz not null default now()
);
create index text_version_text on text_version (text, id);
create index text_version_post on text_version (post_id) where post_id is not null;
insert into text_version (text, content, replaced_at)
select slug, jsonb_build_object('body', body), replaced_at
from (
  select *, lead(saved_at) over (partition by slug order by version) as replaced_at from legal_page
) as page
where replaced_at is not null and body <> ''
order by replaced_at;
-- Headings have anchors: the next start renders the texts again.
update blog_post set rendered_version = null;
update legal_page set html = null;
-- For lists of users by name.
create index account_by_name on account ((lower(name collate "und-x-icu") collate "und-x-icu"), id) where closed_at is null;
