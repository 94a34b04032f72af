import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { audit } from '#prove/audit.ts'
import { placeOrder, retry } from '#prove/buyer-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { LIST_PRODUCTS, LIST_STOCK } from '#prove/seed.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import type { Order, OrderLine } from '#shop/orders/order.ts'
import type { RefusedLines } from '#shop/orders/purchase/new-order-json.server.ts'

type Line = { productId: string; quantity: number }
type Reply = Order & RefusedLines

const MAX_LINES = 6
const MAX_QUANTITY = 5
const MAX_ATTEMPTS = 5

/**
 * Many lists race for the same products, with single orders among them. A refused buyer fixes the lines
 * as reported and tries again. Every list must be placed whole or not at all.
 */
export const raceOfLists: Scenario = {
  name: '500 lists race for the same stock',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const buyers = Array.from({ length: isShort ? 200 : 500 }, (_, index) => index + 1)
      const race: Race = { lists: [], singles: [], tries: 0, refusals: 0, fixes: 0, deviations: [] }
      await Promise.all(buyers.map((buyer) => buy(shop, buyer, random.fork(buyer), race)))
      const sold = race.lists.flatMap(({ lines }) => lines).concat(race.singles)
      const pieces = sold.reduce((sum, { quantity }) => sum + quantity, 0)
      const audited = await audit(shop, (pool) => compare(pool, race))
      return {
        tries: race.tries,
        counted: `${race.lists.length} lists with ${race.lists.flatMap(({ lines }) => lines).length} lines and ${race.singles.length} single orders placed, ${pieces} pieces; ${race.refusals} lists refused, ${race.fixes} lines fixed`,
        deviations: [...race.deviations, ...audited],
      }
    }),
}

type Race = {
  /** The orders of each list that was placed. */
  lists: Order[]
  singles: OrderLine[]
  tries: number
  refusals: number
  fixes: number
  deviations: string[]
}

async function buy(shop: ProofShop, buyer: number, random: Random, race: Race): Promise<void> {
  if (random.chance(0.2)) await buySingle(shop, buyer, random, race)
  let lines = Array.from({ length: random.integer(1, MAX_LINES) }, () => ({
    productId: random.pick(LIST_PRODUCTS),
    quantity: random.integer(1, MAX_QUANTITY),
  }))
  for (let attempt = 1; lines.length > 0 && attempt <= MAX_ATTEMPTS; attempt++) {
    const key = `list ${attempt}`
    // Some buyers click twice.
    const copies = random.chance(0.3) ? 2 : 1
    const sent = lines
    const replies = await Promise.all(
      Array.from({ length: copies }, () => retry(() => placeList(shop, buyer, sent, key))),
    )
    race.tries += copies
    const [first] = replies
    const placed = replies.filter(({ status }) => status === 200)
    for (const { body } of placed) {
      if (!isWhole(body, sent) || !isDeepStrictEqual(body, placed[0]?.body))
        race.deviations.push(`buyer ${buyer} sent ${lines.length} lines: ${JSON.stringify(body)}`)
    }
    if (placed[0]) {
      race.lists.push(placed[0].body)
      // The second copy of a refused list may be placed; never the other way round.
      return
    }
    race.refusals += 1
    const fixed = fix(sent, first?.body)
    if (first?.status !== 409 || !fixed) {
      race.deviations.push(`buyer ${buyer}: ${first?.status} ${JSON.stringify(first?.body)}`)
      return
    }
    race.fixes += first.body.lines.length
    lines = fixed
  }
}

function placeList(shop: ProofShop, buyer: number, lines: Line[], key: string) {
  return shop.send<Reply>('order', '/api/orders', {
    method: 'POST',
    user: buyer,
    headers: { 'Idempotency-Key': key },
    body: { lines, name: 'Jane Buyer', address: '1 Anvil Street' },
  })
}

async function buySingle(shop: ProofShop, buyer: number, random: Random, race: Race) {
  const product = random.pick(LIST_PRODUCTS)
  const order = { product, quantity: random.integer(1, MAX_QUANTITY), key: 'single' }
  const { status, body } = await retry(() => placeOrder(shop, buyer, order))
  race.tries += 1
  if (status === 200) race.singles.push(body)
  else if (status !== 409) race.deviations.push(`buyer ${buyer}, single: ${status}`)
}

function isWhole(order: Order | undefined, lines: Line[]): boolean {
  const kinds = (all: Line[]) => all.map(({ productId, quantity }) => `${quantity} of ${productId}`).join()
  return order?.lines !== undefined && kinds(order.lines) === kinds(lines)
}

/** Returns the list without its faults; undefined when the refusal does not fix it. */
function fix(lines: Line[], refused: RefusedLines | undefined): Line[] | undefined {
  const faults = new Map(refused?.lines?.map((fault) => [fault.index, fault]))
  if (faults.size === 0) return undefined
  const fixed = lines.flatMap((line, index) => {
    const fault = faults.get(index)
    if (!fault) return [line]
    return fault.available ? [{ ...line, quantity: fault.available }] : []
  })
  return JSON.stringify(fixed) === JSON.stringify(lines) ? undefined : fixed
}

/** Compares the orders in the database with those that were acknowledged. */
async function compare(pool: pg.Pool, { lists, singles }: Race): Promise<string[]> {
  const deviations: string[] = []
  const { rows } = await pool.query<{ lines: string[] }>(
    'select array_agg(id order by position) as lines from order_line group by order_id',
  )
  const stored = new Set(rows.map(({ lines }) => lines.join()))
  const acknowledged = [...lists.map(({ lines }) => lines), ...singles.map((line) => [line])]
  for (const lines of acknowledged) {
    const ids = lines.map(({ _id }) => _id).join()
    if (!stored.delete(ids)) deviations.push(`not whole in the database: ${ids}`)
  }
  for (const ids of stored) deviations.push(`placed but never acknowledged: ${ids}`)
  const { rows: left } = await pool.query<{ id: string; quantity: number; sold: number }>(
    `select product.id, product.quantity, coalesce(sum(order_line.quantity), 0)::integer as sold
     from product left join order_line on product_id = product.id
     where product.id = any($1) group by product.id`,
    [LIST_PRODUCTS],
  )
  for (const { id, quantity, sold } of left)
    if (quantity + sold !== LIST_STOCK) deviations.push(`${id}: ${sold} sold, ${quantity} left`)
  const { rows: deadlocks } = await pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database() and deadlocks > 0',
  )
  return [...deviations, ...deadlocks.map(({ deadlocks }) => `${deadlocks} deadlocks`)]
}
