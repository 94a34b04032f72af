-- What a product's page says below its facts, in Markdown; lists and orders read product without it.
alter table product add long_text text check (char_length(long_text) between 1 and 10000);
-- Rendered when it is saved, because parsing it takes longer than the rest of the page.
alter table product add long_text_html text check ((long_text is null) = (long_text_html is null));

-- What a search finds a product by besides its name: its description and its long text without the targets of
-- links.
create function searched_text(description text, long_text text) returns text
  language sql immutable parallel safe
  return concat_ws(' | ', description, regexp_replace(long_text, '\]\([^)]*\)', ']', 'g'));

-- As before, with the words of long texts.
create or replace function copy_to_search(changed product[]) returns void language sql as $$
  delete from product_search
  where product_id in (select id from unnest(changed) where deleted_at is not null);
  with written as (
    insert into product_search
    select id, category, name, unit_price_cents, min_quantity, quantity >= min_quantity,
      search_facets(specifications),
      search_document(sku, name, searched_text(description, long_text), category, specifications,
        unit_price_cents),
      regexp_replace(lower(sku), '[^a-z0-9]', '', 'g'), array_to_string(search_terms(name), ' '),
      coalesce(family, name), size_order(coalesce(size, ''))
    from unnest(changed) where deleted_at is null
    on conflict (product_id) do update set category = excluded.category, name = excluded.name,
      unit_price_cents = excluded.unit_price_cents, min_quantity = excluded.min_quantity,
      orderable = excluded.orderable, facets = excluded.facets, words = excluded.words,
      sku_letters = excluded.sku_letters, name_terms = excluded.name_terms,
      family = excluded.family, size_order = excluded.size_order
    returning words
  )
  insert into search_word
  select distinct word, 'product' from written, unnest(tsvector_to_array(words)) word
  where word !~ '[0-9!-/:-@\[-`{-~]' and length(word) between 3 and 40
  order by word
  on conflict do nothing;
$$;

-- As before, with the words of long texts.
create or replace function update_product_search() returns trigger language plpgsql as $$
declare
  collected constant text := coalesce(current_setting('shop.search_later', true), '');
begin
  if tg_table_name = 'specification' then
    -- Only the words, because sales go on meanwhile and write the other columns.
    update product_search set words = search_document(product.sku, product.name,
      searched_text(product.description, product.long_text), product.category, product.specifications,
      product.unit_price_cents)
    from product where product.id = product_search.product_id
      and product.category = new.category and product.specifications ? new.key;
  elsif tg_op = 'INSERT' then
    perform copy_to_search(array(select added::product from added));
  elsif (old.sku, old.name, old.description, old.long_text, old.category, old.specifications, old.family,
      old.size, old.deleted_at, old.specifications ? 'price')
    is not distinct from (new.sku, new.name, new.description, new.long_text, new.category,
      new.specifications, new.family, new.size, new.deleted_at, false) then
    update product_search set unit_price_cents = new.unit_price_cents,
      min_quantity = new.min_quantity, orderable = new.quantity >= new.min_quantity,
      words = ts_delete(words, search_bins('price', old.unit_price_cents / 100.0))
        || array_to_tsvector(search_bins('price', new.unit_price_cents / 100.0))
    where product_id = new.id;
  elsif collected = '' then
    perform copy_to_search(array[new]);
  else
    perform set_config('shop.search_later', collected || new.id || ',', true);
  end if;
  return null;
end
$$;

drop trigger product_search_changed on product;
create trigger product_search_changed
  after update of sku, name, description, long_text, category, specifications, unit_price_cents,
    min_quantity, family, size, deleted_at on product
  for each row when (
    (old.sku, old.name, old.description, old.long_text, old.category, old.specifications,
      old.unit_price_cents, old.min_quantity, old.family, old.size, old.deleted_at)
    is distinct from
    (new.sku, new.name, new.description, new.long_text, new.category, new.specifications,
      new.unit_price_cents, new.min_quantity, new.family, new.size, new.deleted_at)
  )
  execute function update_product_search();
