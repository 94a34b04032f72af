-- The reviews, one per user, shown with the user's name and image. Reviews of the demo have a name of
-- their own instead and cannot be edited. Ids are time-ordered, so sorting by id sorts by age.
create table review (
  id uuid primary key,
  account_id uuid unique
    constraint review_of_open_account references open_account on delete cascade,
  name text,
  ratings integer not null check (ratings between 1 and 5),
  review text not null check (char_length(review) between 20 and 150),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Why an admin has hidden it, which its author reads; null for a review that is shown.
  hidden_reason text,
  check ((account_id is null) = (name is not null))
);
create index review_shown on review (id) where hidden_reason is null;

-- The number of shown reviews, maintained by triggers: counting is too slow for a public page.
create table review_count (
  only_row boolean primary key default true check (only_row),
  written integer not null
);
insert into review_count (written) values (0);

-- Counts added, removed, hidden and shown reviews.
create function count_reviews() returns trigger language plpgsql as $$
begin
  update review_count set written = written
    + case when new.id is not null and new.hidden_reason is null then 1 else 0 end
    - case when old.id is not null and old.hidden_reason is null then 1 else 0 end;
  return null;
end
$$;
create trigger review_changed after insert or delete or update of hidden_reason on review
  for each row execute function count_reviews();
