-- A sale changes the quantity alone. An index on it made every sale write all indexes of the
-- product; without one, the update stays within its page (HOT).
drop index product_by_quantity;
-- Room for the next versions of the products of a page.
alter table product set (fillfactor = 85);

-- The stock in steps that double: 0, 1, 2-3, 4-7 … Sorting by it and then by the quantity sorts by
-- the quantity, and a sale rarely changes it.
alter table product add column stock_level smallint not null generated always as (
  ceil(ln(greatest(quantity, 0) + 1.0::double precision) / ln(2.0::double precision))::smallint
) stored;
create index product_by_stock_level on product (stock_level, id) where deleted_at is null;
