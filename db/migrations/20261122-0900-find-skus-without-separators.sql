-- A SKU as people type it, without its separators, so that one with a typing error is found.
create function sku_letters(sku text) returns text language sql immutable parallel safe
  return regexp_replace(lower(sku), '[^a-z0-9]', '', 'g');
create index product_sku_letters on product (sku_letters(sku)) where deleted_at is null;
