-- One review per user. Reviews of the demo catalogue have no account behind them.
create table review (
  id uuid primary key,
  account_id uuid unique references account on delete cascade,
  email text not null unique,
  name text not null,
  ratings integer not null check (ratings between 1 and 5),
  review text not null check (char_length(review) between 20 and 150),
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index review_newest on review (created_at desc, id);
