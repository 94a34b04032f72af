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
  -- Why an admin has hidden it, which its author reads; null for a review that is shown.
  hidden_reason text,
  check ((account_id is null) = (name is not null))
);
create trigger review_of_open_account before insert on review
  for each row when (new.account_id is not null) execute function refuse_closed_account('account_id');

create index review_shown on review (id) where hidden_reason is null;

-- The number of shown reviews, maintained by triggers: counting is too slow for a public page.
create table review_count (
  only_row boolean primary key default true check (only_row),
  written integer not null
);
insert into review_count (written) values (0);

-- Counts added, removed, hidden and shown reviews.
create function count_reviews() returns trigger language plpgsql as $$
declare
  difference integer := 0;
begin
  if tg_op <> 'DELETE' then
    difference := difference + (select count(*) from added where hidden_reason is null);
  end if;
  if tg_op <> 'INSERT' then
    difference := difference - (select count(*) from removed where hidden_reason is null);
  end if;
  if difference <> 0 then
    update review_count set written = written + difference;
  end if;
  return null;
end
$$;
create trigger review_added after insert on review
  referencing new table as added for each statement execute function count_reviews();
create trigger review_changed after update on review
  referencing old table as removed new table as added for each statement execute function count_reviews();
create trigger review_removed after delete on review
  referencing old table as removed for each statement execute function count_reviews();
