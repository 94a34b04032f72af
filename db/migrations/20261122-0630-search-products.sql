-- Corrects typing errors by the nearest known word.
create extension if not exists pg_trgm;

-- Text as it is searched: lower case, without accents, and with one spelling of inch, times and fractions.
create function search_fold(given text) returns text language sql immutable parallel safe
  return replace(translate(
    regexp_replace(
      lower(normalize(regexp_replace(given, '([¼½¾⅛⅜⅝⅞])', ' \1', 'g'), NFKD)),
      '[\u0300-\u036f]', '', 'g'
    ), '⁄×“”″', '/x"""'), '''''', '"');

-- The words of a folded text. The separators are listed, because classes depend on the server's locale.
create function search_words(folded text) returns text[] language sql immutable parallel safe
  return array(
    select distinct left(word, 80)
    from regexp_split_to_table(folded, '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+') word
    where word <> ''
  );

-- 13 of '13', 0.5 of '1/2' and 1.5 of '1 1/2' or '1,5'.
create function search_number(given text) returns text language plpgsql immutable parallel safe as $$
declare
  part text[] := regexp_match(given, '^(?:(\d+)[ -])?(\d+)/(\d+)$');
begin
  if part is null then return trim_scale(replace(given, ',', '.')::numeric)::text; end if;
  return trim_scale(round(
    coalesce(part[1], '0')::numeric + part[2]::numeric / nullif(part[3]::numeric, 0), 4
  ))::text;
end
$$;

create function search_unit(given text) returns text language sql immutable parallel safe
  return case when given in ('inch', 'inches', '"') then 'in' when given = 'lbs' then 'lb'
    when given in ('pc', 'pieces') then 'pcs' when given = 'n·m' then 'nm' else given end;

-- The sizes of a folded text, joined with their units: '8, 10 and 13 mm' has 8mm, 10mm and 13mm.
-- Decimals and fractions count without a unit too.
create function search_sizes(folded text) returns text[] language plpgsql immutable parallel safe as $$
declare
  number constant text := '(?:\d+[ -]\d+/\d+|\d+/\d+|\d+(?:[.,]\d+)?)';
  unit constant text := '(mm|cm|m|in|inch|inches|"|ft|kg|g|lb|lbs|nm|n·m|v|w|kw|a|ah|bar|psi|l|ml|tpi|rpm|pc|pcs|pieces)';
  found text[];
  one text;
  size text;
  sizes text[] := '{}';
begin
  if folded !~ '\d' then return sizes; end if;
  for found in select regexp_matches(
    folded, '\m(' || number || '(?:\s*(?:,\s|x|-|to|and|or)\s*' || number || ')*)\s*' || unit || '(?![a-z0-9])', 'g'
  ) loop
    for one in select (regexp_matches(found[1], number, 'g'))[1] loop
      size := search_number(one) || search_unit(found[2]);
      if size is not null then sizes := sizes || size; end if;
    end loop;
  end loop;
  for one in select (regexp_matches(folded, '\m(?:\d+[ -]\d+/\d+|\d+/\d+|\d+[.,]\d+)', 'g'))[1] loop
    size := search_number(one);
    if size is not null then sizes := sizes || size; end if;
  end loop;
  return sizes;
end
$$;

-- The lexemes by which an index finds numbers in a range: the first digit, and the first two digits,
-- with the power of ten. Whoever uses them compares the numbers too.
create function search_bins(key text, given numeric) returns text[]
  language sql immutable parallel safe
  return case when given <= 0 then array['#' || key || ':0'] else array[
    '#' || key || ':' || trunc(given / 10::numeric ^ floor(log(given))) || 'e' || floor(log(given)),
    '#' || key || ':' || trunc(given / 10::numeric ^ (floor(log(given)) - 1)) || 'e' || floor(log(given))
  ] end;

-- One row for each product on sale, apart from product, so that sales write neither it nor its indexes.
create table product_search (
  product_id uuid primary key,
  category text,
  name text not null,
  unit_price_cents integer not null,
  min_quantity integer not null,
  -- Whether the stock suffices for the smallest order; a sale changes it only when it crosses that.
  orderable boolean not null,
  -- 'material=CrV steel' of texts and 'jaw-width#13' of numbers.
  facets text[] not null,
  -- Words; ~words of the name; @category; =key:value and #key:bin of specifications and price.
  words tsvector not null
);

