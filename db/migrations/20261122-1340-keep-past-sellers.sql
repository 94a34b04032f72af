-- The sellers of before, so that the confirmation of an order names the one who confirmed it.
create table past_seller (
  replaced_at timestamptz primary key,
  details jsonb not null
);

create function keep_past_seller() returns trigger language plpgsql as $$
begin
  insert into past_seller values (clock_timestamp(), old.details);
  return null;
end
$$;
create trigger seller_kept after update on seller
  for each row execute function keep_past_seller();

-- The seller as of a moment.
create function seller_at(moment timestamptz) returns jsonb language sql stable
  return coalesce(
    (select details from past_seller where replaced_at > moment order by replaced_at limit 1),
    (select details from seller)
  );
