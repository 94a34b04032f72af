-- A copy of each product on sale for searches and sorted lists. Sales update neither it nor its indexes.
create table product_search (
  product_id uuid primary key references product on delete cascade,
  category text,
  name text collate natural_order not null,
  unit_price_cents integer not null,
  min_quantity integer not null,
  -- Whether the stock suffices for the smallest order; few sales change it.
  orderable boolean not null,
  -- 'material=CrV steel' of texts and 'jaw-width#13' of numbers.
  facets text[] not null,
  -- Words; ~words of the name; !n for a name of n words, 9 for more; @category; =key:value and #key:bin
  -- of specifications and price.
  words tsvector not null,
  -- The SKU in lower case without separators, and the terms of the name, to match any spelling of
  -- either.
  sku_letters text not null,
  name_terms text not null,
  -- The family, or the name of a product without one, and the order of its size.
  family text collate natural_order not null,
  size_order numeric not null
);
create index product_search_words on product_search using gin (words)
  with (gin_pending_list_limit = 256);
create index product_search_by_name on product_search (name, product_id);
create index product_search_by_price on product_search (unit_price_cents, product_id);
create index product_search_by_minimum on product_search (min_quantity, product_id);
create index product_search_by_family
  on product_search (category, family, size_order, product_id);
create index product_search_by_category_price
  on product_search (category, unit_price_cents, product_id);
create index product_search_by_sku on product_search (sku_letters);
create index product_search_by_name_terms on product_search using hash (name_terms);
-- For the admin's count of products whose stock does not suffice for the smallest order.
create index product_search_low on product_search (product_id) where not orderable;

