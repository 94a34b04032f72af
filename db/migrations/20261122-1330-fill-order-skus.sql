-- While the shop is updated, a process of the version before may still place orders; it does not know
-- an order's SKU, which is the product's.
create function fill_purchase_sku() returns trigger language plpgsql as $$
begin
  select sku into new.sku from product where id = new.product_id;
  return new;
end $$;
create trigger purchase_sku before insert on purchase
  for each row when (new.sku is null) execute function fill_purchase_sku();
