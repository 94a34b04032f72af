-- A set of companies with the same prices. Users without a company have the prices of the default group.
create table customer_group (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 60),
  is_default boolean not null default false
);
create unique index customer_group_name on customer_group (lower(name));
create unique index customer_group_default on customer_group (is_default) where is_default;

-- Who buys together. Companies are never deleted, because their orders name them.
create table company (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  group_id uuid references customer_group,
  -- How the orders of its members are taxed, and what an exception is based on.
  tax_treatment text not null default 'standard'
    check (tax_treatment in ('standard', 'exempt', 'reverse-charge')),
  tax_reference text check (char_length(tax_reference) between 1 and 40),
  -- Its number in the seller's ERP.
  erp_number text unique check (char_length(erp_number) between 1 and 40),
  -- Postal addresses, the default one first.
  addresses jsonb not null default '[]'
    check (jsonb_typeof(addresses) = 'array' and jsonb_array_length(addresses) <= 20),
  version integer not null default 1,
  -- The company that has its members now. Its price lists apply to nobody any more.
  merged_into uuid references company check (merged_into <> id),
  check ((tax_treatment = 'standard') = (tax_reference is null))
);
create index company_name on company (lower(name), id);
create index company_group on company (group_id);

-- Who belongs to which company: a user to one at most.
create table company_member (
  account_id uuid primary key
    constraint company_member_of_open_account references open_account on delete cascade,
  company_id uuid not null references company
);
create index company_member_company on company_member (company_id);
alter table orders add foreign key (company_id) references company;
create index orders_company on orders (company_id, id) where company_id is not null;
