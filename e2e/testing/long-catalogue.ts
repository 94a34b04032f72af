import { startLongShop } from '#server/testing/long-catalogue.ts'
import { test as base } from './fixtures.ts'

/** How many products the shop has, those of the demo included. */
export const MANY = 10_000

/** For tests of a long catalogue: a separate shop with very many products. */
export const test = base.extend<object, { longShop: string }>({
  longShop: [
    async ({ browserName: _ }, use) => {
      const shop = await startLongShop(MANY)
      await use(shop.url)
      await shop.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ longShop }, use) => use(longShop),
})
