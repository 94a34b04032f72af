-- A short number for people, beside the id: FW-10001, FW-10002 … Numbers of refused orders are
-- never taken; after a crash of the database a few may be left out.
create sequence order_number start 10001;
alter table purchase add column order_number text unique;

with numbered as (
  select id, 'FW-' || nextval('order_number') as order_number
  from (select id from purchase order by id) as in_order
)
update purchase set order_number = numbered.order_number
from numbered where numbered.id = purchase.id;

alter table purchase alter column order_number set default 'FW-' || nextval('order_number');
alter table purchase alter column order_number set not null;

-- Answers that will be given again, and mails that wait, were written without it.
update idempotency_key set answer = answer || jsonb_build_object('orderNumber', order_number)
from purchase where purchase.id::text = answer ->> '_id';
update outgoing_mail
set content = ('{"orderNumber":"' || order_number || '",' || substr(content::text, 2))::json
from purchase where template like 'order-%' and purchase.id::text = content ->> '_id';
