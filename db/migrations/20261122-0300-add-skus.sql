-- A product's stock keeping unit: unique among all products, deleted ones too. It is stored in upper
-- case, so that two can't differ in case alone. A product without one of its own is given the next
-- number: P-10001, P-10002 …
create sequence product_sku start 10001;
alter table product add column sku text;
-- Nobody caches what an update of all products would tell.
alter table product disable trigger user;

with numbered as (
  select id, 'P-' || nextval('product_sku') as sku
  from (select id from product order by id) as in_order
)
update product set sku = numbered.sku from numbered where numbered.id = product.id;
alter table product enable trigger user;

alter table product alter column sku set default 'P-' || nextval('product_sku');
alter table product alter column sku set not null;
alter table product add constraint product_sku_form check (sku ~ '^[A-Z0-9./-]{1,40}$');
create unique index product_sku_unique on product (sku);

-- Admins search products by it too.
drop index product_words;
drop function product_words(text, text);
create function product_words(name text, description text, sku text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector(
    'simple',
    translate(lower(name || ' ' || description || ' ' || sku), '@.,-_+''/', '        ')
  );
create index product_words on product using gin (product_words(name, description, sku))
  where deleted_at is null;

-- An order keeps the SKU that its product had.
alter table purchase add column sku text;
alter table purchase disable trigger user;
update purchase set sku = product.sku from product where product.id = purchase.product_id;
alter table purchase enable trigger user;
alter table purchase alter column sku set not null;

drop index purchase_words;
drop function order_words(text, text, text);
create function order_words(name text, email text, product_name text, sku text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector(
    'simple',
    translate(
      lower(name || ' ' || email || ' ' || product_name || ' ' || sku),
      '@.,-_+''/()&"', repeat(' ', 12)
    )
  );
create index purchase_words on purchase using gin (order_words(name, email, product_name, sku))
  with (gin_pending_list_limit = 256);

-- Answers that will be given again, and mails that wait, were written without it.
update idempotency_key set answer = answer || jsonb_build_object('sku', sku)
from purchase where purchase.id::text = answer ->> '_id';
update outgoing_mail
set content = ('{"sku":' || to_json(sku) || ',' || substr(content::text, 2))::json
from purchase where template like 'order-%' and purchase.id::text = content ->> '_id';
