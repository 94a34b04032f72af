import { audit } from '#prove/audit.ts'
import { placeOrder } from '#prove/buyer-actions.ts'
import { PRODUCTS } from '#prove/seed.ts'
import type { ProofShop } from '#prove/shop.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { pay, type Workload } from '#prove/workload.ts'

/** The ids of orders. */
export type Acknowledged = { ordered: string[]; paid: string[] }

/** Not one of the workload's. */
const BUYER = 100

/** Returns the changes that the shop has acknowledged so far. */
export function acknowledgedBy({ ordered, paid }: Workload): Acknowledged {
  return { ordered: ordered.map(({ orderId }) => orderId), paid: [...paid] }
}

/**
 * Orders and pays in a restored shop, then stops it and checks that it is consistent and contains what
 * was acknowledged before. Returns the deviations.
 */
export async function checkRestored(shop: ProofShop, { ordered, paid }: Acknowledged): Promise<string[]> {
  const now: Workload = { ordered: [], paid: [], deviations: [] }
  const order = { product: PRODUCTS[0] ?? '', quantity: 1, key: 'after the restore' }
  const { status, body } = await placeOrder(shop, BUYER, order)
  if (status !== 200) return [`an order in the restored shop returned ${status}`]
  const failure = await pay(shop, now, { buyer: BUYER, orderId: body._id })
  // Orders that were not paid yet may stay unpaid.
  const inconsistent = await waitUntilConsistent(shop, () => true)
  const different = await audit(shop, async (pool) => {
    const { rows } = await pool.query<{ id: string; status: string }>('select id, status from order_line')
    const stored = new Map(rows.map(({ id, status }) => [id, status]))
    return [
      ...ordered.filter((id) => !stored.has(id)).map((id) => `order ${id} was not restored`),
      ...[...paid, ...now.paid]
        .filter((id) => stored.get(id) !== 'paid')
        .map((id) => `order ${id} was paid and is ${stored.get(id)}`),
    ]
  })
  return [...(failure ? [failure] : []), ...inconsistent, ...different]
}
