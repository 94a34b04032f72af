import type pg from 'pg'
import { cancelOrder, placeOrder } from '#prove/buyer-actions.ts'
import type { Random } from '#prove/random.ts'
import { PACKERS, PRODUCTS } from '#prove/seed.ts'
import { buyOrder } from '#prove/shipping/paid-orders.ts'
import { newWalk, stepOfBuyer, stepOfPacker } from '#prove/shipping/walk.ts'
import type { ProofShop } from '#prove/shop.ts'

/** Buyers with a treatment of their own; their e-mails count from 1. */
const TREATMENTS = {
  'user-2@proof.example': { treatment: 'exempt', reference: 'EX-1' },
  'user-3@proof.example': { treatment: 'reverse-charge', reference: 'DE123456789' },
}
const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_refundFail'] as const
/** Buyers who never pay, of no company. */
const NEW_BUYERS = [6, 7, 8]
const ORDERS = 9
const STEPS = 240

/** The states that last; a refund that is wanted or sent is decided within a round. */
const STATES = {
  order_line: ['cancelled', 'paid', 'unpaid'],
  refund: ['failed', 'succeeded'],
  return_request: ['approved', 'closed', 'received', 'refused', 'requested'],
  shipment: ['cancelled', 'delivered', 'open', 'packed', 'shipped'],
}

type Named = { _id: string; slug: string; sku: string }
type Admin = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => Promise<Named>

/**
 * Fills a shop with orders, shipments, returns and refunds in all states, of buyers with all tax treatments, and
 * open orders of new buyers.
 */
export async function fillShop(shop: ProofShop, random: Random): Promise<void> {
  const admin: Admin = async (method, path, body) => {
    const sent = body === undefined ? { method, user: 0 } : { method, user: 0, body }
    const answered = await shop.send<Named>('other', path, sent)
    if (answered.status >= 300) throw new Error(`${path} returned ${answered.status}`)
    return answered.body
  }
  for (const [email, tax] of Object.entries(TREATMENTS)) {
    await admin('PUT', `/api/users/tax/${email}`, tax)
  }
  const { _id: company } = await admin('POST', '/api/companies', { name: 'Anvil Works' })
  await admin('PUT', `/api/companies/${company}/members/user-4@proof.example?takesTax=true`, {})
  const list = { name: 'Contract', for: { company }, contract: true }
  const { _id: contract } = await admin('POST', '/api/price-lists', list)
  const rows = [{ all: true, minQuantity: 1, percent: 10 }]
  await admin('PUT', `/api/price-lists/${contract}/rows`, { rows })
  await admin('POST', `/api/price-lists/${contract}/publish`, {})

  const walk = newWalk(shop)
  for (let at = 0; at < ORDERS; at++) {
    const order = { key: `order ${at}`, lines: 3, pieces: 8, card: random.pick(CARDS) }
    walk.orders.push(await buyOrder(shop, 1 + (at % 5), order, random))
  }
  for (let step = 0; step < STEPS; step++) {
    if (random.chance(0.3)) await stepOfBuyer(walk, { random, step })
    else await stepOfPacker(walk, { user: random.pick(PACKERS), random, step })
  }
  for (const key of ['unpaid', 'cancelled']) {
    const order = { product: PRODUCTS[0] ?? '', quantity: 2, key }
    const { body } = await placeOrder(shop, 6, order)
    if (key === 'cancelled') await cancelOrder(shop, 6, body._id)
  }
  for (const buyer of NEW_BUYERS) {
    for (const key of ['first', 'second']) {
      const order = { product: PRODUCTS[1] ?? '', quantity: 3, key }
      const { status } = await placeOrder(shop, buyer, order)
      if (status !== 200) throw new Error(`The order of a new buyer returned ${status}`)
    }
  }
  if (walk.unexpected.length > 0) throw new Error(walk.unexpected.join('\n'))
}

/** Adds posts whose texts are long and use all of Markdown that the shop renders. */
export async function addPosts(pool: pg.Pool): Promise<void> {
  const body = `# Heading\n\nSome **bold**, _emphasised_ and [linked](https://forgewell.example) words.\n\n${'> A quote.\n\n- An item\n- Another\n\n'.repeat(100)}`
  await pool.query(
    `insert into blog_post (id, title, body, image, author, author_role, published_at)
     select gen_random_uuid(), 'Post ' || number, 'Of post ' || number || E'.\\n\\n' || $1,
       '/media/0123456789abcdef0123456789abcdef.webp', 'Ann Author', 'Editor',
       now() - number * interval '1 day'
     from generate_series(1, 30) number`,
    [body],
  )
}

/** Returns the states that a filled shop does not have. */
export async function missingStates(pool: pg.Pool): Promise<string[]> {
  const missing: string[] = []
  for (const [table, states] of Object.entries(STATES)) {
    const { rows } = await pool.query<{ status: string }>(`select distinct status from ${table}`)
    const statuses = new Set(rows.map(({ status }) => status))
    missing.push(...states.filter((state) => !statuses.has(state)).map((state) => `${table} ${state}`))
  }
  return missing
}
