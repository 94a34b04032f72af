-- What the machines that serve this database must agree on, one fact a row.
create table installation (
  name text primary key,
  value text not null
);
