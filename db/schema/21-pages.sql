-- The legal pages, in Markdown, with every version that was saved: an order names the version of the
-- terms that it was placed under. A version without a text takes the page back.
create table legal_page (
  slug text not null check (slug in ('terms', 'privacy', 'imprint', 'shipping-and-returns')),
  version integer not null check (version > 0),
  body text not null,
  saved_at timestamptz not null default now(),
  -- The admin's e-mail.
  saved_by text not null,
  primary key (slug, version)
);
