-- Tells whoever caches answers what changed: the name of a table whose rows came or went, or the id
-- of a row that shows something else than before. The shop's own connections are told by a notice
-- and pass it on after their commit: NOTIFY makes all transactions that use it commit one by one,
-- which orders could not bear. Any other connection notifies.
create function tell_of_change(name text) returns void language plpgsql as $$
begin
  if current_setting('application_name') = 'forgewell' then
    raise info using message = name, errcode = 'SHOP1';
  else
    perform pg_notify('shop_changes', name);
  end if;
end
$$;

create function tell_of_table() returns trigger language plpgsql as $$
begin
  perform tell_of_change(coalesce(tg_argv[0], tg_table_name));
  return null;
end
$$;
create trigger product_told after insert or delete or truncate on product
  for each statement execute function tell_of_table();
create trigger review_told after insert or update or delete or truncate on review
  for each statement execute function tell_of_table();
create trigger blog_post_told after insert or update or delete or truncate on blog_post
  for each statement execute function tell_of_table();
create trigger site_content_told after insert or update or delete or truncate on site_content
  for each statement execute function tell_of_table();
-- Reviews show the name and picture of whoever wrote them.
create trigger account_told after update of name, image on account
  for each row when (old.name is distinct from new.name or old.image is distinct from new.image)
  execute function tell_of_table('review');

-- A sale ends only the answers that show its product.
create function tell_of_product() returns trigger language plpgsql as $$
begin
  perform tell_of_change(case
    when (old.deleted_at is null) <> (new.deleted_at is null) then 'product'
    else new.id::text
  end);
  return null;
end
$$;
create trigger product_update_told after update on product
  for each row execute function tell_of_product();
