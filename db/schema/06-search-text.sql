-- Finds the known word closest to a misspelled one.
create extension if not exists pg_trgm;

-- Normalizes text for a search: lower case, no accents, one spelling of inch, degree, times, dashes and
-- fractions. The collation is explicit because others may lower-case only A to Z.
create function search_fold(given text) returns text language sql immutable parallel safe
  return replace(replace(regexp_replace(
    lower(normalize(
      translate(
        regexp_replace(given, '([¼½¾⅛⅜⅝⅞])', ' \1', 'g'), '×“”″º˚‐‑‒–—―−', 'x"""°°-------'
      ), NFKD
    ) collate "und-x-icu"),
    '[\u0300-\u036f]', '', 'g'), '⁄', '/'), '''''', '"');

-- Reads a size: 13mm from '13' and 'mm', 0.5in from '1/2' and '"', 1.5 from '1 1/2' or '1,5' without a
-- unit. Metric lengths become millimetres, others inches; weights become grams and volumes millilitres.
create function search_size(given text, unit text) returns text
  language plpgsql immutable parallel safe as $$
declare
  part text[] := regexp_match(given, '^(?:(\d+)[ -])?(\d+)/(\d+)$');
  number numeric := case when part is null then replace(given, ',', '.')::numeric
    else coalesce(part[1], '0')::numeric + part[2]::numeric / nullif(part[3]::numeric, 0) end;
begin
  -- A pound is rarely a round number of grams, so that its first two digits count: 2.2 lb is 1 kg.
  if unit in ('lb', 'lbs', 'oz') and number > 0 then
    number := number * case unit when 'oz' then 28.35 else 453.6 end;
    return trim_scale(round(number, 1 - floor(log(number))::integer)) || 'g';
  end if;
  number := number * case unit when 'm' then 1000 when 'cm' then 10 when 'ft' then 12
    when 'kg' then 1000 when 'l' then 1000 else 1 end;
  return trim_scale(round(number, 4)) || case
    when unit in ('m', 'cm') then 'mm' when unit in ('inch', 'inches', '"', 'ft') then 'in'
    when unit in ('kg', 'lb', 'lbs', 'oz') then 'g' when unit = 'l' then 'ml'
    when unit in ('pc', 'pieces') then 'pcs' when unit = 'n·m' then 'nm'
    when unit in ('degree', 'degrees', '°') then 'deg' else unit end;
end
$$;

-- Reads the first number of a size, to sort the sizes of a family: 13 from '13 mm', 12.7 from '1/2 in',
-- 8 from 'M8', 0 from a text without one.
create function size_order(given text) returns numeric language plpgsql immutable parallel safe as $$
declare
  part text[] := regexp_match(search_fold(given),
    '(\d+[ -]\d+/\d+|\d+/\d+|\d+(?:[.,]\d+)?)[^a-z"]*(?:(?:x|to)\s[^a-z"]*)?'
    '(mm|cm|m|in|"|ft|kg|g|lb|oz|ml|l)?(?![a-z])');
  size text := search_size(part[1], coalesce(part[2], ''));
begin
  return coalesce(
    substring(size from '^[0-9.]+')::numeric * case when size like '%in' then 25.4 else 1 end, 0
  );
end
$$;

-- The terms of a text, of products and of searches alike: words in singular, then sizes with one
-- spelling of their unit, so '8 and 10 mm wrenches' has wrench, 8mm and 10mm. Decimals and fractions
-- are sizes without a unit too, and signs of a diameter are left out: names rarely have them. The terms of
-- a document also are its words as written, the parts of its sizes, fractions as inches and numbers
-- without leading zeros, because a search may have the beginning of a word, a number alone, or what a
-- spreadsheet made of it.
create function search_terms(given text, is_document boolean default false) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  number constant text := '(?:\d+[ -]\d+/\d+|\d+/\d+|\d+(?:[.,]\d+)?)';
  size constant text := '\m(' || number || '(?:\s*(?:,\s|x|-|to|and|or)\s*' || number || ')*)\s*'
    || '(mm|cm|m|in|inch|inches|"|ft|kg|g|lb|lbs|oz|nm|n·m|v|w|kw|a|ah|bar|psi|l|ml|tpi|rpm|pc|pcs|pieces'
    || '|deg|degrees?|°)(?![a-z0-9])';
  -- A document keeps the word.
  diameter constant text := '(?<![a-zα-ω])[⌀∅øφ](?![a-zα-ω])'
    || case when is_document then '' else '|\m(?:diameter|diam|dia)\M\.?' end;
  fraction constant text := '\m(?:\d+[ -]\d+/\d+|\d+/\d+|\d+[.,]\d+)';
  folded text := search_fold(given);
  -- A search that ends with 13 m may become 13 mm, so that documents have their metres too.
  is_typed_m constant boolean := not is_document and folded ~ '\d\s*m\s*$';
  word text;
  words text[] := '{}';
  sizes text[] := '{}';
begin
  if folded ~ '\d' then
    folded := regexp_replace(folded, diameter, ' ', 'g');
    -- 17x19 is 17 x 19.
    folded := regexp_replace(folded, '(\d)x(?=\d)', '\1 x ', 'g');
    sizes := array(
      select case when is_typed_m and sized[2] = 'm' then search_size(one[1], '') || 'm'
        else search_size(one[1], sized[2]) end
      from regexp_matches(folded, size, 'g') sized, regexp_matches(sized[1], number, 'g') one
    );
    if is_document then
      sizes := sizes || array(
        select trim_scale(left(length, -2)::numeric / 1000) || 'm'
        from unnest(sizes) length where length like '%mm' and left(length, -2)::numeric >= 1000
      );
    end if;
    if not is_document then folded := regexp_replace(folded, size, ' ', 'g'); end if;
    if folded ~ fraction then
      sizes := sizes || array(
        select search_size(one[1], '') from regexp_matches(folded, fraction, 'g') one
      );
      if is_document then
        sizes := sizes || array(
          select search_size(one[1], 'in')
          from regexp_matches(folded, '\m(?:\d+[ -])?\d+/\d+', 'g') one
        );
      else
        folded := regexp_replace(folded, fraction, ' ', 'g');
      end if;
    end if;
  end if;
  -- The separators are listed, because character classes depend on the locale.
  foreach word in array regexp_split_to_array(
    folded, '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+'
  ) loop
    word := left(word, 80);
    if is_document then words := words || word || ltrim(word, '0'); end if;
    words := words || case
      when word ~ '[a-z]{3}ies$' then left(word, -3) || 'y'
      when word ~ '(ch|sh|x|ss|z)es$' then left(word, -2)
      when word ~ '[a-z]{3}s$' and word !~ 'ss$' then left(word, -1)
      else word end;
  end loop;
  return array_remove(words, '') || array_remove(sizes, null);
end
$$;

-- The lexemes by which an index finds numbers in a range: the first digit, and the first two digits,
-- each with the power of ten. They only preselect; the search then compares the numbers.
create function search_bins(key text, given numeric) returns text[]
  language sql immutable parallel safe
  return case when given <= 0 then array['#' || key || ':0'] else array[
    '#' || key || ':' || trunc(given / 10::numeric ^ floor(log(given))) || 'e' || floor(log(given)),
    '#' || key || ':' || trunc(given / 10::numeric ^ (floor(log(given)) - 1)) || 'e' || floor(log(given))
  ] end;
