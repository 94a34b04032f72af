-- Who takes the next turn of work that one process at a time does: the first to ask when it is due.
create table worker_turn (
  worker text primary key,
  next_turn_at timestamptz not null
);

-- The unpaid orders, which are few beside the paid ones.
create index purchase_unpaid on purchase (id) where transaction_id is null;
create index purchase_unpaid_of on purchase (account_id) where transaction_id is null;

-- How many unpaid orders a buyer has. Orders of one buyer take turns here until their transactions
-- end, so that the count is still true when the next one is written.
create function count_unpaid_orders(buyer uuid) returns integer language plpgsql as $$
begin
  perform from account where id = buyer for no key update;
  return (select count(*) from purchase where account_id = buyer and transaction_id is null);
end
$$;
