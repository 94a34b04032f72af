import { type Context, Hono } from 'hono'
import { metricsOfAllProcesses } from '#platform/processes/cluster-metrics.server.ts'
import type { ShopMetrics } from './shop-metrics.server.ts'

/**
 * The Prometheus endpoint. Sales figures are confidential, so it answers only direct requests from
 * this machine; all others, including those through a proxy, get 404.
 */
export function createMetricsPage(metrics: ShopMetrics, isLocal: (c: Context) => boolean): Hono {
  return new Hono().get('/', async (c) => {
    if (!isLocal(c)) return c.notFound()
    await metrics.measureBacklog()
    const ofProcesses = await metricsOfAllProcesses(metrics.registry)
    return c.body(`${ofProcesses}\n${await metrics.ofDatabase.metrics()}`, 200, {
      'Content-Type': metrics.registry.contentType,
      'Cache-Control': 'no-store',
    })
  })
}
