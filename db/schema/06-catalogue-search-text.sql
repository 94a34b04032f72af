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
    || '(mm|cm|m|in|inch|inches|"|ft|kg|g|lb|lbs|nm|n·m|v|w|kw|a|ah|bar|psi|l|ml|tpi|rpm|pc|pcs|pieces'
    || '|deg|degrees?|°)(?![a-z0-9])';
  -- A document keeps the word.
  diameter constant text := '(?<![a-zα-ω])[⌀∅øφ](?![a-zα-ω])'
    || case when is_document then '' else '|\m(?:diameter|diam|dia)\M\.?' end;
  fraction constant text := '\m(?:\d+[ -]\d+/\d+|\d+/\d+|\d+[.,]\d+)';
  folded text := search_fold(given);
  word text;
  words text[] := '{}';
  sizes text[] := '{}';
begin
  if folded ~ '\d' then
    folded := regexp_replace(folded, diameter, ' ', 'g');
    -- 17x19 is 17 x 19.
    folded := regexp_replace(folded, '(\d)x(?=\d)', '\1 x ', 'g');
    sizes := array(
      select search_number(one[1]) || case
        when sized[2] in ('inch', 'inches', '"') then 'in' when sized[2] = 'lbs' then 'lb'
        when sized[2] in ('pc', 'pieces') then 'pcs' when sized[2] = 'n·m' then 'nm'
        when sized[2] in ('degree', 'degrees', '°') then 'deg' else sized[2] end
      from regexp_matches(folded, size, 'g') sized, regexp_matches(sized[1], number, 'g') one
    );
    if not is_document then folded := regexp_replace(folded, size, ' ', 'g'); end if;
    if folded ~ fraction then
      sizes := sizes || array(
        select search_number(one[1]) from regexp_matches(folded, fraction, 'g') one
      );
      if is_document then
        sizes := sizes || array(
          select search_number(one[1]) || 'in'
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
