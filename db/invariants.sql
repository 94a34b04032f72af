-- The invariants of the shop's database. Each statement returns the rows that violate one invariant:
-- its name, the subject, and details. Problems that the reconciler fixes are reported after two minutes.
--
-- The line before a statement names what it checks in batches. In a batch, the tables of that scope
-- contain only the batch's rows; src/operations/invariants.server.ts lists them.
-- `all` statements run on whole tables, so they must be fast in a large shop; so do `due` ones, which find what
-- should be done by now, but not in a backup.

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

-- for each: product
select 'searches and sorted lists have the products on sale', 'product ' || product.id,
  format('deleted at %s, copy %s, orderable %s', deleted_at, coalesce(product_id::text, 'none'), orderable)
from product left join product_search on product_id = product.id
where (deleted_at is null) <> (product_id is not null) or orderable <> (quantity >= product.min_quantity);

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
full join (select * from order_line where status = 'cancelled') as order_line on order_line.id = order_line_id
where (delta, movement.product_id) is distinct from (quantity, order_line.product_id);

-- for each: order
select 'a paid line is a part of its captured payment', 'order ' || order_line.id,
  format('payment %s is %s, part %s, line of %s cents', order_line.payment_id,
    coalesce(payment.status, 'missing'), coalesce(part.net_cents::text, 'none'),
    unit_price_cents::bigint * quantity)
from order_line
left join payment on payment.id = order_line.payment_id
left join payment_line as part
  on part.payment_id = payment.id and part.order_line_id = order_line.id and is_live
where order_line.status = 'paid' and (
  payment.captured_at is null or payment.cancelled_at is not null
  or part.net_cents is distinct from unit_price_cents::bigint * quantity
);

-- for each: order
select 'a captured payment has paid its lines', 'payment ' || payment.id,
  format('line %s is %s, paid by %s', part.order_line_id, order_line.status,
    coalesce(order_line.payment_id::text, 'none'))
from payment_line as part
join payment on payment.id = part.payment_id and captured_at is not null
join order_line on order_line.id = part.order_line_id
where (order_line.payment_id is not distinct from payment.id) <> (payment.cancelled_at is null);

-- for each: order
select 'the lines of a payment are its net amount', 'payment ' || payment.id,
  format('%s cents, lines %s', net_cents, lines.cents)
from (select distinct payment_id from payment_line) as part
join payment on payment.id = part.payment_id
join lateral (
  select sum(line.net_cents) as cents from public.payment_line as line
  where line.payment_id = payment.id
) as lines on true
where net_cents <> lines.cents;

-- for each: order
select 'the tax of a payment is computed once, on its net amount', 'payment ' || payment.id,
  format('%s %% of %s cents, tax %s', tax_percent, payment.net_cents, tax_cents)
from payment_line as part
join payment on payment.id = part.payment_id
join order_line on order_line.id = part.order_line_id
join orders on orders.id = order_line.order_id
where tax_cents <> round(payment.net_cents * tax_percent / 100);

-- for each: order
select 'an open payment costs what its lines cost, and none of them is paid or cancelled',
  'order ' || order_line.id,
  format('part %s of payment %s, line of %s cents is %s', part.net_cents, payment.id,
    unit_price_cents::bigint * quantity, order_line.status)
from payment_line as part
join payment on payment.id = part.payment_id and payment.status in ('open', 'cancelling')
join order_line on order_line.id = part.order_line_id
where part.net_cents <> unit_price_cents::bigint * quantity
  or order_line.status in ('paid', 'cancelled') or not is_live;

-- for each: order
select 'a line has at most one live payment', 'order ' || order_line_id, format('%s', count(*))
from payment_line where is_live
group by order_line_id having count(*) > 1;

-- for each: order
select 'a cancelled payment has no live line', 'payment ' || payment.id,
  format('line %s', order_line_id)
from payment_line as part join payment on payment.id = part.payment_id
where is_live and cancelled_at is not null;

-- for each: all
select 'unexpected money is refunded', 'payment ' || payment.id,
  format('%s cents, refunds of %s', total_cents, coalesce(sum(cents), 0))
