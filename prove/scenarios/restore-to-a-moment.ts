import { type Environment, makeDataDir } from '#prove/environment/environment.ts'
import { openServer } from '#prove/environment/postgresql-environment.ts'
import type { Random } from '#prove/random.ts'
import { type Acknowledged, acknowledgedBy, checkRestored } from '#prove/restore/check-restored.ts'
import { type Archive, createArchive } from '#prove/restore/postgres-archive.ts'
import {
  addProductWithImage,
  checkNoProductPage,
  checkProductPage,
  type ProductWithImage,
} from '#prove/restore/product-images.ts'
import type { Scenario } from '#prove/scenario.ts'
import { seed } from '#prove/seed.ts'
import { withShopIn } from '#prove/shop.ts'
import { orderAllAgain, type PlacedLine, startWorkload, type Workload } from '#prove/workload.ts'

/** A moment of the database's clock, and the changes acknowledged to buyers by then. */
type Moment = {
  time: string
  /** Acknowledged before it. */
  before: Acknowledged
  ordered: PlacedLine[]
  /** Calls that began after this `performance.now()` time began after the moment to restore. */
  notedAt: number
  products: ProductWithImage[]
}

type Past = Pick<Workload, 'ordered' | 'deviations'> & {
  moments: Moment[]
  products: ProductWithImage[]
}

/**
 * Archives the log of a PostgreSQL server while buyers order and pay, loses the server, and restores
 * moments from a base backup: all that was acknowledged before a moment, nothing that was begun after it.
 */
export const restoreToAMoment: Scenario = {
  name: 'PostgreSQL lost, restored to a moment',
  notApplicable: ({ environments: { name } }) =>
    name === 'embedded' ? 'the embedded database has no archive of its log' : undefined,
  run: async ({ random, isShort }) => {
    const archive = await createArchive()
    const past = await tradeUntilLost(archive, random, isShort)
    const { moments, ordered, products } = past
    const deviations = [...past.deviations]
    let undone = 0
    let slowest = 0
    for (const moment of moments) {
      const later = ordered.filter(({ begunAt }) => begunAt > moment.notedAt)
      undone += later.length
      const startedAt = performance.now()
      const restored = await archive.restore(moment.time)
      slowest = Math.max(slowest, performance.now() - startedAt)
      try {
        deviations.push(...(await checkMoment(restored, moment, later, products)))
      } finally {
        await restored.close()
      }
    }
    const before = moments.reduce((sum, moment) => sum + moment.ordered.length, 0)
    return {
      tries: moments.length,
      counted: `${before} orders acknowledged before the moments, ${undone} begun after them, restored within ${(slowest / 1000).toFixed(1)} s`,
      deviations,
    }
  },
}

/** Runs the workload on a server that is then lost. */
async function tradeUntilLost(archive: Archive, random: Random, isShort: boolean): Promise<Past> {
  const primary = await openServer(makeDataDir(archive.folder), { config: archive.archiveConfig })
  const trade = async () => {
    await primary.query(seed)
    return withShopIn(primary, async (shop) => {
      const products = [await addProductWithImage(shop, 0)]
      const moments: Moment[] = []
      const workload = startWorkload(shop, random.fork('workload'))
      await workload.more(20)
      await archive.backUp(primary.server.url)
      for (let number = 1; number <= (isShort ? 1 : 3); number++) {
        await workload.more(random.integer(20, 60))
        await archive.copyFiles(primary.dataDir)
        moments.push(await noteMoment(primary, workload, products))
        products.push(await addProductWithImage(shop, number))
      }
      await workload.more(random.integer(20, 60))
      await archive.untilArchived(primary, isShort)
      await primary.server.kill9()
      const stopping = workload.abandon()
      await shop.kill()
      await stopping
      const { ordered, deviations } = workload
      return { moments, ordered, products, deviations }
    })
  }
  return trade().finally(primary.close)
}

async function noteMoment(
  { query }: Environment,
  workload: Workload,
  products: ProductWithImage[],
): Promise<Moment> {
  const known = {
    before: acknowledgedBy(workload),
    ordered: [...workload.ordered],
    products: [...products],
  }
  const time = await query(async (pool) => {
    const { rows } = await pool.query('select clock_timestamp()::text as time')
    return rows[0].time as string
  })
  return { ...known, time, notedAt: performance.now() }
}

/** Checks a restored server with its shop. Returns the deviations. */
async function checkMoment(
  restored: Environment,
  { time, before, ordered, products }: Moment,
  later: PlacedLine[],
  all: ProductWithImage[],
): Promise<string[]> {
  const tooLate = await restored.query(async (pool) => {
    const { rows } = await pool.query<{ id: string }>(
      `select order_line.id from order_line join orders on orders.id = order_id
       where order_line.id = any($1) or placed_at > $2::timestamptz`,
      [later.map(({ orderId }) => orderId), time],
    )
    return rows.map(({ id }) => `order ${id} was begun after the moment`)
  })
  return withShopIn(restored, async (shop) => {
    const pages: string[] = []
    for (const product of all) {
      const check = products.includes(product) ? checkProductPage : checkNoProductPage
      pages.push(...(await check(shop, product)))
    }
    const again = await orderAllAgain(shop, { ordered })
    return [...tooLate, ...pages, ...again, ...(await checkRestored(shop, before))]
  })
}
