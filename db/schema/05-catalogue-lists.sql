-- The size at which a section is split.
create function most_in_section() returns integer language sql immutable return 4000;

-- Finds any page of a long list without skipping all rows before it: each list is cut into sections
-- with counts. A section begins at its key and ends before the next one.
create table list_section (
  -- 'product' (by id), 'product.name', 'product.price', or 'product.category.' and the category.
  list text not null,
  -- The first key: the price or 0, the name or '', and the id.
  number integer not null,
  word text not null,
  id uuid not null,
  products integer not null,
  primary key (list, number, word, id)
);

-- The lists that contain a product, and its key in each besides its id.
create function product_lists(name text, unit_price_cents integer, category text)
returns table (list text, number integer, word text) language sql immutable as $$
  values ('product', 0, ''), ('product.name', 0, name), ('product.price', unit_price_cents, '')
  union all select 'product.category.' || category, 0, '' where category is not null
$$;

-- Splits a section that has become too large.
create function split_section(whole list_section) returns void language plpgsql as $$
declare
  key constant text := case whole.list when 'product.name' then '0, name, id'
    when 'product.price' then 'unit_price_cents, '''', id' else '0, '''', id' end;
  -- As in the index of the list.
  place constant text := case whole.list when 'product.name' then '(name, id)'
    when 'product.price' then '(unit_price_cents, id)' else '(id)' end;
  bound constant text := case whole.list when 'product.name' then '(($1).word, ($1).id)'
    when 'product.price' then '(($1).number, ($1).id)' else '(($1).id)' end;
  next list_section;
begin
  select * into next from list_section
  where list = whole.list and (number, word, id) > (whole.number, whole.word, whole.id)
  order by number, word, id limit 1;
  execute format(
    'with member as (
      select row_number() over (order by number, word, id) - 1 as position, number, word, id
      from (select %s from product where deleted_at is null and %s >= %s and ($2 is null or %s < %s)
        %s) as member (number, word, id)
    ), part as (
      select min(position) as first, count(*) as products from member group by position / (most_in_section() / 2)
    )
    insert into list_section
    select ($1).list, case first when 0 then ($1).number else number end,
      case first when 0 then ($1).word else word end, case first when 0 then ($1).id else id end,
      products
    from part join member on position = first
    on conflict (list, number, word, id) do update set products = excluded.products',
    key, place, bound, place, replace(bound, '$1', '$2'),
    case when whole.list like 'product.category.%' then 'and category = substr(($1).list, 18)' end
  ) using whole, next;
end
$$;

-- Counts products that enter lists (delta 1) or leave them (-1). Writers wait for each other at
-- product_count, so that no section is split while another transaction counts in it.
create function count_in_sections(
  ids uuid[], lists text[], numbers integer[], words text[], delta integer
) returns void language plpgsql as $$
declare
  counted list_section;
begin
  perform from product_count for update;
  insert into list_section
  select distinct list, -2147483648, '', '00000000-0000-0000-0000-000000000000'::uuid, 0
  from unnest(lists) as list on conflict do nothing;
  for counted in
    update list_section set products = list_section.products + changed.products from (
      select section.*, delta * count(*)::integer as products
      from unnest(ids, lists, numbers, words) as member (id, list, number, word)
      cross join lateral (
        select list, number, word, id from list_section
        where list = member.list and (number, word, id) <= (member.number, member.word, member.id)
        order by number desc, word desc, id desc limit 1
      ) section
      group by section.list, section.number, section.word, section.id
    ) changed
    where (list_section.list, list_section.number, list_section.word, list_section.id)
      = (changed.list, changed.number, changed.word, changed.id)
    returning list_section.*
  loop
    if counted.products > most_in_section() then perform split_section(counted); end if;
  end loop;
end
$$;

-- Counts added and removed products in their lists.
create function count_added_products() returns trigger language plpgsql as $$
begin
  perform count_in_sections(
    array_agg(id), array_agg(list), array_agg(number), array_agg(word),
    case tg_op when 'INSERT' then 1 else -1 end
  ) from changed, product_lists(name, unit_price_cents, category)
  where deleted_at is null having count(*) > 0;
  return null;
end
$$;
-- Fires before the triggers of product_search, so that all writers lock in the same order.
create trigger product_in_section_added after insert on product
  referencing new table as changed for each statement execute function count_added_products();
create trigger product_in_section_removed after delete on product
  referencing old table as changed for each statement execute function count_added_products();

-- Counts a changed product in the lists that it leaves and enters; row by row, so that a sale never
-- runs it.
create function count_moved_product() returns trigger language plpgsql as $$
begin
  perform count_in_sections(
    array_agg(old.id), array_agg(list), array_agg(number), array_agg(word), -1
  ) from (
    select * from product_lists(old.name, old.unit_price_cents, old.category)
    where old.deleted_at is null
    except select * from product_lists(new.name, new.unit_price_cents, new.category)
    where new.deleted_at is null
  ) as left_lists having count(*) > 0;
  perform count_in_sections(
    array_agg(new.id), array_agg(list), array_agg(number), array_agg(word), 1
  ) from (
    select * from product_lists(new.name, new.unit_price_cents, new.category)
    where new.deleted_at is null
    except select * from product_lists(old.name, old.unit_price_cents, old.category)
    where old.deleted_at is null
  ) as new_lists having count(*) > 0;
  return null;
end
$$;
create trigger product_in_section_moved after update of name, unit_price_cents, category, deleted_at
  on product for each row when (
    (old.name, old.unit_price_cents, old.category, old.deleted_at is null)
    is distinct from (new.name, new.unit_price_cents, new.category, new.deleted_at is null)
  ) execute function count_moved_product();

-- Rebuilds the sections of all lists, for tests and benchmarks.
create function fill_sections() returns void language sql as $$
  delete from list_section;
  insert into list_section
  select list, case place when 0 then -2147483648 else number end,
    case place when 0 then '' else word end,
    case place when 0 then '00000000-0000-0000-0000-000000000000' else id end,
    least(most_in_section() / 2, listed - place)
  from (
    select list, number, word, id, count(*) over (partition by list) as listed,
      row_number() over (partition by list order by number, word, id) - 1 as place
    from product, product_lists(name, unit_price_cents, category) where deleted_at is null
  ) member where place % (most_in_section() / 2) = 0
$$;

-- Empties the lists with the table.
create function empty_sections() returns trigger language plpgsql as $$
begin
  delete from list_section;
  return null;
end
$$;
create trigger product_in_section_emptied after truncate on product
  for each statement execute function empty_sections();
