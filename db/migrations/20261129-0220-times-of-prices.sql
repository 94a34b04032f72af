-- A file of prices takes nothing back that changed after it was exported (product 22.8).
alter table price_row add changed_at timestamptz not null default now();
comment on column price_row.changed_at is 'When its price came to be; rows that are saved as they were keep theirs';