-- The facets of a product, in the form of product_search.facets.
create function search_facets(specifications jsonb) returns text[]
  language sql immutable parallel safe
  return array(
    select key || case jsonb_typeof(value)
      when 'number' then '#' || trim_scale((value #>> '{}')::numeric)
      else '=' || left(value #>> '{}', 200) end
    from jsonb_each(specifications)
  );

-- The words of a product, in the form of product_search.words.
create function search_document(
  sku text, name text, description text, product_category text, specifications jsonb, cents integer
) returns tsvector language plpgsql stable as $$
declare
  of_name text[] := search_terms(name, is_document => true);
  described text;
  filters text[];
begin
  -- One text, because extracting terms takes most of the time; the bars separate sizes.
  select coalesce(string_agg(concat_ws(' ', value #>> '{}', s.unit), ' | '), ''),
    coalesce(array_agg('=' || each.key || ':' || case jsonb_typeof(value)
      when 'number' then trim_scale((value #>> '{}')::numeric)::text
      else left(value #>> '{}', 200) end), '{}')
  into described, filters
  from jsonb_each(specifications) each
  left join specification s on s.category = product_category and s.key = each.key;
  return array_to_tsvector(array(
    select distinct word from unnest(
      of_name || array(select '~' || word from unnest(of_name) word)
      || search_terms(description || ' | ' || described, is_document => true) || filters
      || ('!' || least(9, cardinality(string_to_array(name, ' '))))
      || lower(sku) || regexp_replace(lower(sku), '[./-]', '', 'g')
      || search_terms(sku, is_document => true)
      || search_bins('price', cents / 100.0) || ('@' || product_category)
      || array(
        select bin from jsonb_each(specifications) each,
          unnest(search_bins(each.key, (value #>> '{}')::numeric)) bin
        where jsonb_typeof(value) = 'number'
      )
    ) word where word <> ''
  ));
end
$$;

-- The words of product texts, and those of categories and synonyms, for correcting misspelled searches.
-- Words of deleted products stay; they are harmless.
create table search_word (
  word text not null check (length(word) between 3 and 40),
  source text not null check (source in ('product', 'vocabulary')),
  primary key (word, source)
);
create index search_word_near on search_word using gist (word gist_trgm_ops);
create index search_word_prefix on search_word (word text_pattern_ops);

-- Copies products to product_search: new and changed ones, and those with a specification whose unit has
-- changed, because sizes are indexed with their unit.
create function update_product_search() returns trigger language plpgsql as $$
declare
  changed product[];
begin
  if tg_table_name = 'specification' then
    -- Only the words, because sales go on meanwhile and write the other columns.
    update product_search set words = search_document(product.sku, product.name, product.description,
      product.category, product.specifications, product.unit_price_cents)
    from product where product.id = product_search.product_id
      and product.category = new.category and product.specifications ? new.key;
    return null;
  end if;
  if tg_op = 'INSERT' then
    changed := array(select added::product from added);
  else
    changed := array[new];
  end if;
  delete from product_search
  where product_id in (select id from unnest(changed) where deleted_at is not null);
  with written as (
    insert into product_search
    select id, category, name, unit_price_cents, min_quantity, quantity >= min_quantity,
      search_facets(specifications),
      search_document(sku, name, description, category, specifications, unit_price_cents),
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
  return null;
end
$$;
create trigger product_searched after insert on product
  referencing new table as added for each statement execute function update_product_search();
create trigger product_search_changed
  after update of sku, name, description, category, specifications, unit_price_cents, min_quantity,
    family, size, deleted_at on product
  for each row when (
    (old.sku, old.name, old.description, old.category, old.specifications, old.unit_price_cents,
      old.min_quantity, old.family, old.size, old.deleted_at)
    is distinct from
    (new.sku, new.name, new.description, new.category, new.specifications, new.unit_price_cents,
      new.min_quantity, new.family, new.size, new.deleted_at)
  )
  execute function update_product_search();
create trigger specification_unit_changed after insert or update of unit on specification
  for each row when (new.unit is not null) execute function update_product_search();

-- Updates whether a product can be ordered after its stock has changed.
create function change_orderable() returns trigger language plpgsql as $$
begin
  update product_search set orderable = new.quantity >= new.min_quantity where product_id = new.id;
  return null;
end
$$;
create trigger product_orderable_changed after update of quantity on product
  for each row when ((old.quantity >= old.min_quantity) <> (new.quantity >= new.min_quantity))
  execute function change_orderable();

-- Words that mean the same in a search.
create table synonym (
  id uuid primary key default gen_random_uuid(),
  terms text[] not null check (array_length(terms, 1) between 2 and 20)
);

-- Copies the words of categories and synonyms to search_word, whose index finds the nearest of any number.
create function update_vocabulary_words() returns trigger language plpgsql as $$
begin
  with known as materialized (
    select distinct word from (
      select unnest(terms) from synonym union all select name from category
    ) given (text), unnest(search_terms(text)) word
    where word !~ '[0-9!-/:-@\[-`{-~]' and length(word) between 3 and 40
  ), gone as (
    delete from search_word where source = 'vocabulary' and word not in (select word from known)
  )
  insert into search_word select word, 'vocabulary' from known order by word on conflict do nothing;
  return null;
end
$$;
create trigger synonyms_changed after insert or update or delete on synonym
  for each statement execute function update_vocabulary_words();
create trigger category_names_changed after insert or update of name or delete on category
  for each statement execute function update_vocabulary_words();

insert into synonym (terms) values
  ('{wrench,spanner}'), ('{adjustable wrench,crescent wrench,shifter}'), ('{pliers,nippers}'),
  ('{hex key,allen key,allen wrench,inbus}'), ('{screwdriver,turnscrew}'), ('{hammer,mallet}'),
  ('{drill bit,twist drill}'), ('{box cutter,utility knife,stanley knife}'), ('{vise,vice}'),
  ('{clamp,cramp}'), ('{caliper,calliper,vernier}'), ('{gauge,gage}'), ('{metre,meter}'),
  ('{tape measure,measuring tape}'), ('{spirit level,bubble level,water level}'),
  ('{square,try square,set square}'), ('{torch,flashlight}'), ('{saw blade,sawblade}'),
  ('{chisel,cold chisel}'), ('{file,rasp}'), ('{grinding wheel,grindstone}'),
  ('{cutting disc,cut-off wheel}'), ('{socket,nut socket}'), ('{ratchet,ratchet handle}'),
  ('{gloves,work gloves}'), ('{goggles,safety glasses,eye protection}'),
  ('{ear defenders,ear muffs,hearing protection}'), ('{hard hat,safety helmet}'),
  ('{aluminium,aluminum}'), ('{grey,gray}'), ('{stainless,inox}'), ('{galvanised,galvanized}'),
  ('{crv,chrome vanadium}'), ('{hss,high speed steel}'), ('{tap,thread cutter}'),
  ('{punch,drift}'), ('{pry bar,crowbar,wrecking bar}'), ('{bolt cutter,bolt cropper}');

-- The searches without results, per day, without user data.
create table search_miss (
  day date not null,
  query text not null check (length(query) between 1 and 200),
  count integer not null default 1,
  primary key (day, query)
);
