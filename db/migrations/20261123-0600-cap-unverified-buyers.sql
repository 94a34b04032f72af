create index purchase_open_for on purchase (product_id) where status in ('unpaid', 'cancelling');

-- As before, and for batches with a buyer whose e-mail is not verified also what unpaid orders hold of
-- each product: all of them, and those of such buyers. Other batches do not pay for that sum.
create or replace function begin_orders(
  buyers uuid[], products uuid[], key_owners uuid[], keys text[], since uuid, most_wait_ms integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  has_unverified boolean;
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
  has_unverified := exists (
    select from account where id = any(buyers) and not email_verified
  );
  return json_build_object(
    'products', (
      select json_agg(json_build_object(
        'id', id, 'name', name, 'sku', sku, 'image', image, 'unitPrice', unit_price_cents,
        'minQuantity', min_quantity, 'quantity', quantity,
        'heldUnpaid', held.unpaid, 'heldByUnverified', held.by_unverified
      ))
      from product
      cross join lateral (
        select coalesce(sum(purchase.quantity), 0) as unpaid,
          coalesce(sum(purchase.quantity) filter (where not email_verified), 0) as by_unverified
        from purchase left join account on account.id = account_id
        where has_unverified and product_id = product.id and status in ('unpaid', 'cancelling')
      ) as held
      where id = any(products) and deleted_at is null
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
