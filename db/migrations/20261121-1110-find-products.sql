-- What an admin may search products by: each word of the name and of the description, from its
-- beginning.
create function product_words(name text, description text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', translate(lower(name || ' ' || description), '@.,-_+''/', '        '));
create index product_words on product using gin (product_words(name, description))
  where deleted_at is null;

-- The orders in which an admin may sort them; ids break ties.
create index product_by_name on product (name, id) where deleted_at is null;
create index product_by_price on product (unit_price_cents, id) where deleted_at is null;
create index product_by_quantity on product (quantity, id) where deleted_at is null;

-- How many are on sale, kept up to date by triggers: counting a million takes too long.
create table product_count (
  only_row boolean primary key default true check (only_row),
  listed integer not null
);
insert into product_count (listed) select count(*) from product where deleted_at is null;

create function count_products() returns trigger language plpgsql as $$
begin
  update product_count set listed = listed + case tg_op when 'INSERT' then 1 else -1 end
    * (select count(*) from changed where deleted_at is null);
  return null;
end
$$;
create trigger product_added after insert on product
  referencing new table as changed for each statement execute function count_products();
create trigger product_removed after delete on product
  referencing old table as changed for each statement execute function count_products();

-- Row by row, so that a sale, which changes no more than the quantity, never comes here.
create function count_relisted_product() returns trigger language plpgsql as $$
begin
  update product_count set listed = listed + case when new.deleted_at is null then 1 else -1 end;
  return null;
end
$$;
create trigger product_relisted after update of deleted_at on product
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function count_relisted_product();
