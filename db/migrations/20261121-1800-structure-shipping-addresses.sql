-- Where an order goes, in parts: name, street, city, postcode and country. Orders from before, and
-- those of callers that send one line, have only the address.
alter table purchase add column shipping_address jsonb;
alter table account add column postcode text not null default '';
