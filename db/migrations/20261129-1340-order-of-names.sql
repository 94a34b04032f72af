-- A name with its numbers as decimals of three places, so that natural_order sorts 1 kg, 1.25 kg and 1.5 kg
-- as a person counts, and 1/4, 3/8 and 1/2 in.
create function name_order(given text) returns text language plpgsql immutable parallel safe as $$
declare part text[];
begin
  for part in select regexp_matches(given, '((?:(\d{1,4})[ -])?(\d{1,4})/([1-9]\d{0,3}))(?!\d)', 'g') loop
    given := replace(given, part[1], round(coalesce(part[2]::numeric, 0) + part[3]::numeric / part[4]::numeric, 3)::text);
  end loop;
  return regexp_replace(regexp_replace(given, '(\d+)(?:[.,](\d+))?', '\1.\2000', 'g'), '(\.\d{3})\d*', '\1', 'g');
end $$;
alter table product_search
  add name_order text collate natural_order not null generated always as (name_order(name)) stored,
  add family_order text collate natural_order not null generated always as (name_order(family)) stored;
drop index product_search_by_name, product_search_by_family;
create index product_search_by_name on product_search (name_order, product_id);
create index product_search_by_family on product_search (category, family_order, size_order, product_id);