from payment
left join refund on refund.payment_id = payment.id and refund.status <> 'failed'
where captured_at > now() - interval '2 days' and (
    cancelled_at is not null
    or not exists (select from payment_line where payment_id = payment.id)
  )
group by payment.id having total_cents <> coalesce(sum(cents), 0)
  -- Those that failed and still fit are reported below.
  and not exists (
    select from refund as failed where failed.payment_id = payment.id and (
      failed.is_excess or failed.is_owed and failed.cents <= total_cents - coalesce(sum(refund.cents), 0)
    )
  );

-- for each: due
select 'a refund that is wanted is made', 'payment ' || refund.payment_id,
  format('%s cents, since %s, %s failed', cents, refund.created_at, failures)
from refund
join payment on payment.id = refund.payment_id
-- It is due from when it was wanted, also again.
where refund.status = 'wanted' and coalesce(check_at not between now() - interval '2 minutes' and now(), true)
or refund.created_at < now() - interval '2 minutes' and (
  -- A bank may take days; meanwhile the reconciler checks with the provider.
  refund.status = 'sent' and (
    check_at is null or check_at < now() - interval '10 minutes'
    or refund.created_at < now() - interval '30 days')
  or is_excess and paid_back is null
  -- A person has to pay it back, unless the money was returned in another way.
  or refund.is_owed and cents <= total_cents - (
    select coalesce(sum(other.cents), 0) from refund as other
    where other.payment_id = payment.id and other.id <> refund.id and other.is_counted
  )
);

-- Every refund that succeeded has a credit note, so credit notes never exceed the invoice.
-- for each: order
select 'refunds do not exceed the captured amount', 'payment ' || payment.id,
  format('%s cents, refunds of %s', total_cents, sum(cents))
from (select distinct payment_id from payment_line) as part
join payment on payment.id = part.payment_id
join refund on refund.payment_id = payment.id and refund.is_counted
group by payment.id
having sum(refund.cents) > total_cents or sum(refund.net_cents) > payment.net_cents
  or sum(refund.tax_cents) > payment.tax_cents;

-- for each: order
select 'the lines of a refund are its net amount', 'payment ' || refund.payment_id,
  format('%s cents, lines %s', refund.net_cents, lines.cents)
from (select distinct refund_id from refund_line) as part
join refund on refund.id = part.refund_id
join lateral (
  select sum(line.net_cents) as cents from public.refund_line as line
  where line.refund_id = refund.id
) as lines on true
where refund.net_cents <> lines.cents;

-- for each: order
select 'only the unshipped pieces of a refund return to stock, and once',
  'order ' || movement.order_line_id,
  format('%s pieces of refund %s, of %s', delta, movement.refund_id, coalesce(unshipped, 0))
from stock_movement as movement
left join refund_line on refund_line.refund_id = movement.refund_id
  and refund_line.order_line_id = movement.order_line_id
where kind = 'return' and movement.refund_id is not null and delta is distinct from unshipped;

-- Pieces of a failed refund are still owed; restocked pieces are no longer with the buyer.
-- for each: order
select 'no piece is taken back twice', 'order ' || order_line.id,
  format('%s pieces, %s taken back', order_line.quantity, sum(taken.quantity))
from refund_line as taken
join refund on refund.id = refund_id and (
  refund.is_counted or exists (
    select from stock_movement as returned where returned.kind = 'return'
      and returned.refund_id = taken.refund_id and returned.order_line_id = taken.order_line_id
  )
)
join order_line on order_line.id = taken.order_line_id
group by order_line.id, order_line.quantity
having sum(taken.quantity) > order_line.quantity;

-- for each: due
select 'a cancelled payment comes to its end', 'payment ' || id,
  format('cancelling since %s', cancelling_at)
from payment where status = 'cancelling' and cancelling_at < now() - interval '2 minutes';

-- Only responses to calls for one line contain orderId.
-- for each: key
select 'an Idempotency-Key has an order of its own', 'order ' || order_id,
  format('%s keys of account %s', count(*), account_id)
