-- What an admin should look at before a file is applied, in its rows and counted: jumps of a price, stocks that
-- go to 0, SKUs very like another one, and what had changed in the meantime.
alter table product_import_row add checks text[] not null default '{}';
alter table product_import add checks jsonb not null
  default '{"rows": 0, "price": 0, "stock": 0, "sku": 0, "stale": 0}';
create index product_import_row_to_check on product_import_row (import_id, position) where checks <> '{}';

update product_import_row set checks = '{stale}'
where changes @? '$[*] ? (@.outcome == "stale" || @.outcome == "kept")';
update product_import set checks = checks || jsonb_build_object('rows', stale, 'stale', stale) where stale > 0;
-- Those that wait to be applied are compared again.
update product_import set status = 'reading' where status = 'compared';
