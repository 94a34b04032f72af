import { startTestShop } from '#testing/shop-process.ts'
import { test as base } from './fixtures.ts'

/** For stories that change the catalogue: each worker has a shop of its own, where nobody counts tools. */
export const test = base.extend<object, { ownShop: string }>({
  ownShop: [
    async ({ browserName: _ }, use) => {
      const shop = await startTestShop()
      await use(shop.url)
      await shop.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ ownShop }, use) => use(ownShop),
})
