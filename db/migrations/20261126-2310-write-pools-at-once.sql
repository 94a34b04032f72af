-- Otherwise each batch of orders scans all entries that wait to be merged into the index.
alter index order_line_open_pools set (fastupdate = off);
select gin_clean_pending_list('order_line_open_pools');
