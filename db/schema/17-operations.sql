-- Values that all machines of this database must agree on, one per row.
create table installation (
  name text primary key,
  value text not null
);

-- The progress of the invariant check, shared by all processes that run it in turn.
create table invariant_check (
  only_row boolean primary key default true check (only_row),
  -- Changes up to this stock movement and this moment have been checked.
  movement_id bigint not null default 0,
  changed_before timestamptz not null default '1970-01-01',
  checked_at timestamptz,
  seconds double precision not null default 0,
  -- The known violations, rechecked each time.
  violations jsonb not null default '[]'
);
insert into invariant_check default values;
