-- One review per account, shown under the account's own name and picture. Reviews of the demo
-- catalogue have no account behind them: they carry a name of their own, and nobody may edit them.
-- Ids are time-ordered, so the list's order is the order in which reviews were written.
create table review (
  id uuid primary key,
  account_id uuid unique references account on delete cascade,
  name text,
  ratings integer not null check (ratings between 1 and 5),
  review text not null check (char_length(review) between 20 and 150),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((account_id is null) = (name is not null))
);
