-- The newest orders of a product are read for its page; the same index serves its foreign key.
create index purchase_product_newest on purchase (product_id, id);
drop index purchase_product;

-- A product that moves ends the answers that list either category, not only those that show it.
create or replace function tell_of_product() returns trigger language plpgsql as $$
begin
  perform tell_of_change(case
    when (old.deleted_at is null) <> (new.deleted_at is null)
      or old.category is distinct from new.category then 'product'
    else new.id::text
  end);
  return null;
end
$$;
