-- Finds the known word that is nearest to a misspelled one.
create extension if not exists pg_trgm;

-- Normalizes text for a search: lower case, no accents, one spelling of inch, times and fractions.
create function search_fold(given text) returns text language sql immutable parallel safe
  return replace(translate(
    regexp_replace(
      lower(normalize(regexp_replace(given, '([¼½¾⅛⅜⅝⅞])', ' \1', 'g'), NFKD)),
      '[\u0300-\u036f]', '', 'g'
    ), '⁄×“”″', '/x"""'), '''''', '"');

-- The words of a folded text. The separators are listed, because character classes depend on the locale.
create function search_words(folded text) returns text[] language sql immutable parallel safe
  return array(
    select distinct left(word, 80)
    from regexp_split_to_table(folded, '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+') word
    where word <> ''
  );

-- Reads a number: 13 from '13', 0.5 from '1/2' and 1.5 from '1 1/2' or '1,5'.
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

-- One spelling of a unit.
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
-- with the power of ten. They only narrow a search, which compares the numbers too.
create function search_bins(key text, given numeric) returns text[]
  language sql immutable parallel safe
  return case when given <= 0 then array['#' || key || ':0'] else array[
    '#' || key || ':' || trunc(given / 10::numeric ^ floor(log(given))) || 'e' || floor(log(given)),
    '#' || key || ':' || trunc(given / 10::numeric ^ (floor(log(given)) - 1)) || 'e' || floor(log(given))
  ] end;
