-- No longer made: out of all lists, as a deleted product is, but its page stays and names what replaces it.
alter table product
  add column is_discontinued boolean not null default false,
  add column successor_id uuid references product check (successor_id <> id),
  add constraint product_discontinued_off_sale check (deleted_at is not null or not is_discontinued);
create index product_discontinued on product (id) where is_discontinued;
create index product_successor on product (successor_id) where successor_id is not null;
comment on column product.deleted_at is 'Since when it is off sale: deleted, or discontinued';
