import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { signUp } from '../e2e/testing/api-helpers.ts'
import { openAsDemoAdmin } from '../e2e/testing/fixtures.ts'
import { buyAndPay, linesOnStation, scannerOf } from '../e2e/testing/shipping.ts'
import { CHROMIUM_FLAGS, findOrInstallChromium } from '../src/platform/testing/browsers/chromium.ts'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import type { AuditContext, Caller } from '../src/shop/auth/access/caller.server.ts'
import { findOrdersById } from '../src/shop/orders/order-queries.server.ts'
import { AFTER_ALL_ORDERS } from '../src/shop/orders/orders-query.ts'
import { packShipment, shipShipment } from '../src/shop/shipping/change-shipment.server.ts'
import { toPackingOrderJson } from '../src/shop/shipping/packing-order.server.ts'
import { countQueue, listQueue } from '../src/shop/shipping/packing-queue.server.ts'
import { queueTabs } from '../src/shop/shipping/queue-tabs.ts'
import type { ShipmentRow } from '../src/shop/shipping/shipment-queries.server.ts'
import type { ShipmentRefusal } from '../src/shop/shipping/shipment-refusals.server.ts'
import { startPacking } from '../src/shop/shipping/start-packing.server.ts'
import { medianOf, medianTime } from './median-time.ts'
import { type Rows, report } from './report.ts'
import { openMigratedDatabase } from './shops/migrated-database.ts'

/**
 * Measures the packing queue among 100,000 paid orders on a private PostgreSQL server: with 1,000 that
 * are to be packed, and with all of them. A page, with its counts, should take less than 100 ms.
 */
/** An odd number, for the median. */
const SHIPMENTS = 21
const rules = { carriers: [{ name: 'UPS' }], returnDays: 30 }
/** How many orders; fewer show only that it works. */
const ORDERS = Number(process.env.PACKING_ORDERS ?? 100_000)
const { db, pool, stop } = await openMigratedDatabase()
try {
  await fill()
  const rows: Rows = {}
  await leaveOpen(100)
  await measure(rows, '1,000 to pack')
  await measurePacking(rows, '1,000 to pack')
  await leaveOpen(1)
  await measure(rows, '100,000 to pack')
  await measurePacking(rows, '100,000 to pack')
  report('The packing queue among 100,000 orders', rows)
} finally {
  await stop()
}
report('The pack station in a browser', {
  'twelve scans': { 'slowest key, ms': await slowestKey() },
})

/** Packs twelve pieces by scans; returns the longest time from a key to the next paint. */
async function slowestKey(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forgewell-bench-'))
  const shop = await startTestShop({ DATA_DIR: dataDir })
  // Where the admin's password is.
  process.env.TEST_SHOP_TEMPLATE = dataDir
  const browser = await chromium.launch({
    executablePath: findOrInstallChromium(),
    args: CHROMIUM_FLAGS,
  })
  try {
    const page = await (await browser.newContext({ baseURL: shop.url })).newPage()
    await page.addInitScript(noteSlowestKey)
    const buyer = { name: 'Jane Buyer', email: 'jane@example.com', password: 'correct horse' }
    await signUp(page.request, buyer)
    const [order] = await buyAndPay(page.request, buyer, [['Claw Hammer 450 g']])
    await page.context().clearCookies()
    await openAsDemoAdmin(page, '/dashboard/shipping/pack')
    const { scan } = scannerOf(page)
    await page.getByLabel('Scan an order').waitFor()
    await scan(order?.number ?? '')
    const [line] = await linesOnStation(page)
    for (let piece = 0; piece < 12; piece++) await scan(line?.sku ?? '')
    await page.getByLabel('Tracking number (optional)').waitFor()
    return await page.evaluate(() => window.slowestKey)
  } finally {
    await browser.close()
    await shop.stop()
    delete process.env.TEST_SHOP_TEMPLATE
    rmSync(dataDir, { recursive: true, force: true })
  }
}

declare global {
  interface Window {
    slowestKey: number
  }
}

