import type pg from 'pg'
import type { Product } from '#shop/catalogue/product.ts'
import { aboveStockText } from '#shop/orders/order.ts'
import { audit } from './audit.ts'
import { insist, placeOrder } from './buyer-steps.ts'
import type { Random } from './random.ts'
import type { Part } from './scenario.ts'
import { LAST_PIECES } from './seed.ts'
import { type ProofShop, withShop } from './shop.ts'

const { tool, quantity: PIECES } = LAST_PIECES
const LARGEST_LOT = 5
// The refusals say the bound in their words, and nowhere else: the stock, or a buyer's share of it.
const bound = new RegExp(
  `^${aboveStockText(0).replace('0', String.raw`(\d+)`)}$|please order at most (\\d+) piece`,
)

/** Many buyers want the last pieces at once; who is told that fewer are left takes what is left. */
export const raceForTheLastPieces: Part = {
  name: 'Race for the last 50 pieces',
  run: ({ grounds, random, isShort }) =>
    withShop(grounds, async (shop) => {
      const buyers = Array.from({ length: isShort ? 60 : 500 }, (_, index) => index + 1)
      const race = { sold: 0, refusals: 0, isOver: false, deviations: [] as string[] }
      const watching = watchStock(shop, race)
      await Promise.all(buyers.map((buyer) => buy(shop, buyer, random.fork(buyer), race)))
      race.isOver = true
      const looks = await watching
      if (race.sold !== PIECES) race.deviations.push(`${race.sold} pieces were sold`)
      return {
        tries: buyers.length,
        counted: `${race.sold} pieces sold, ${race.refusals} refusals told the bound, stock looked at ${looks} times`,
        deviations: [...race.deviations, ...(await audit(shop, lowestStock))],
      }
    }),
}

type Race = { sold: number; refusals: number; isOver: boolean; deviations: string[] }

async function buy(shop: ProofShop, buyer: number, random: Random, race: Race): Promise<void> {
  let quantity = random.integer(1, LARGEST_LOT)
  for (let attempt = 1; quantity > 0; attempt++) {
    const wanted = { tool, quantity, key: `race ${attempt}` }
    const { status, body } = await insist(() => placeOrder(shop, buyer, wanted))
    if (status === 200) {
      race.sold += quantity
      return
    }
    const [, inStock, share] = bound.exec(body?.message ?? '') ?? []
    const left = Number(inStock ?? share ?? Number.NaN)
    if (status !== 409 || !(left < quantity)) {
      race.deviations.push(`buyer ${buyer} wanted ${quantity}: ${status} ${JSON.stringify(body)}`)
      return
    }
    race.refusals += 1
    quantity = left
  }
}

/** Looks at the stock all the time, as a visitor; answers how often. */
async function watchStock(shop: ProofShop, race: Race): Promise<number> {
  for (let looks = 0; ; looks++) {
    if (race.isOver && looks > 0) return looks
    const { body } = await insist(() => shop.send<Product>('other', `/api/products/${tool}`))
    const isPossible = body?.quantity >= 0 && body.quantity <= PIECES
    if (!isPossible) race.deviations.push(`a visitor saw a stock of ${body?.quantity}`)
  }
}

/** The ledger tells the stock of every moment, also of those that nobody looked at. */
async function lowestStock(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ stock: string }>(
    `select stock from (
       select sum(delta) over (order by id) as stock from stock_movement where product_id = $1
     ) as moment where stock < 0`,
    [tool],
  )
  return rows.map(({ stock }) => `the stock once was ${stock}`)
}