create function search_facets(specifications jsonb) returns text[]
  language sql immutable parallel safe
  return array(
    select key || case jsonb_typeof(value)
      when 'number' then '#' || trim_scale((value #>> '{}')::numeric)
      else '=' || left(value #>> '{}', 200) end
    from jsonb_each(specifications)
  );

create function search_document(
  sku text, name text, description text, product_category text, specifications jsonb, cents integer
) returns tsvector language plpgsql stable as $$
declare
  named text := search_fold(name);
  of_name text[] := search_words(named) || search_sizes(named);
  described text;
  filters text[];
begin
  -- One text, because folding and splitting take most of the time; the bars keep sizes apart.
  select coalesce(string_agg(concat_ws(' ', value #>> '{}', s.unit), ' | '), ''),
    coalesce(array_agg('=' || each.key || ':' || case jsonb_typeof(value)
      when 'number' then trim_scale((value #>> '{}')::numeric)::text
      else left(value #>> '{}', 200) end), '{}')
  into described, filters
  from jsonb_each(specifications) each
  left join specification s on s.category = product_category and s.key = each.key;
  described := search_fold(description || ' | ' || described);
  return array_to_tsvector(array(
    select distinct word from unnest(
      of_name || array(select '~' || word from unnest(of_name) word)
      || search_words(described) || search_sizes(described) || filters
      || lower(sku) || regexp_replace(lower(sku), '[./-]', '', 'g') || search_words(lower(sku))
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

-- The words that products were described by, to correct a search by. None is removed: a word of a
-- product that is gone does no harm.
create table search_word (word text primary key check (length(word) between 3 and 40));

create function learn_words(words tsvector[]) returns void language sql as $$
  insert into search_word
  select distinct word from unnest(words) each, unnest(tsvector_to_array(each)) word
  where word !~ '[0-9!-/:-@\[-`{-~]' and length(word) between 3 and 40
  order by word
  on conflict do nothing
$$;

insert into product_search
select id, category, name, unit_price_cents, min_quantity, quantity >= min_quantity,
  search_facets(specifications),
  search_document(sku, name, description, category, specifications, unit_price_cents)
from product where deleted_at is null;
insert into search_word
select distinct word from product_search, unnest(tsvector_to_array(words)) word
where word !~ '[0-9!-/:-@\[-`{-~]' and length(word) between 3 and 40;

create index product_search_words on product_search using gin (words)
  with (gin_pending_list_limit = 256);
create index product_search_by_name on product_search (name, product_id);
create index product_search_by_price on product_search (unit_price_cents, product_id);
create index product_search_by_minimum on product_search (min_quantity, product_id);
create index product_search_by_category on product_search (category, product_id);
create index search_word_near on search_word using gist (word gist_trgm_ops);
create index search_word_prefix on search_word (word text_pattern_ops);

create function add_searched_products() returns trigger language plpgsql as $$
begin
  with inserted as (
    insert into product_search
    select id, category, name, unit_price_cents, min_quantity, quantity >= min_quantity,
      search_facets(specifications),
      search_document(sku, name, description, category, specifications, unit_price_cents)
    from added where deleted_at is null
    returning words
  )
  insert into search_word
  select distinct word from inserted, unnest(tsvector_to_array(words)) word
  where word !~ '[0-9!-/:-@\[-`{-~]' and length(word) between 3 and 40
  order by word
  on conflict do nothing;
  return null;
end
$$;
create trigger product_searched after insert on product
  referencing new table as added for each statement execute function add_searched_products();

create function drop_searched_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate product_search;
  else
    delete from product_search where product_id in (select id from removed);
  end if;
  return null;
end
$$;
create trigger product_unsearched after delete on product
  referencing old table as removed for each statement execute function drop_searched_products();
create trigger product_search_emptied after truncate on product
  for each statement execute function drop_searched_products();

create function change_searched_product() returns trigger language plpgsql as $$
declare
  document tsvector;
begin
  delete from product_search where product_id = new.id and new.deleted_at is not null;
  if new.deleted_at is not null then return null; end if;
  document := search_document(
    new.sku, new.name, new.description, new.category, new.specifications, new.unit_price_cents
  );
  insert into product_search values (
    new.id, new.category, new.name, new.unit_price_cents, new.min_quantity,
    new.quantity >= new.min_quantity, search_facets(new.specifications), document
  )
  on conflict (product_id) do update set category = excluded.category, name = excluded.name,
    unit_price_cents = excluded.unit_price_cents, min_quantity = excluded.min_quantity,
    orderable = excluded.orderable, facets = excluded.facets, words = excluded.words;
  perform learn_words(array[document]);
  return null;
end
$$;
create trigger product_search_changed
  after update of sku, name, description, category, specifications, unit_price_cents, min_quantity,
    deleted_at on product
  for each row when (
    (old.sku, old.name, old.description, old.category, old.specifications, old.unit_price_cents,
      old.min_quantity, old.deleted_at)
    is distinct from
    (new.sku, new.name, new.description, new.category, new.specifications, new.unit_price_cents,
      new.min_quantity, new.deleted_at)
  )
  execute function change_searched_product();

create function change_orderable() returns trigger language plpgsql as $$
begin
  update product_search set orderable = new.quantity >= new.min_quantity where product_id = new.id;
  return null;
end
$$;
create trigger product_orderable_changed after update of quantity on product
  for each row when ((old.quantity >= old.min_quantity) <> (new.quantity >= new.min_quantity))
  execute function change_orderable();

-- Sizes are found with their unit.
create function change_searched_unit() returns trigger language plpgsql as $$
begin
  update product_search set words = search_document(
    sku, product.name, description, product.category, specifications, product.unit_price_cents
  )
  from product where product.id = product_id and product.category = new.category
    and specifications ? new.key;
  return null;
end
$$;
create trigger specification_unit_changed after insert or update of unit on specification
  for each row when (new.unit is not null) execute function change_searched_unit();

-- Words that mean the same in a search.
create table synonym (
  id uuid primary key default gen_random_uuid(),
  terms text[] not null check (array_length(terms, 1) between 2 and 20)
);
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

-- What searches of a day found nothing, without who searched.
create table search_miss (
  day date not null,
  query text not null check (length(query) between 1 and 200),
  count integer not null default 1,
  primary key (day, query)
);
