-- The invariants of the shop's database. Each statement returns the rows that violate one invariant:
-- its name, the subject, and details. Problems that the reconciler fixes are reported after two minutes.
--
-- The line before a statement names what it checks in batches. In a batch, the tables of that scope
-- contain only the batch's rows; src/operations/invariants.server.ts lists them.
-- `all` statements run on whole tables, so they must be fast in a large shop.

-- for each: product
select 'stock is the sum of its movements', 'product ' || product.id,
  format('quantity %s, movements %s', quantity, coalesce(pieces, 0))
from product
left join (
  select product_id, sum(delta) as pieces from stock_movement group by product_id
) as ledger on ledger.product_id = product.id
where quantity <> coalesce(pieces, 0);

-- for each: product
select 'stock is never negative', 'product ' || id, format('quantity %s', quantity)
from product where quantity < 0;

-- for each: order
select 'an order has taken its stock', 'order ' || coalesce(order_line.id, order_line_id),
  format('movement %s of product %s, order of %s', delta, movement.product_id, quantity)
from (select * from stock_movement where kind = 'order') as movement
full join order_line on order_line.id = order_line_id
where (-delta, movement.product_id) is distinct from (quantity, order_line.product_id);

-- for each: order
select 'only a cancelled order gives back its stock, and all of it',
  'order ' || coalesce(order_line.id, order_line_id),
  format('movement %s of product %s, order of %s', delta, movement.product_id, quantity)
from (select * from stock_movement where kind = 'cancel') as movement
full join (select * from order_line where stock_restored) as order_line on order_line.id = order_line_id
where (delta, movement.product_id) is distinct from (quantity, order_line.product_id);

-- for each: order
select 'a paid order has its payment', 'order ' || order_line.id,
  format('%s of %s cents; captured %s cents', transaction_id,
    unit_price_cents::bigint * quantity, coalesce(amount_cents::text, 'no'))
from order_line
left join captured_payment as payment
  on payment.payment_intent_id = transaction_id and payment.order_line_id = order_line.id
    and refund_due_at is null and currency = 'usd'
where status = 'paid'
  and amount_cents is distinct from unit_price_cents::bigint * quantity;

-- for each: order
select 'a payment that is kept has paid its order', 'payment ' || payment.payment_intent_id,
  format('%s cents for order %s', amount_cents, order_line_id)
from captured_payment as payment
left join order_line on order_line.id = order_line_id and transaction_id = payment.payment_intent_id
where refund_due_at is null and order_line.id is null;

-- for each: all
select 'a payment that is due for refund is refunded', 'payment ' || payment_intent_id,
  format('%s cents for order %s, due since %s, %s failed refunds', amount_cents, order_line_id,
    refund_due_at, refund_failures)
from captured_payment
where refunded_at is null and refund_due_at < now() - interval '2 minutes'
  -- A bank may take days, during which the provider is asked again.
  and (refund_id is null or refund_check_at is null
    or refund_check_at < now() - interval '10 minutes'
    or refund_due_at < now() - interval '30 days');

-- for each: order
select 'a transaction pays one order or those of its payment', 'payment ' || transaction_id,
  format('%s orders', count(*))
from order_line
where transaction_id is not null
  and not exists (select from payment where payment_intent_id = transaction_id)
group by transaction_id having count(*) > 1;

-- for each: order
select 'a kept part of a payment is that of its order', 'payment ' || captured.payment_intent_id,
  format('%s cents for order %s, part %s', captured.amount_cents, captured.order_line_id,
    coalesce(part.amount_cents::text, 'none'))
from captured_payment as captured
join payment using (payment_intent_id)
left join payment_order as part
  on part.payment_id = payment.id and part.order_line_id = captured.order_line_id
where refund_due_at is null and part.amount_cents is distinct from captured.amount_cents;

-- for each: order
select 'the parts of a payment are its amount', 'payment ' || payment.id,
  format('%s cents, parts %s', amount_cents, parts_cents(payment.id))
from (select distinct payment_id from payment_order) as part
join payment on payment.id = payment_id
where amount_cents is distinct from parts_cents(payment.id);

-- for each: order
select 'a captured payment is in the ledger with all its parts', 'payment ' || payment.id,
  format('%s cents, captured %s', amount_cents, coalesce(captured_cents(payment_intent_id), 0))
from (select distinct payment_id from payment_order) as part
join payment on payment.id = payment_id
where status = 'captured'
  and amount_cents is distinct from captured_cents(payment_intent_id);

-- for each: order
select 'an open payment costs what its orders cost, and none of them is paid or cancelled',
  'order ' || order_line.id,
  format('part %s of payment %s, order of %s cents is %s', part.amount_cents, payment.id,
    unit_price_cents::bigint * quantity, order_line.status)
from payment_order as part
join payment on payment.id = payment_id and payment.status = 'open'
join order_line on order_line.id = order_line_id
where part.amount_cents <> unit_price_cents::bigint * quantity
  or order_line.status in ('paid', 'cancelled');

-- for each: order
select 'an order is in one open payment', 'order ' || order_line_id, format('%s payments', count(*))
from payment_order
join payment on payment.id = payment_id and payment.status = 'open'
group by order_line_id having count(*) > 1;

-- for each: all
select 'a cancelled payment comes to its end', 'payment ' || id,
  format('cancelling since %s', cancelling_at)
from payment where status = 'cancelling' and cancelling_at < now() - interval '2 minutes';

-- The response to a call for one line names its order as orderId; other responses name none.
-- for each: key
select 'an Idempotency-Key has an order of its own', 'order ' || order_id,
  format('%s keys of account %s', count(*), account_id)
