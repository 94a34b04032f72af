import { placeOrder } from '#prove/buyer-actions.ts'
import type { Scenario } from '#prove/scenario.ts'
import { PRODUCTS } from '#prove/seed.ts'
import { type ProofShop, withShop } from '#prove/shop.ts'
import { until } from '#prove/waiting.ts'

/** Counters reach the statistics a moment after the work that they count. */
const COUNT_LIMIT_MS = 20_000

/**
 * Places orders one after the other, so that none shares its flush with another, and compares them with the
 * flushes of the write-ahead log that the server counts.
 */
export const flushedOrders: Scenario = {
  name: 'each acknowledged order is flushed to the disk',
  run: ({ environments, isShort }) =>
    withShop(environments, async (shop) => {
      const orders = isShort ? 50 : 200
      const before = await flushesOf(shop)
      const deviations: string[] = []
      for (let number = 1; number <= orders; number++) {
        const order = { product: PRODUCTS[0] ?? '', quantity: 1, key: `flushed ${number}` }
        const { status } = await placeOrder(shop, number, order)
        if (status !== 200) deviations.push(`order ${number} returned ${status}`)
      }
      let flushes = 0
      const areCounted = async () => {
        flushes = (await flushesOf(shop)) - before
        return flushes >= orders
      }
      await until('the flushes are counted', COUNT_LIMIT_MS, areCounted).catch(() => {
        deviations.push(`${orders} orders with ${flushes} flushes`)
      })
      return { tries: orders, counted: `${flushes} flushes of the write-ahead log`, deviations }
    }),
}

/** How often the server has flushed its write-ahead log. Since PostgreSQL 18 it is counted in another view. */
function flushesOf({ environment }: ProofShop): Promise<number> {
  return environment.query(async (pool) => {
    const version = await pool.query("select current_setting('server_version_num')::int as number")
    const { rows } = await pool.query<{ flushes: number }>(
      version.rows[0].number >= 180000
        ? "select sum(fsyncs)::int as flushes from pg_stat_io where object = 'wal'"
        : 'select wal_sync::int as flushes from pg_stat_wal',
    )
    return rows[0]?.flushes ?? 0
  })
}
