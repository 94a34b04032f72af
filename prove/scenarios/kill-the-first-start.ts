import { demoProducts } from '#operations/seed/demo-products.ts'
import { audit } from '#prove/audit.ts'
import type { Scenario } from '#prove/scenario.ts'
import { type ProofShop, withShopIn } from '#prove/shop.ts'
import { killStartingShop } from '#server/testing/shop-process.ts'

/** The tools of the demo. */
const PRODUCTS = demoProducts.length

/**
 * Kills the first start of a shop at moments from its beginning to its end: while it creates the
 * embedded server, migrates and seeds. The next start must complete the work.
 */
export const killTheFirstStart: Scenario = {
  name: 'kill -9 of a first start',
  run: async ({ environments, random, isShort }) => {
    const beganAt = performance.now()
    const deviations = await withShopIn(await environments.open({ empty: true }), check)
    const tookMs = performance.now() - beganAt
    const kills = isShort ? 6 : 20
    for (let kill = 0; kill < kills; kill++) {
      const environment = await environments.open({ empty: true })
      const afterMs = Math.round(((kill + random.integer(0, 100) / 100) / kills) * tookMs)
      await killStartingShop(environment.settings, afterMs)
      const problems = await withShopIn(environment, check)
      deviations.push(...problems.map((problem) => `killed after ${afterMs} ms: ${problem}`))
    }
    const counted = `killed within the ${Math.round(tookMs)} ms that a first start and its check took`
    return { tries: kills, counted, deviations }
  },
}

async function check(shop: ProofShop): Promise<string[]> {
  const { body } = await shop.send<{ count: number }>('other', '/api/productsCount')
  const isComplete = body?.count === PRODUCTS
  return [...(isComplete ? [] : [`${body?.count} tools instead of ${PRODUCTS}`]), ...(await audit(shop))]
}
