-- The reviews, one per user, shown with the user's name and image. Reviews of the demo have a name of
-- their own instead and cannot be edited. Ids are time-ordered, so sorting by id sorts by age.
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
create trigger review_of_open_account before insert on review
  for each row when (new.account_id is not null) execute function refuse_closed_account('account_id');

-- The number of reviews, maintained by triggers: counting is too slow for a public page.
create table review_count (
  only_row boolean primary key default true check (only_row),
  written integer not null
);
insert into review_count (written) values (0);

-- Counts added and removed reviews.
create function count_reviews() returns trigger language plpgsql as $$
begin
  update review_count set written = written + case tg_op when 'INSERT' then 1 else -1 end
    * (select count(*) from changed);
  return null;
end
$$;
create trigger review_added after insert on review
  referencing new table as changed for each statement execute function count_reviews();
create trigger review_removed after delete on review
  referencing old table as changed for each statement execute function count_reviews();
