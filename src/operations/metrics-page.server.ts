import { Hono, type MiddlewareHandler } from 'hono'
import { metricsOfAllProcesses } from '#platform/processes/cluster-metrics.server.ts'
import type { ShopMetrics } from './shop-metrics.server.ts'

/**
 * The Prometheus endpoint. Sales figures are confidential, so `guard` lets only direct requests from
 * this machine pass.
 */
export function createMetricsPage(metrics: ShopMetrics, guard: MiddlewareHandler): Hono {
  return new Hono().get('/', guard, async (c) => {
    await metrics.measureBacklog()
    const ofProcesses = await metricsOfAllProcesses(metrics.registry)
    return c.body(`${ofProcesses}\n${await metrics.ofDatabase.metrics()}`, 200, {
      'Content-Type': metrics.registry.contentType,
      'Cache-Control': 'no-store',
    })
  })
}
