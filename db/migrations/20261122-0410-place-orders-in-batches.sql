-- The orders of one list, which were placed together or not at all.
alter table purchase add column batch_id uuid;

-- Locks the buyers and products of some orders, each kind in one order, so that concurrent batches
-- wait for each other and never deadlock. Then returns what the rules need, read after the locks:
-- the products on sale, the buyers with what they hold unpaid (of which product, in how many
-- placements, a list being one) and how often they ordered since the order with the (time-ordered)
-- id, and the stored responses of the keys. The locks last until the transaction ends.
-- A batch gives up its wait for a lock after `most_wait_ms`, if that is not 0.
create function begin_orders(
  buyers uuid[], products uuid[], key_owners uuid[], keys text[], since uuid, most_wait_ms integer
) returns json language plpgsql as $$
begin
  if most_wait_ms > 0 then
    perform set_config('lock_timeout', most_wait_ms::text, true);
  end if;
  perform pg_advisory_xact_lock(lock_id) from (
    select distinct hashtextextended('unpaid orders of ' || buyer, 0) as lock_id
    from unnest(buyers) as buyer order by lock_id
  ) as in_order;
  perform from product where id = any(products) and deleted_at is null order by id
  for no key update;
  return json_build_object(
    'products', (
      select json_agg(json_build_object(
        'id', id, 'name', name, 'sku', sku, 'image', image, 'unitPrice', unit_price_cents,
        'minQuantity', min_quantity, 'quantity', quantity
      )) from product where id = any(products) and deleted_at is null
    ),
    'buyers', (
      select json_agg(json_build_object(
        'id', account.id, 'emailProven', email_verified, 'orders', open.orders,
        'placements', open.placements, 'cents', open.cents, 'pieces', of_products.pieces,
        'recent', recent.placements
      ))
      from account
      cross join lateral (
        select count(*) as orders, count(distinct coalesce(batch_id, id)) as placements,
          coalesce(sum(unit_price_cents::bigint * quantity), 0) as cents
        from purchase where account_id = account.id and status in ('unpaid', 'cancelling')
      ) as open
      cross join lateral (
        select json_object_agg(product_id, held) as pieces from (
          select product_id, sum(quantity) as held
          from purchase where account_id = account.id and status in ('unpaid', 'cancelling')
          group by product_id
        ) as by_product
        where product_id = any(products)
      ) as of_products
      cross join lateral (
        select count(distinct coalesce(batch_id, id)) as placements
        from purchase where account_id = account.id and id >= since
      ) as recent
      where account.id = any(buyers)
    ),
    'answers', (
      select json_agg(json_build_object(
        'owner', account_id, 'key', key, 'hash', request_hash, 'answer', answer
      ))
      from idempotency_key
      where (account_id, key) in (select * from unnest(key_owners, keys))
    )
  );
end
$$;