from (
  select account_id,
    coalesce(answer ->> 'orderId', case when answer -> 'lines' is not null then answer ->> '_id' end)
  from idempotency_key
) as answered (account_id, order_id)
where order_id is not null
group by account_id, order_id having count(*) > 1;

-- for each: key
select 'an acknowledged order is there', 'order ' || order_id,
  format('key %s of account %s', key, account_id)
from (
  select account_id, key,
    coalesce(answer ->> 'orderId', case when answer -> 'lines' is not null then answer ->> '_id' end)
  from idempotency_key
) as answered (account_id, key, order_id)
where order_id is not null and not exists (select from orders where id = order_id::uuid);

-- for each: key
select 'each line of an acknowledged order is there', 'order ' || line_id,
  format('key %s of account %s', key, account_id)
from (
  select account_id, key, line ->> '_id'
  from idempotency_key
  cross join lateral json_array_elements(
    case when answer ->> 'orderId' is not null then json_build_array(answer)
      else coalesce(answer -> 'lines', '[]') end
  ) as line
) as answered (account_id, key, line_id)
where not exists (select from order_line where order_line.id = line_id::uuid);

-- for each: all
select 'a cancel comes to its end', 'order ' || id, format('cancelling since %s', cancelling_at)
from order_line where status = 'cancelling' and cancelling_at < now() - interval '2 minutes';

-- for each: order
select 'a paid line is on the invoice of its payment', 'order ' || order_line.id,
  format('payment %s, invoice %s', order_line.payment_id, coalesce(invoice.number, 'none'))
from order_line
left join invoice on invoice.payment_id = order_line.payment_id
left join invoice_line on invoice_number = invoice.number and order_line_id = order_line.id
where status = 'paid' and order_line_id is null;

-- for each: order
select 'an invoice has the lines of its payment, as ordered', 'order ' || order_line_id,
  format('payment %s: %s cents of %s pieces, invoiced %s of %s', payment_id, part.net_cents,
    order_line.quantity, coalesce(billed.net_cents, 0), coalesce(billed.quantity, 0))
from (
  select payment_line.* from payment_line
  join payment on payment.id = payment_id and captured_at is not null and cancelled_at is null
) as part
full join (
  select invoice_line.*, invoice.payment_id
  from invoice_line join invoice on number = invoice_number
) as billed using (payment_id, order_line_id)
left join order_line on order_line.id = order_line_id
where (part.net_cents, order_line.quantity) is distinct from (billed.net_cents, billed.quantity);

-- for each: order
select 'a payment that paid has an invoice of its amounts', 'payment ' || payment.id,
  format('net %s, tax %s; invoiced %s', net_cents, tax_cents, coalesce(content ->> 'amounts', 'nothing'))
from (select distinct payment_id from payment_line) as part
join payment on payment.id = part.payment_id
left join invoice on invoice.payment_id = payment.id
where case
  when captured_at is null or cancelled_at is not null then number is not null
  else content -> 'amounts' is distinct from
      jsonb_build_object('net', net_cents, 'tax', tax_cents, 'total', total_cents)
    or net_cents is distinct from (
      select sum((line ->> 'net')::bigint) from jsonb_array_elements(content -> 'lines') as line
    )
end;

-- for each: order
select 'invoices are numbered without gaps', 'order ' || order_line_id,
  format('invoice %s of %s, the counter says %s', "position", invoice.year, last_position)
from invoice_line
join invoice on invoice.number = invoice_number
left join document_counter as counter on series = 'INV' and counter.year = invoice.year
where coalesce(last_position, 0) < "position"
  or "position" > 1 and not exists (
    select from invoice as previous
    where previous.year = invoice.year and previous."position" = invoice."position" - 1
  );

-- for each: order
select 'credit notes are numbered without gaps', 'payment ' || part.payment_id,
  format('credit note %s of %s, the counter says %s', note."position", note.year, last_position)
from (select distinct payment_id from payment_line) as part
join refund on refund.payment_id = part.payment_id
join credit_note as note on note.refund_id = refund.id
left join document_counter as counter on series = 'CN' and counter.year = note.year
where coalesce(last_position, 0) < note."position"
  or note."position" > 1 and not exists (
    select from credit_note as previous
    where previous.year = note.year and previous."position" = note."position" - 1
  );

-- Money that paid nothing was not invoiced, so its refund has no credit note.
-- for each: order
select 'a refund of what was invoiced has its credit note', 'payment ' || part.payment_id,
  format('%s cents refunded, credited %s', cents, coalesce(note.content ->> 'amounts', 'nothing'))
from (select distinct payment_id from payment_line) as part
join refund on refund.payment_id = part.payment_id
left join invoice on invoice.payment_id = part.payment_id
left join credit_note as note on note.refund_id = refund.id
where case
  when succeeded_at is null or invoice.number is null then note.number is not null
  else note.content -> 'amounts' is distinct from
    jsonb_build_object('net', net_cents, 'tax', tax_cents, 'total', cents)
end;

-- for each: all
select 'the last document has the last number', format('counter %s-%s', series, counter.year),
  format('counter %s, last document %s', last_position, coalesce(last_issued, 0))
from document_counter as counter
left join lateral (
  select max("position") as last_issued from (
    select max("position") as "position" from invoice where year = counter.year and series = 'INV'
    union all
    select max("position") from credit_note where year = counter.year and series = 'CN'
  ) as issued
) as issued on true
where last_position is distinct from last_issued;
