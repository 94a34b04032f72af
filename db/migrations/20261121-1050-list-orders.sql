-- What an admin may search orders by: each word of the buyer and of the tool, from its beginning.
create function order_words(name text, email text, product_name text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector(
    'simple',
    translate(lower(name || ' ' || email || ' ' || product_name), '@.,-_+''/()&"', repeat(' ', 12))
  );
-- New orders wait in a short list of their own: placing one stays quick, and so does a search.
create index purchase_words on purchase using gin (order_words(name, email, product_name))
  with (gin_pending_list_limit = 256);

-- The orders of one state, in the order in which they came; purchase_unpaid is there already.
create index purchase_cancelling on purchase (id) where cancelling_at is not null;
create index purchase_paid on purchase (id) where transaction_id is not null;
