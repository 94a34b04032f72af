-- The buyer's own number of an order, as their purchasing department knows it.
alter table purchase add column po_number text check (char_length(po_number) between 1 and 40);

drop index purchase_words;
drop function order_words(text, text, text, text);
create function order_words(name text, email text, product_name text, sku text, po_number text)
  returns tsvector
  language sql immutable parallel safe
  return to_tsvector(
    'simple',
    translate(
      lower(name || ' ' || email || ' ' || product_name || ' ' || sku || ' ' || coalesce(po_number, '')),
      '@.,-_+''/()&"', repeat(' ', 12)
    )
  );
create index purchase_words on purchase
  using gin (order_words(name, email, product_name, sku, po_number))
  with (gin_pending_list_limit = 256);
