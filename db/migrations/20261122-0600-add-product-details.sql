-- A product's further images and its documents; position is the order in which they are shown.
-- They lie outside of product, whose rows lists and orders read.
create table product_image (
  product_id uuid not null references product on delete cascade,
  position smallint not null check (position between 0 and 7),
  image text not null,
  primary key (product_id, position),
  unique (product_id, image)
);
create table product_document (
  product_id uuid not null references product on delete cascade,
  position smallint not null check (position between 0 and 9),
  title text not null check (length(title) between 1 and 80),
  url text not null check (url ~ '^/media/documents/[0-9a-f]{32}\.pdf$'),
  bytes integer not null check (bytes > 0),
  primary key (product_id, position),
  unique (product_id, url)
);

create trigger product_image_told after insert or update or delete or truncate on product_image
  for each statement execute function tell_of_table('product');
create trigger product_document_told after insert or update or delete or truncate on product_document
  for each statement execute function tell_of_table('product');