from (
  select account_id,
    coalesce(answer ->> 'orderId', case when answer -> 'number' is not null then answer ->> '_id' end)
  from idempotency_key
) as answered (account_id, order_id)
where order_id is not null
group by account_id, order_id having count(*) > 1;

-- for each: key
select 'an acknowledged order is there', 'order ' || order_id,
  format('key %s of account %s', key, account_id)
from (
  select account_id, key,
    coalesce(answer ->> 'orderId', case when answer -> 'number' is not null then answer ->> '_id' end)
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

-- for each: due
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
select 'an invoice has the lines of its payment, as ordered', 'order ' || line.id,
  format('payment %s: %s cents of %s pieces, invoiced %s of %s', payment_id, part.net_cents,
    line.quantity, coalesce(billed.net_cents, 0), coalesce(billed.quantity, 0))
from (
  select payment_line.* from payment_line
  join payment on payment.id = payment_id and captured_at is not null and cancelled_at is null
) as part
full join (
  select invoice_line.*, invoice.payment_id, invoice.issued_at as invoiced_at
  from invoice_line join invoice on number = invoice_number
) as billed using (payment_id, order_line_id)
left join (select id, quantity, product_id from order_line) as line on line.id = order_line_id
where (part.net_cents, line.quantity, line.product_id, invoiced_at)
  is distinct from (billed.net_cents, billed.quantity, billed.product_id, billed.issued_at);

-- for each: order
select 'a payment that paid has an invoice of its amounts', 'payment ' || payment.id,
  format('net %s, tax %s; invoiced %s', payment.net_cents, payment.tax_cents, coalesce(content ->> 'amounts', 'nothing'))
from (select distinct payment_id from payment_line) as part
join payment on payment.id = part.payment_id
left join invoice on invoice.payment_id = payment.id
where case
  when captured_at is null or cancelled_at is not null then number is not null
  else content -> 'amounts' is distinct from
      jsonb_build_object('net', payment.net_cents, 'tax', payment.tax_cents, 'total', total_cents)
    or payment.net_cents is distinct from (
      select sum((line ->> 'net')::bigint) from jsonb_array_elements(content -> 'lines') as line
    )
end;

-- for each: order
select 'invoices are numbered without gaps', 'order ' || order_line_id,
  format('invoice %s of %s, the counter says %s', "position", invoice.year, last_position)
from invoice_line
join invoice on invoice.number = invoice_number
left join document_counter as counter on series = 'INV' and counter.year = invoice.year
where coalesce(last_position, 0) < "position" or first_position > "position"
  or "position" > first_position and not exists (
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
where coalesce(last_position, 0) < note."position" or first_position > note."position"
  or note."position" > first_position and not exists (
    select from credit_note as previous
    where previous.year = note.year and previous."position" = note."position" - 1
  );

-- Money that paid nothing was not invoiced, so its refund has no credit note.
-- for each: order
select 'a refund of an invoiced payment has its credit note', 'payment ' || part.payment_id,
  format('%s cents refunded, credited %s', cents, coalesce(note.content ->> 'amounts', 'nothing'))
from (select distinct payment_id from payment_line) as part
join refund on refund.payment_id = part.payment_id
left join invoice on invoice.payment_id = part.payment_id
left join credit_note as note on note.refund_id = refund.id
where case
  when succeeded_at is null or invoice.number is null or cents = 0 then note.number is not null
  else note.content -> 'amounts' is distinct from
    jsonb_build_object('net', refund.net_cents, 'tax', refund.tax_cents, 'total', cents)
end;

-- for each: all
select 'the last document has the last number', format('counter %s-%s', series, counter.year),
  format('counter %s, last document %s', last_position, coalesce(last_issued, first_position - 1))
from document_counter as counter
left join lateral (
  select max("position") as last_issued from (
    select max("position") as "position" from invoice where year = counter.year and series = 'INV'
    union all
    select max("position") from credit_note where year = counter.year and series = 'CN'
  ) as issued
) as issued on true
where last_position <> coalesce(last_issued, first_position - 1);

-- for each: order
select 'pieces are packed or refunded once, and only paid ones', 'order ' || order_line.id,
  format('%s pieces, %s; %s in shipments, %s shipped, %s refunded before', quantity, order_line.status,
    shipments.live, shipments.shipped, refunded.unshipped)
from order_line
cross join lateral (
  select coalesce(sum(part.quantity), 0) as live,
    coalesce(sum(part.quantity) filter (where shipment.status in ('shipped', 'delivered')), 0) as shipped
  from shipment_line as part join shipment on shipment.id = shipment_id
  where part.order_line_id = order_line.id and shipment.status <> 'cancelled'
) as shipments
cross join lateral (
  select coalesce(sum(part.unshipped), 0) as unshipped from refund_line as part
  where part.order_line_id = order_line.id
) as refunded
where live + unshipped > case order_line.status when 'paid' then quantity else 0 end
  or is_shipped <> (shipped + unshipped = quantity);

-- for each: order
select 'a shipment has lines of its order only', 'order ' || order_line_id,
  format('shipment %s', shipment.number)
from shipment_line
join shipment on shipment.id = shipment_id
left join order_line on order_line.id = order_line_id and order_line.order_id = shipment.order_id
where order_line.id is null;

-- for each: order
select 'pieces refunded as shipped were shipped', 'order ' || order_line.id,
  format('%s refunded after shipping, %s shipped', refunded.pieces, shipped.pieces)
from order_line
cross join lateral (
  select coalesce(sum(part.quantity - part.unshipped), 0) as pieces from refund_line as part
  join refund on refund.id = refund_id and is_counted
  where part.order_line_id = order_line.id and part.quantity is not null
) as refunded
cross join lateral (
  select coalesce(sum(packed.quantity), 0) as pieces from shipment_line as packed
  join shipment on shipment.id = shipment_id
  where packed.order_line_id = order_line.id and shipment.status in ('shipped', 'delivered')
) as shipped
where refunded.pieces > shipped.pieces;

-- So that the buyer keeps what was paid and not refunded: with the buyer, or left to ship.
-- for each: order
select 'pieces refunded for a return came with it', 'order ' || part.order_line_id,
  format('%s pieces of return %s, %s of them not shipped, %s came', sum(part.quantity), return_id,
    sum(unshipped), coalesce(max(received), 0))
from (
  select refund_line.*, return_id from refund_line
  join refund on refund.id = refund_id and return_id is not null and (is_counted or is_owed)
) as part
left join return_line using (return_id, order_line_id)
where part.quantity is not null
group by part.order_line_id, return_id
having sum(unshipped) > 0 or sum(part.quantity) > coalesce(max(received), 0);

-- for each: order
select 'returned pieces were shipped', 'order ' || order_line.id,
  format('%s returned, %s shipped', returned.pieces, shipped.pieces)
from order_line
cross join lateral (
  select coalesce(sum(case return_request.status when 'received' then received else part.quantity end), 0)
    as pieces
  from return_line as part join return_request on return_request.id = return_id
  where part.order_line_id = order_line.id and return_request.status not in ('refused', 'closed')
) as returned
cross join lateral (
  select coalesce(sum(part.quantity), 0) as pieces
  from shipment_line as part join shipment on shipment.id = shipment_id
  where part.order_line_id = order_line.id and shipment.status in ('shipped', 'delivered')
) as shipped
where returned.pieces > shipped.pieces;

-- for each: order
select 'what a return says to be back in stock is there, once', 'order ' || order_line_id,
  format('%s pieces in stock of return %s, which says %s', coalesce(delta, 0), return_id, coalesce(restocked, 0))
from (
  select * from stock_movement where kind = 'return' and return_id is not null
) as movement
full join (
  select return_id, order_line_id, restocked from return_line
  join return_request on return_request.id = return_id
  where status = 'received' and restocked > 0
) as part using (return_id, order_line_id)
where delta is distinct from restocked;
