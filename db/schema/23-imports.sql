-- Files of products that admins or programs send. Each is read, compared with the catalogue, then applied,
-- and may be undone.
create table product_import (
  id uuid primary key,
  created_at timestamptz not null default now(),
  -- Who sent it, as in audit_entry; `operator` without an account.
  account_id uuid,
  actor text not null,
  ip_address text,
  file_name text not null,
  -- Kept until it is read, so that another process can go on after a crash.
  file bytea,
  -- The sheet of a workbook that was chosen.
  sheet text,
  mode text not null check (mode in ('change-and-add', 'change', 'add')),
  makes_categories boolean not null,
  -- Chosen by hand: the field of each column name, and the decimal mark of each field.
  mapping jsonb not null default '{}',
  decimal_marks jsonb not null default '{}',
  -- Whether numbers without another sign have a decimal point.
  is_workbook boolean not null default false,
  -- The heading and first value of each column, the field that is read from it, and its decimal mark.
  columns jsonb not null default '[]',
  -- What was left out or must be chosen.
  notes jsonb not null default '[]',
  questions jsonb not null default '[]',
  status text not null default 'reading' check (status in (
    'reading', 'compared', 'applying', 'applied', 'cancelled', 'undoing', 'undone', 'refused')),
  -- Why the file can't be read.
  problem text,
  -- The rows in each state, and those that were applied or undone so far.
  counts jsonb not null default '{"new": 0, "changed": 0, "unchanged": 0, "refused": 0}',
  done integer not null default 0,
  -- Those of which something changed since the comparison, or since they were applied.
  stale integer not null default 0,
  -- When the current step began: imports wait for earlier ones.
  started_at timestamptz not null default now(),
  finished_at timestamptz
);
create index product_import_open on product_import (started_at)
  where status in ('reading', 'applying', 'undoing');
create index product_import_created on product_import (created_at);

-- The names of uploaded images, in lower case, by which files of products name them.
create table image_name (
  name text primary key,
  url text not null,
  -- Of its upload or the latest comparison that found it; unused ones are deleted.
  used_at timestamptz not null default now()
);
create index image_name_used on image_name (used_at);

-- The rows of an import below its headings, with what they change.
create table product_import_row (
  import_id uuid not null references product_import on delete cascade,
  -- The number of the row in the file.
  position integer not null,
  cells jsonb not null,
  -- What is wrong with the row as a whole, such as merged cells.
  problem text,
  sku text,
  -- Null until the row is compared.
  state text check (state in ('new', 'changed', 'unchanged', 'refused')),
  product_id uuid,
  -- Whether a deleted product is put on sale again.
  restores boolean not null default false,
  -- The fields with the values before and after, and whether each was applied, was stale or was undone.
  changes jsonb not null default '[]',
  reasons jsonb not null default '[]',
  -- Whether the row was applied, or refused while it was applied.
  is_done boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (import_id, position)
);
create index product_import_row_by_state on product_import_row (import_id, state, position);
create index product_import_row_by_sku on product_import_row (import_id, sku);
create index product_import_row_created on product_import_row (created_at);
