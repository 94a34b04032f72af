import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

const REQUEST = 'forgewell:metrics'
const RESPONSE_LIMIT_MS = 6_000

type Request = { type: typeof REQUEST; id: number }
type Response = Request & { text: string | null }

/** In the supervisor: serves the combined metrics to the processes. */
export function answerMetricsRequests(): void {
  const aggregator = new AggregatorRegistry()
  cluster.on('message', async (worker: Worker, message: unknown) => {
    if (!isMessage(message)) return
    // A process that dies meanwhile never answers; the asking one then reports its own metrics.
    const text = await aggregator.clusterMetrics().catch(() => null)
    if (worker.isConnected()) worker.send({ type: REQUEST, id: message.id, text })
  })
}

/** Makes this process's metrics available to the supervisor, if there is one. */
export function shareMetrics(registry: Registry): void {
  if (!cluster.isWorker) return
  // Its constructor starts listening for the supervisor's requests.
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries([registry])
}

let lastId = 0

/** The metrics of all processes of this machine in Prometheus' format, or of this one if it is the only one. */
export async function metricsOfAllProcesses(registry: Registry): Promise<string> {
  if (!cluster.isWorker) return registry.metrics()
  const id = ++lastId
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const receive = (message: unknown) => {
    if (isMessage(message) && message.id === id) resolve((message as Response).text)
  }
  const late = setTimeout(resolve, RESPONSE_LIMIT_MS, null)
  process.on('message', receive)
  try {
    process.send?.({ type: REQUEST, id } satisfies Request)
    return (await promise) ?? (await registry.metrics())
  } finally {
    clearTimeout(late)
    process.off('message', receive)
  }
}

function isMessage(message: unknown): message is Request {
  return Object(message).type === REQUEST
}
