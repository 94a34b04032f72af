-- Whether /feeds/products.xml has the products for Google Merchant.
alter table brand add column merchant_feed boolean not null default false;
