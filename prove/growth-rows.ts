/** The buyer who has half of all orders. */
export const BULK_BUYER = 'bulk@shop.example'
/** An admin. */
export const ADMIN = 'buyer-1@shop.example'

// 40,000 characters of paragraphs with marks.
const LONGEST_TEXT = `left(repeat(repeat('Some **bold** words, a [link](https://example.com/x) and *more*. ', 10)
  || chr(10) || chr(10), 70), 40000)`

// Specifications and prices repeat, so that their search documents are made once.
const PATTERNS = `create temporary table pattern as
  select kind, row_number() over () - 1 as nr, name, description, min_quantity, image, category,
    specifications, 500 + (unit_price_cents + kind * 7907) % 90000 as cents,
    search_document('', name, description, category, specifications,
      500 + (unit_price_cents + kind * 7907) % 90000) as words
  from (select name, description, unit_price_cents, min_quantity, image, category, kind,
      (select coalesce(jsonb_object_agg(key, case jsonb_typeof(value) when 'number'
        then to_jsonb(round((value #>> '{}')::numeric * (1 + kind) / 10, 1)) else value end), '{}')
        from jsonb_each(specifications)) as specifications
    from product, generate_series(0, 39) kind where sku like 'FW-%') made`

const PAID_LINES = `select *, quantity * unit_price_cents as net,
    extract(year from issued_at at time zone 'UTC')::integer as year
  from (select *, ('x' || right(id::text, 12))::bit(48)::bigint as n,
      to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
        + interval '1 hour' as issued_at
    from order_line where payment_id is not null and sku like 'V-%') of_order`

