-- Prices that apply to everybody, to a customer group or to a company. A list that was used is ended, never
-- deleted.
create table price_list (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 80),
  group_id uuid references customer_group,
  company_id uuid references company,
  -- Whether it replaces all other prices of the products that it covers.
  is_contract boolean not null default false,
  -- From the beginning of one day to the end of another in the seller's time zone; null is open.
  valid_from timestamptz,
  valid_until timestamptz,
  -- Grows with every change of its rows, so that two admins never overwrite each other's.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- One text, so that the lists of a buyer are found by one index.
  audience text not null generated always as (
    case
      when company_id is not null then 'company ' || company_id
      when group_id is not null then 'group ' || group_id
      else 'everybody'
    end
  ) stored,
  check (num_nonnulls(group_id, company_id) <= 1),
  check (not is_contract or company_id is not null),
  constraint price_list_ends_after_its_start check (valid_until > valid_from)
);
create index price_list_audience on price_list (audience);

-- A price from a quantity on: of one product, of a category with what is below it, or of all products.
create table price_row (
  list_id uuid not null references price_list on delete cascade,
  product_id uuid references product,
  category text references category (slug),
  min_quantity integer not null check (min_quantity >= 1),
  -- The net price of one piece, or what is taken off the base price.
  unit_price_cents integer check (unit_price_cents > 0),
  percent_off numeric(5, 2) check (percent_off > 0 and percent_off < 100),
  -- What it names, as one text for the primary key.
  target text not null generated always as (
    case
      when product_id is not null then product_id::text
      when category is not null then 'in ' || category
      else 'all'
    end
  ) stored,
  primary key (list_id, target, min_quantity),
  check (num_nonnulls(product_id, category) <= 1),
  check (num_nonnulls(unit_price_cents, percent_off) = 1)
);
create index price_row_product on price_row (product_id) where product_id is not null;
create index price_row_category on price_row (category) where category is not null;
