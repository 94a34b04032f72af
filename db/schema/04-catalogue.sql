-- Sorts names as a person does: 6 mm before 10 mm.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

-- The categories, a tree of two levels. A slug names a category in URLs and never changes.
create table category (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  parent text references category (slug),
  name text collate natural_order not null check (length(name) between 1 and 60),
  position integer not null default 0,
  check (parent <> slug)
);
create index category_by_parent on category (parent);

-- Refuses a third level of categories.
create function check_category_depth() returns trigger language plpgsql as $$
begin
  if new.parent is null then return new; end if;
  -- Two concurrent changes could each be valid and together create a third level.
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

-- The properties that describe the products of a category. A key names one in URLs and in the products.
create table specification (
  category text not null references category (slug) on delete cascade,
  key text not null check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(key) <= 40),
  name text collate natural_order not null check (length(name) between 1 and 60),
  kind text not null check (kind in ('number', 'text', 'choice')),
  unit text check (length(unit) between 1 and 20),
  choices text[],
  position integer not null default 0,
  primary key (category, key),
  check ((kind = 'choice') = (choices is not null)),
  check (unit is null or kind = 'number')
);

create sequence product_sku start 10001;

-- Whether a text is a GTIN of 8, 12, 13 or 14 digits with the right check digit: from the right, every
-- second digit counts three times, and the sum is a multiple of ten.
create function is_gtin(given text) returns boolean language sql immutable parallel safe
  return case when given ~ '^([0-9]{8}|[0-9]{12,14})$' then (
    select sum(digit::integer * case when place % 2 = 1 then 3 else 1 end) % 10 = 0
    from string_to_table(lpad(given, 14, '0'), null) with ordinality as digits (digit, place)
  ) else false end;

-- The products. Ids are time-ordered, so a list by id shows products in the order they were added.
create table product (
  id uuid primary key,
  name text collate natural_order not null check (name <> ''),
  description text not null,
  unit_price_cents integer not null check (unit_price_cents > 0),
  -- The stock on hand: always the sum of the product's stock movements.
  quantity integer not null check (quantity >= 0),
  min_quantity integer not null check (min_quantity >= 1),
  image text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Unique among all products, including deleted ones; upper case, so that SKUs never differ only in
  -- case.
  sku text not null default 'P-' || nextval('product_sku')
    constraint product_sku_form check (sku ~ '^[A-Z0-9./-]{1,40}$'),
  category text references category (slug),
  -- The tool of which it is one size, and that size as it is printed: 'Combination Wrench', '13 mm'.
  family text collate natural_order check (char_length(family) between 1 and 80),
  size text collate natural_order check (char_length(size) between 1 and 40),
  -- Where it is in the warehouse; only admins see it.
  bin text check (char_length(bin) between 1 and 20),
  -- The number of its barcode, as it is printed; unique, deleted products included.
  gtin text constraint product_gtin_form check (gtin is null or is_gtin(gtin)),
  -- Of one piece with its packaging, in grams.
  weight integer check (weight between 1 and 1000000),
  -- Values by the key of the specification: numbers for the kind number, texts for the others.
  specifications jsonb not null default '{}'
    check (jsonb_typeof(specifications) = 'object' and length(specifications::text) <= 4000),
  -- The stock in doubling steps: 0, 1, 2-3, 4-7 … Sorting by level, then quantity, equals sorting by
  -- quantity. An index on the quantity itself would make every sale update all indexes of the product.
  stock_level smallint not null generated always as (
    ceil(ln(greatest(quantity, 0) + 1.0::double precision) / ln(2.0::double precision))::smallint
  ) stored
-- Leaves space on each page, so that updates of the quantity stay on it (HOT).
) with (fillfactor = 85);

create unique index product_sku_unique on product (sku);
-- Padded, because a scanner may read 12 digits as 13 with a zero.
create unique index product_gtin_unique on product (lpad(gtin, 14, '0'));
create index product_listed on product (id) where deleted_at is null;
create index product_by_stock_level on product (stock_level, id) where deleted_at is null;
create index product_by_category on product (category, id) where deleted_at is null;
create index product_by_family on product (family) where family is not null and deleted_at is null;

-- Further images of a product, by position. Lists and orders read product without them.
create table product_image (
  product_id uuid not null references product on delete cascade,
  position smallint not null check (position between 0 and 7),
  image text not null,
  primary key (product_id, position),
  unique (product_id, image)
);

-- The PDF files of a product, by position.
create table product_document (
  product_id uuid not null references product on delete cascade,
  position smallint not null check (position between 0 and 9),
  title text not null check (length(title) between 1 and 80),
  url text not null check (url ~ '^/media/documents/[0-9a-f]{32}\.pdf$'),
  bytes integer not null check (bytes > 0),
  primary key (product_id, position),
  unique (product_id, url)
);

-- The number of products on sale per category, maintained by triggers: counting a million rows is too
-- slow.
create table product_count (
  -- '' without one.
  category text primary key,
  listed integer not null
);

-- Counts products that enter or leave a category. Row-level, so that sales never run it.
create function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into product_count as counted
    select coalesce(category, ''), sum(delta) from (values
      (old.category, case when old.deleted_at is null then -1 else 0 end),
      (new.category, case when new.deleted_at is null then 1 else 0 end)
    ) moved (category, delta) group by 1 order by 1
    on conflict (category) do update set listed = counted.listed + excluded.listed;
  else
    insert into product_count as counted
    select coalesce(category, ''), count(*) * case tg_op when 'INSERT' then 1 else -1 end
    from changed where deleted_at is null group by 1 order by 1
    on conflict (category) do update set listed = counted.listed + excluded.listed;
  end if;
  return null;
end
$$;
create trigger product_added after insert on product
  referencing new table as changed for each statement execute function count_products();
create trigger product_removed after delete on product
  referencing old table as changed for each statement execute function count_products();
create trigger product_moved after update of category, deleted_at on product
  for each row when (
    (old.category, old.deleted_at is null) is distinct from (new.category, new.deleted_at is null)
  ) execute function count_products();