function noteSlowestKey(): void {
  window.slowestKey = 0
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (name.startsWith('key')) window.slowestKey = Math.max(window.slowestKey, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

async function measure(rows: Rows, name: string): Promise<void> {
  const page = { search: '', size: 21 }
  const pages = {
    ...Object.fromEntries(queueTabs.map((tab) => [tab, { ...page, tab }])),
    'to-pack, last page': { ...page, tab: 'to-pack', before: AFTER_ALL_ORDERS },
    'to-pack, a number': { ...page, tab: 'to-pack', search: 'FW-60001' },
    'to-pack, a SKU': { ...page, tab: 'to-pack', search: 'P-10500' },
  } as const
  for (const [title, queuePage] of Object.entries(pages)) {
    rows[`${name}: ${title}`] = {
      'list, ms': await medianTime(() => listQueue(db, queuePage)),
      shown: (await listQueue(db, queuePage)).length,
    }
  }
  const searches = { counts: '', 'counts, a buyer': 'jane', 'counts, a SKU': 'P-10500' }
  for (const [title, search] of Object.entries(searches)) {
    rows[`${name}: ${title}`] = { 'list, ms': await medianTime(() => countQueue(db, search)) }
  }
}

/** Opens the next orders, reads, packs and ships them, as the pack station does. */
async function measurePacking(rows: Rows, name: string): Promise<void> {
  const id = randomUUID()
  await pool.query('insert into account (id, email, name) values ($1, $2, $3)', [
    id,
    `${id}@example.com`,
    'Olga Packer',
  ])
  const packer: Caller = {
    id,
    email: `${id}@example.com`,
    name: 'Olga Packer',
    emailVerified: true,
    role: 'admin',
    sessionId: id,
    lacksSecondFactor: false,
    lacksVerifiedEmail: false,
  }
  const audit: AuditContext = { actor: packer, ipAddress: null, now: new Date() }
  const taken: Record<string, number[]> = {}
  const timed = async <T>(what: string, call: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await call()
    taken[what] = [...(taken[what] ?? []), performance.now() - start]
    return result
  }
  for (let shipment = 0; shipment < SHIPMENTS; shipment++) {
    const begun = accepted(await timed('next order', () => startPacking(db, packer, {})))
    const json = await timed('read the order', async () => {
      const [order] = await findOrdersById(db, [begun.orderId])
      return order && toPackingOrderJson(db, order)
    })
    const lines = (json?.lines ?? []).map(({ _id, open }) => ({ _id, quantity: open }))
    const open = { id: begun.id, version: begun.version, lines }
    const packed = accepted(await timed('pack', () => packShipment(db, audit, open)))
    const seen = { id: packed.id, version: packed.version }
    const by = { carrier: 'UPS', trackingNumber: `1Z${shipment}` }
    accepted(await timed('ship', () => shipShipment(db, rules, audit, { ...seen, ...by })))
  }
  for (const [what, times] of Object.entries(taken)) {
    rows[`${name}: ${what}`] = { 'list, ms': Math.round(medianOf(times) * 10) / 10 }
  }
}

function accepted(answer: ShipmentRow | ShipmentRefusal): ShipmentRow {
  if ('refused' in answer) throw new Error(`Refused: ${JSON.stringify(answer)}`)
  return answer
}

/** Marks all lines except every nth as shipped. */
async function leaveOpen(every: number): Promise<void> {
  await pool.query(`
    alter table order_line disable trigger user;
    update order_line set is_shipped = (position_of % ${every} <> 0)
      from (select id as line_id, row_number() over (order by id) as position_of from order_line) as numbered
      where line_id = order_line.id and is_shipped <> (position_of % ${every} <> 0);
    alter table order_line enable trigger user`)
  await pool.query('vacuum analyze')
}

// Twenty orders in a hundred have two lines.
async function fill(): Promise<void> {
  await pool.query(`
    create function made_id(n bigint) returns uuid language sql immutable return
      (lpad(to_hex(1700000000000 + n * 1000), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid;
    insert into account (id, email, name) select made_id(n), 'buyer-' || n || '@example.com', 'Jane Name' from generate_series(0, 99) n;
    insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
      select made_id(n), 'Wrench ' || n, 'A tool.', 1250, 5000, 50, '/media/x' from generate_series(0, 999) n;
    alter table orders disable trigger user;
    alter table order_line disable trigger user;
    insert into orders (id, number, account_id, name, email, address, placed_at, searched)
      select made_id(n), 'FW-' || (10001 + n), made_id(n % 100), 'Jane Name', 'buyer@example.com', '1 Anvil Street',
        to_timestamp(1700000000 + n), 'Jane Name ' || product.name || ' ' || product.sku
      from generate_series(0, ${ORDERS - 1}) n join product on product.id = made_id(n * 7919::bigint % 1000);
    insert into payment (id, account_id, provider, provider_id, net_cents, tax_cents, captured_at)
      select made_id(n), made_id(n % 100), 'stripe', 'pi_' || n, 12500, 0, now() from generate_series(0, ${ORDERS - 1}) n;
    insert into order_line (id, order_id, account_id, position, product_id, product_name, sku, unit_price_cents, quantity, image, payment_id)
      select made_id(n * 2 + line), made_id(n), made_id(n % 100), 1 + line, product.id, product.name, product.sku, 1250, 10, '/x', made_id(n)
      from generate_series(0, ${ORDERS - 1}) n
      join generate_series(0, 1) line on line = 0 or n % 5 = 0
      join product on product.id = made_id(n * 7919::bigint % 1000);
    alter table orders enable trigger user;
    alter table order_line enable trigger user`)
}
