-- What the page Shop sets of the seller, of prices and of mails. Null where the settings or the defaults hold.
alter table brand
  add column seller_name text check (seller_name <> ''),
  -- With line breaks, as the bank.
  add column seller_address text check (seller_address <> ''),
  add column tax_id text,
  add column bank text,
  add column tax_name text,
  add column tax_percent numeric check (tax_percent between 0 and 99 and scale(tax_percent) <= 3),
  -- An IANA name, in which price lists begin and end.
  add column time_zone text,
  -- As the setting CARRIERS.
  add column carriers text,
  -- In dollars, as it is typed.
  add column lowest_price numeric check (lowest_price >= 0.05 and scale(lowest_price) <= 2),
  add column mail_greeting text,
  add column mail_closing text,
  add column order_mails text not null default 'daily'
    check (order_mails in ('each', 'hourly', 'daily', 'never')),
  -- Orders placed until then were mailed to the owner; null before the first look.
  add column orders_mailed_until timestamptz;

-- The days of a price list; valid_from and valid_until are their moments in the seller's time zone. The first
-- start fills them in.
alter table price_list
  add column first_day date,
  add column last_day date;
