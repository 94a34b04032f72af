-- An import that ends by a fault of the shop is failed, with its problem. What an admin has seen of a
-- comparison is its version.
alter table product_import drop constraint product_import_status_check;
alter table product_import add constraint product_import_status_check check (status in (
  'reading', 'compared', 'applying', 'applied', 'cancelled', 'undoing', 'undone', 'refused', 'failed'));
alter table product_import
  add column version integer not null default 1,
  add column changed_at timestamptz,
  add column changed_by text;
comment on column product_import.version is
  'Grows with each change of its columns, choices and rows, by changed_by at changed_at.';
