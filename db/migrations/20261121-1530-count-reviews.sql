-- How many reviews there are, kept up to date by triggers: counting hundreds of thousands takes too
-- long for a call that any visitor makes.
create table review_count (
  only_row boolean primary key default true check (only_row),
  written integer not null
);
insert into review_count (written) select count(*) from review;

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
