import type { MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const ofDatabase = new Registry()
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers,
  })
  const observe = (requestMethod: string, path: string, status: number, started: number) => {
    const method = METHODS.has(requestMethod) ? requestMethod : 'other'
    const labels = { method, route: routeClass(path), status }
    requests.observe(labels, (performance.now() - started) / 1000)
  }
  return {
    registry,
    counter: (name: string, help: string) => new Counter({ name, help, registers }),
    ofDatabase,
    gauge: (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name, help, labelNames, registers: [ofDatabase] }),
    /** Adds metrics of the process and its event loop. Call it once per process. */
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    /** Records each request under its route class, which keeps the number of labels small. */
    countRequests: ((c, next) => {
      const started = performance.now()
      return next().finally(() => observe(c.req.method, c.req.path, c.res.status, started))
    }) satisfies MiddlewareHandler,
    /** Records a request that bypasses the middleware; `started` is its performance.now(). */
    countRequest: observe,
  }
}

/** The first segment of a path if it is a known one, otherwise 'page'. */
function routeClass(path: string): string {
  return /^\/(api|assets|media|simulators|healthz|readyz|metrics)(?=\/|$)/.exec(path)?.[1] ?? 'page'
}
