-- What the owner has set of the shop's brand. Null where the settings or the defaults hold.
create table brand (
  only_row boolean primary key default true check (only_row),
  name text check (name <> ''),
  contact_email text,
  -- URLs of stored images: on light and on dark ground, and of link previews.
  logo text,
  dark_logo text,
  link_image text,
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  dark_accent text check (dark_accent ~ '^#[0-9a-f]{6}$'),
  -- Counts the changes, so that an editor notices one made elsewhere.
  version integer not null default 1
);
insert into brand default values;
