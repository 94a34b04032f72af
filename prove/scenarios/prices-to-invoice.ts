import { runDatabaseTest } from '#prove/database-test.ts'
import type { Scenario } from '#prove/scenario.ts'

const PRICES_TEST = 'src/shop/prices/prices-to-invoice.db.test.ts'

/** Random price lists and orders; screens, order, charge and invoice must agree to the cent. */
export const pricesToInvoice: Scenario = {
  name: 'Prices from the screen to the invoice',
  run: async ({ environments, random, isShort }) => {
    const orders = isShort ? 300 : 10_000
    const seed = random.integer(1, 2 ** 31 - 1)
    const size = { PROVE_ORDERS: `${orders}`, PROVE_SEED: `${seed}` }
    const hasPassed = await runDatabaseTest(environments, PRICES_TEST, size)
    return {
      tries: orders,
      counted: `orders at 0, 8.25 and 19 % tax, seed ${seed}`,
      deviations: hasPassed ? [] : ['a price differs; see the output above'],
    }
  },
}
