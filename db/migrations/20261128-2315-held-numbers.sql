-- A workbook's cell may show another number than it holds.
alter table product_import_row add held jsonb;
comment on column product_import_row.held is 'Numbers of cells that show others, by their place in the row';
