import type { MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])

export type Metrics = ReturnType<typeof createMetrics>

/** The numbers that a running shop keeps about itself, in a registry of its own. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Histogram({
    ...{ name: 'http_request_duration_seconds', help: 'Requests, by how long their answers took' },
    ...{ labelNames: ['method', 'route', 'status'] as const, buckets: SECONDS, registers },
  })
  const observe = (asked: string, path: string, status: number, started: number) => {
    const method = METHODS.has(asked) ? asked : 'other'
    const labels = { method, route: routeClass(path), status }
    requests.observe(labels, (performance.now() - started) / 1000)
  }
  return {
    registry,
    counter: (name: string, help: string) => new Counter({ name, help, registers }),
    gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
    /** Adds what the process and its event loop tell; once a process, as it watches them all along. */
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    /** Counts each request that passes under the class of its route, of which there are few. */
    countRequests: ((c, next) => {
      const started = performance.now()
      return next().finally(() => observe(c.req.method, c.req.path, c.res.status, started))
    }) satisfies MiddlewareHandler,
    /** Counts a request that passes by the middleware; `started` is what performance.now() said. */
    countRequest: observe,
  }
}

/** The first step of a path where the shop has such a part; everything else is a page. */
function routeClass(path: string): string {
  return /^\/(api|assets|media|simulators|healthz|readyz|metrics)(?=\/|$)/.exec(path)?.[1] ?? 'page'
}
