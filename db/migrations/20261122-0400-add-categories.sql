-- Categories are a tree two levels deep; a slug names one in addresses and never changes.
create table category (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  parent text references category (slug),
  name text not null check (length(name) between 1 and 60),
  position integer not null default 0,
  check (parent <> slug)
);
create index category_by_parent on category (parent);

create function check_category_depth() returns trigger language plpgsql as $$
begin
  if new.parent is null then return new; end if;
  -- Two changes at once could each look right and make a third level together.
  perform pg_advisory_xact_lock(hashtext('category tree'));
  if exists (select from category where slug = new.parent and parent is not null)
    or exists (select from category where parent = new.slug) then
    raise check_violation using message = 'Categories are two levels deep', constraint = 'category_depth';
  end if;
  return new;
end
$$;
create trigger category_depth before insert or update of parent on category
  for each row execute function check_category_depth();

-- What the products of a category are described by. A key names it in addresses and in the products.
create table specification (
  category text not null references category (slug) on delete cascade,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 40),
  name text not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('number', 'text', 'choice')),
  unit text check (length(unit) between 1 and 20),
  choices text[],
  position integer not null default 0,
  primary key (category, key),
  check ((kind = 'choice') = (choices is not null)),
  check (unit is null or kind = 'number')
);

alter table product add column category text references category (slug);
-- Values by the key of the specification: numbers for kind number, else texts.
alter table product add column specifications jsonb not null default '{}'
  check (jsonb_typeof(specifications) = 'object' and length(specifications::text) <= 4000);
create index product_by_category on product (category, id) where deleted_at is null;

create trigger category_told after insert or update or delete or truncate on category
  for each statement execute function tell_of_table('category');
create trigger specification_told after insert or update or delete or truncate on specification
  for each statement execute function tell_of_table('category');