/** The statements that fill each table; $size is the number of products. */
export const rowsOf = {
  product: [
    PATTERNS,
    `insert into product (id, sku, name, description, unit_price_cents, quantity, min_quantity, image,
        category, specifications)
      select made_id(n), 'V-' || n, name || ' ' || n, description, cents, n * 6661::bigint % 5000,
        min_quantity, image, category, specifications
      from generate_series(1, $size) n
      join pattern on nr = n * 7919::bigint % (select count(*) from pattern)`,
  ],
  product_search: [
    `insert into product_search (product_id, category, name, unit_price_cents, min_quantity, orderable,
        facets, words, sku_letters, name_terms, family, size_order)
      select made_id(n), category, name || ' ' || n, cents, min_quantity,
        n * 6661::bigint % 5000 >= min_quantity, search_facets(specifications),
        array_to_tsvector(tsvector_to_array(words) || array[n::text, '~' || n, 'v-' || n, 'v' || n]),
        'v' || n, array_to_string(search_terms(name || ' ' || n), ' '), name || ' ' || n, size_order('')
      from generate_series(1, $size) n
      join pattern on nr = n * 7919::bigint % (select count(*) from pattern)`,
  ],
  account: [
    `insert into account (id, email, email_verified, name)
      select made_id(n), 'buyer-' || n || '@shop.example', true, 'Jane Name' || n % 1000
      from generate_series(1, $size / 10) n
      union all select made_id(0), '${BULK_BUYER}', true, 'Bulk Buyer'`,
  ],
  open_account: ['insert into open_account (id) select id from account on conflict do nothing'],
  company: [
    `insert into company (id, name) select made_id(n), 'Company ' || n from generate_series(1, least(1000, $size / 20)) n`,
  ],
  company_member: [
    `insert into company_member (account_id, company_id)
      select made_id(n), made_id(1 + n % least(1000, $size / 20)) from generate_series(1, $size / 10) n where n % 3 > 0`,
  ],
  // Of one company each, every second one a contract, with 40 products in two steps.
  price_list: [
    `insert into price_list (id, name, company_id, is_contract)
      select made_id(n), 'List ' || n, made_id(n), n % 2 = 0 from generate_series(1, least(500, $size / 40)) n`,
  ],
  price_row: [
    `insert into price_row (list_id, product_id, min_quantity, unit_price_cents)
      select made_id(n), made_id(1 + (n * 40 + nr) * 7919::bigint % $size), step, 1000 - step
      from generate_series(1, least(500, $size / 40)) n, generate_series(1, 40) nr, (values (1), (100)) steps (step)`,
  ],
  blog_post: [
    `insert into blog_post (id, title, body, author, image, published_at)
      select gen_random_uuid(), 'Post ' || n, ${LONGEST_TEXT}, 'Marta Lindqvist', '/media/x.webp',
        now() - n * interval '1 day'
      from generate_series(1, least(200, $size / 100)) n`,
  ],
  legal_page: [
    `insert into legal_page (slug, version, body, saved_by)
      select slug, n, ${LONGEST_TEXT}, '${ADMIN}'
      from generate_series(1, least(50, 1 + $size / 400)) n,
        unnest(array['terms', 'privacy', 'imprint', 'shipping-and-returns']) slug
      on conflict do nothing`,
  ],
  // Half are of one buyer; a third is cancelled; 2 % are unpaid, most of them new.
  orders: [
    `insert into orders (id, number, account_id, name, email, address, placed_at, searched)
      select made_id(n), 'FW-' || (10000 + n), account.id, account.name, account.email,
        '1 Anvil Street', to_timestamp(made_ms(n) / 1000.0),
        account.name || ' ' || account.email || ' ' || product.name || ' ' || product.sku
      from generate_series(1, $size) n
      join account on account.id = made_id(case when n % 2 = 0 then 0
        else 1 + n * 7::bigint % ($size / 10) end)
      join product on product.id = made_id(1 + n * 7919::bigint % $size)
      order by n`,
  ],
  payment: [
    `insert into payment (id, account_id, provider, provider_id, net_cents, tax_cents, captured_at)
      select made_id(n), made_id(case when n % 2 = 0 then 0 else 1 + n * 7::bigint % ($size / 10) end),
        'stripe', 'pi_' || n, 1000, 0, now()
      from generate_series(1, $size) n`,
  ],
  order_line: [
    `insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
        unit_price_cents, quantity, image, payment_id, cancelled_at,
        cancelled_by, stock_restored)
      select made_id(n), made_id(n), account.id, 1, product.id,
        product.name, product.sku, product.unit_price_cents, 10, product.image,
        case when state = 'paid' then made_id(n) end,
        case when state = 'cancelled' then now() end,
        case when state = 'cancelled' then account.id end,
        case when state = 'cancelled' then true end
      from (select n, case when n % 50 = 0 and n > $size * 0.9 or n % 1000 = 0 then 'unpaid'
          when n % 3 = 0 then 'cancelled' else 'paid' end as state
        from generate_series(1, $size) n) made
      join account on account.id = made_id(case when n % 2 = 0 then 0
        else 1 + n * 7::bigint % ($size / 10) end)
      join product on product.id = made_id(1 + n * 7919::bigint % $size)
      order by n`,
  ],
  // Each paid order has an invoice of an hour later; of each 50th, half was credited, without or with its line.
  invoice: [
    `insert into invoice (number, year, position, issued_at, account_id, payment_id, content)
      select 'INV-' || year || '-' || lpad(n::text, greatest(5, length(n::text)), '0'), year, n, issued_at,
        account_id, payment_id,
        jsonb_build_object('amounts', jsonb_build_object('net', net, 'tax', 0, 'total', net))
      from (${PAID_LINES}) paid`,
  ],
  invoice_line: [
    `insert into invoice_line (invoice_number, order_line_id, quantity, net_cents, issued_at, product_id)
      select number, paid.id, quantity, net, paid.issued_at, product_id
      from (${PAID_LINES}) paid join invoice using (payment_id)`,
  ],
  refund: [
    `insert into refund (id, payment_id, net_cents, tax_cents, reason, status, provider_id, succeeded_at)
      select payment_id, payment_id, net / 2, 0, 'Returned', 'succeeded', 're_' || n, issued_at
      from (${PAID_LINES}) paid where n % 50 < 2`,
  ],
  refund_line: [
    `insert into refund_line (refund_id, order_line_id, net_cents)
      select refund.id, refund.id, net_cents from refund where right(provider_id, 1) in ('0', '5')`,
  ],
  credit_note: [
    `insert into credit_note (number, year, position, issued_at, account_id, refund_id, content)
      select replace(number, 'INV', 'CN'), year, position, succeeded_at, account_id, refund.id,
        jsonb_build_object('amounts', jsonb_build_object('net', refund.net_cents, 'tax', 0))
      from refund join invoice using (payment_id)`,
  ],
}
