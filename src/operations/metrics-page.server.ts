import { type Context, Hono } from 'hono'
import type { ShopMetrics } from './shop-metrics.server.ts'

/**
 * What Prometheus reads, for this machine alone and through no proxy: how much a shop sells is
 * nobody else's business. Others are answered as if there were no such page.
 */
export function createMetricsPage(metrics: ShopMetrics, isLocal: (c: Context) => boolean): Hono {
  return new Hono().get('/', async (c) => {
    if (!isLocal(c)) return c.notFound()
    await metrics.measureBacklog()
    return c.body(await metrics.registry.metrics(), 200, {
      'Content-Type': metrics.registry.contentType,
      'Cache-Control': 'no-store',
    })
  })
}
