-- What an admin may search products by: each word of the name and of the description, from its
-- beginning.
create function product_words(name text, description text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', translate(lower(name || ' ' || description), '@.,-_+''/', '        '));
create index product_words on product using gin (product_words(name, description))
  where deleted_at is null;
