import { startTestShop } from '#server/testing/shop-process.ts'
import { test } from './fixtures.ts'

/** The start does not count towards the time limit of a test. */
export const START_LIMIT_MS = 180_000

/** A test with a shop of its own: a simulated fault affects the next request of any test. */
export const testAlone = test.extend({
  baseURL: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startTestShop()
      await use(url)
      await stop()
    },
    { scope: 'test', timeout: START_LIMIT_MS },
  ],
})

/** A test with a shop of its own that limits visitors as a real one does. */
export const testWithRealLimits = test.extend({
  baseURL: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startTestShop({ TEST_WIDE_LIMITS: '' })
      await use(url)
      await stop()
    },
    { scope: 'test', timeout: START_LIMIT_MS },
  ],
})
