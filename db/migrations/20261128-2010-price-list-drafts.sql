-- A price list applies to nobody until it is published (product 21.6).
alter table price_list add column published_at timestamptz;
-- The list that a copy follows, which ends when the copy that was published begins.
alter table price_list add column follows uuid references price_list;
update price_list set published_at = created_at;

-- Rows for a category or for all, among the many for single products.
create index price_row_wide on price_row (list_id, category) where product_id is null;
