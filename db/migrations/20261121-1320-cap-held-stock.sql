-- Until when an unpaid order keeps its stock, as its buyer was told.
alter table purchase add column held_until timestamptz;
update purchase set held_until = created_at + interval '72 hours';
alter table purchase
  alter column held_until set default now() + interval '72 hours',
  alter column held_until set not null;

-- What a buyer holds in unpaid orders, of one product too, and how many orders the buyer has placed
-- since the order with this (time-ordered) id. Orders of one buyer take turns here until their
-- transactions end, so that all of it is still true when the next one is written.
drop function count_unpaid_orders(uuid);
create function held_by(
  buyer uuid, wanted_product uuid, since uuid,
  out orders bigint, out cents bigint, out pieces bigint, out recent bigint
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid orders of ' || buyer, 0));
  select count(*), coalesce(sum(unit_price_cents::bigint * quantity), 0),
    coalesce(sum(quantity) filter (where product_id = wanted_product), 0)
  into orders, cents, pieces
  from purchase where account_id = buyer and status in ('unpaid', 'cancelling');
  select count(*) into recent from purchase where account_id = buyer and id >= since;
end
$$;

-- Actions of the audit are listed in the program alone.
alter table audit_entry drop constraint audit_entry_action_check;
alter table audit_entry add constraint audit_entry_action_check
  check (action ~ '^[a-z]+(-[a-z]+)*$');
