-- Orders of one buyer take turns at a lock of their own, no longer at the account's row, on which
-- each order's foreign keys have a share: that made a crowd of orders of one buyer slow.
create or replace function count_unpaid_orders(buyer uuid) returns integer language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unpaid orders of ' || buyer, 0));
  return (select count(*) from purchase where account_id = buyer and transaction_id is null);
end
$$;
