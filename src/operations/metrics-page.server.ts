import { Hono, type MiddlewareHandler } from 'hono'
import { Gauge, Registry } from 'prom-client'
import { respondsWithin } from '#platform/database/database.server.ts'
import { readDiskSpace } from '#platform/disk-space.server.ts'
import { type CardProviders, currentProvider } from '#shop/payments/provider/card-providers.server.ts'
import type { ShopMetrics } from './shop-metrics.server.ts'

/** Prometheus gives up after 10 seconds. */
const DATABASE_LIMIT_MS = 4_000

/**
 * The Prometheus endpoint. Sales figures are confidential, so `guard` lets only direct requests from
 * this machine pass. When the database does not respond, the figures that are counted in it are left out.
 */
export function createMetricsPage(
  { metrics, dataDir, providers }: { metrics: ShopMetrics; dataDir: string; providers: CardProviders },
  guard: MiddlewareHandler,
): Hono {
  const ofMachine = new Registry()
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [ofMachine] })
  const isUp = gauge('shop_database_up', 'Whether the database responds: 1 or 0')
  const provider = gauge('shop_card_provider_up', 'Whether the card provider responds: 1 or 0')
  const free = gauge('shop_disk_free_bytes', 'Free space on the disk of DATA_DIR')
  const size = gauge('shop_disk_size_bytes', 'Size of the disk of DATA_DIR')
  return new Hono().get('/', guard, async (c) => {
    const asking = currentProvider(providers).isAnswering()
    const responds = await respondsWithin(DATABASE_LIMIT_MS, metrics.measureBacklog())
    isUp.set(Number(responds))
    provider.set(Number(await asking))
    const space = await readDiskSpace(dataDir)
    free.set(space?.freeBytes ?? 0)
    size.set(space?.totalBytes ?? 0)
    const parts = [
      await metrics.registry.metrics(),
      await ofMachine.metrics(),
      ...(responds ? [await metrics.ofDatabase.metrics()] : []),
    ]
    return c.body(parts.join('\n'), 200, {
      'Content-Type': metrics.registry.contentType,
      'Cache-Control': 'no-store',
    })
  })
}
