import type pg from 'pg'
import { audit } from '#prove/audit.ts'
import { placeOrder, retry } from '#prove/buyer-actions.ts'
import type { Random } from '#prove/random.ts'
import type { Scenario } from '#prove/scenario.ts'
import { LAST_PIECES } from '#prove/seed.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { aboveStockText } from '#shop/orders/order.ts'

const { product, quantity: PIECES } = LAST_PIECES
const MAX_QUANTITY = 5
// A refusal names its limit only in the message: the stock, or the buyer's share of it.
const limit = new RegExp(
  `^${aboveStockText(0, 1).replace('0', String.raw`(\d+)`)}$|order at most (\\d+) piece`,
  'i',
)

/** Many buyers order the last pieces at once; a refused buyer retries with the quantity still allowed. */
export const raceForTheLastPieces: Scenario = {
  name: 'Race for the last 50 pieces',
  run: ({ environments, random, isShort }) =>
    withShop(environments, async (shop) => {
      const buyers = Array.from({ length: isShort ? 200 : 500 }, (_, index) => index + 1)
      const race = { sold: 0, refusals: 0, isOver: false, deviations: [] as string[] }
      const watching = watchStock(shop, race)
      await Promise.all(buyers.map((buyer) => buy(shop, buyer, random.fork(buyer), race)))
      race.isOver = true
      const reads = await watching
      if (race.sold !== PIECES) race.deviations.push(`${race.sold} pieces were sold`)
      return {
        tries: buyers.length,
        counted: `${race.sold} pieces sold, ${race.refusals} refusals with the limit, ${reads} reads of the stock`,
        deviations: [...race.deviations, ...(await audit(shop, lowestStock))],
      }
    }),
}

type Race = { sold: number; refusals: number; isOver: boolean; deviations: string[] }

async function buy(shop: ProofShop, buyer: number, random: Random, race: Race): Promise<void> {
  let quantity = random.integer(1, MAX_QUANTITY)
  for (let attempt = 1; quantity > 0; attempt++) {
    const order = { product, quantity, key: `race ${attempt}` }
    const { status, body } = await retry(() => placeOrder(shop, buyer, order))
    if (status === 200) {
      race.sold += quantity
      return
    }
    const [, inStock, share] = limit.exec(body?.message ?? '') ?? []
    const allowed = Number(inStock ?? share ?? Number.NaN)
    if (status !== 409 || !(allowed < quantity)) {
      race.deviations.push(`buyer ${buyer} ordered ${quantity}: ${status} ${JSON.stringify(body)}`)
      return
    }
    race.refusals += 1
    quantity = allowed
  }
}

/** Reads the stock continuously, as a visitor. Returns the number of reads. */
async function watchStock(shop: ProofShop, race: Race): Promise<number> {
  for (let reads = 0; ; reads++) {
    if (race.isOver && reads > 0) return reads
    const { body } = await retry(() => shop.send<Product>('other', `/api/products/${product}`))
    const isPossible = body?.quantity >= 0 && body.quantity <= PIECES
    if (!isPossible) race.deviations.push(`a visitor read a stock of ${body?.quantity}`)
  }
}

/** Finds negative stock at any point of the ledger, including between the reads. */
async function lowestStock(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ stock: string }>(
    `select stock from (
       select sum(delta) over (order by id) as stock from stock_movement where product_id = $1
     ) as moment where stock < 0`,
    [product],
  )
  return rows.map(({ stock }) => `the stock was ${stock}`)
}
