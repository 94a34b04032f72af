import { Hono } from 'hono'
import type { ClientAddress } from '#platform/http/ip-address.server.ts'
import type { ShopMetrics } from './shop-metrics.server.ts'

/**
 * What Prometheus reads, for this machine alone: how much a shop sells is nobody else's business.
 * Others are answered as if there were no such page.
 */
export function createMetricsPage(metrics: ShopMetrics, clientAddress: ClientAddress): Hono {
  return new Hono().get('/', async (c) => {
    if (!isLoopback(clientAddress(c))) return c.notFound()
    await metrics.measureBacklog()
    return c.body(await metrics.registry.metrics(), 200, {
      'Content-Type': metrics.registry.contentType,
      'Cache-Control': 'no-store',
    })
  })
}

function isLoopback(address: string | null): boolean {
  return address !== null && (address === '::1' || address.startsWith('127.'))
}
