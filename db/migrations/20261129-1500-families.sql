-- The tools of which products are sizes. A product names its family; whoever writes a product adds the family
-- that it names, and a family's new name reaches its products.
create table family (
  id uuid primary key,
  name text collate natural_order not null unique check (char_length(name) between 1 and 80),
  -- Names it in URLs; a former one is a redirect.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 90),
  -- In Markdown and rendered, as those of products.
  long_text text check (char_length(long_text) between 1 and 10000),
  long_text_html text check ((long_text is null) = (long_text_html is null)),
  image text,
  drawing text,
  -- Among the families of a category; without one it follows those that have one, by name.
  position smallint check (position between 1 and 999),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
comment on column family.drawing is 'An image with dimensions';

-- The families that products have named so far, deleted ones too.
with named as (
  select family as name, min(created_at) as created_at,
    coalesce(nullif(trim('-' from left(regexp_replace(regexp_replace(
      lower(normalize(family, NFKD) collate "und-x-icu"),
      '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g'), 80)), ''), 'tool') as slug
  from product where family is not null group by family
), numbered as (
  select *, row_number() over (partition by slug order by created_at, name) as nr from named
)
insert into family (id, name, slug, created_at)
select gen_random_uuid(), name,
  case when nr = 1 then slug
    -- Unless another name ends with that number, as Pliers 2 does.
    when slug || '-' || nr not in (select slug from numbered) then slug || '-' || nr
    else slug || '-' || left(md5(name), 8) end,
  created_at
from numbered;

alter table product add constraint product_family_exists
  foreign key (family) references family (name) on update cascade;
-- With deleted products, which a new name reaches too.
drop index product_by_family;
create index product_by_family on product (family) where family is not null;

-- Places families that have a position before others.
create function place_family() returns trigger language plpgsql as $$
begin
  new.family := concat(
    (select ' ' || position || ' ' from family where name = new.family), new.family);
  return new;
end
$$;
create trigger family_placed before insert or update of family on product_search
  for each row execute function place_family();
comment on column product_search.family is
  'By what it is sorted: its family, or its name without one, after a space and the position of a family that has one';

-- A former address of a page of this shop; a file of addresses leaves it.
alter table redirect add column is_renamed boolean not null default false;
