// A program of several processes for the test: each serves its process id, and ends on request.
import { createServer } from 'node:http'
import { Counter, Registry } from 'prom-client'
import { metricsOfAllProcesses, shareMetrics } from './cluster-metrics.server.ts'
import {
  isSupervisor,
  joinsOthers,
  reportReady,
  stayWithSupervisor,
  superviseProcesses,
} from './web-processes.server.ts'

const count = 2
const write = (...texts: unknown[]) => process.stdout.write(`${texts.at(-1)}\n`)
const log = { warn: write, error: write }

if (isSupervisor(count)) {
  process.exit(await superviseProcesses({ count, log, firstPauseMs: 10, stopLimitMs: 1000 }))
}
if (process.env.FAILS === 'at start') process.exit(7)

// As scripts/npm/own-node.mjs does.
process.channel?.unref()
stayWithSupervisor()
const registry = new Registry()
shareMetrics(registry)
const requests = new Counter({ name: 'requests', help: 'Requests', registers: [registry] })
const server = createServer(async (request, response) => {
  if (request.url === '/metrics') return response.end(await metricsOfAllProcesses(registry))
  requests.inc()
  response.end(`${process.pid}`)
  if (request.url === '/end') process.exit(3)
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => {
  write(`${joinsOthers() ? 'later' : 'first'} ${process.pid}`)
  reportReady()
})
process.on('SIGTERM', () => {
  if (process.env.FAILS === 'to stop') return
  server.close(() => process.exit(0))
  server.closeIdleConnections()
})
