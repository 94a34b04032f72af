import * as build from 'virtual:react-router/server-build'
import { Hono } from 'hono'
import { createDirectResponses, createSharedRendering } from '#platform/http/cache/direct-responses.server.ts'
import { checkHost, createIsOurHost } from '#platform/http/check-host.server.ts'
import { createRequestLineLimit } from '#platform/http/limits/request-line.server.ts'
import { isCountedPeer } from '#platform/http/listen/connection-limit.server.ts'
import {
  type DirectResponses,
  listen,
  type SharedRendering,
  serverLimits,
} from '#platform/http/listen/listen.server.ts'
import { builtFileHeaders } from '#platform/http/security-headers.server.ts'
import { isAnonymous } from '#platform/http/visitor.server.ts'
import { loadEnvFile, readSettings, type Settings } from '#platform/settings/settings.server.ts'
import { asStartupError, StartupError } from '#platform/startup-error.ts'
import { UPLOADS } from './api.server.ts'
import { createApp, type Environment } from './app.server.ts'
import { openEnvironment } from './environment.server.ts'
import { createHttpMiddleware } from './http-middleware.server.ts'
import { guardAgainstOverload } from './overload-guard.server.ts'
import { createPages } from './pages.server.ts'

// React Router's build expects these exports in the server entry.
export * from 'virtual:react-router/server-build'

const STOP_LIMIT_MS = 10_000

/** The demo's images that browsers request by name. */
const DEMO_FILES = ['/favicon.ico', '/apple-touch-icon.png', '/link-preview.jpg']

/** Starts the shop, and stops it gracefully on SIGINT and SIGTERM. */
export async function start(): Promise<void> {
  let dataDir = ''
  try {
    loadEnvFile()
    const settings = readSettings(process.env)
    dataDir = settings.DATA_DIR
    await serveShop(settings)
  } catch (error) {
    const cause = dataDir ? asStartupError(error, dataDir) : error
    if (!(cause instanceof StartupError)) throw cause
    console.error(`\n${cause.message}\n`)
    process.exit(1)
  }
}

async function serveShop(settings: Settings): Promise<void> {
  // Before anything else, so that a taken port fails the start early.
  const server = await openPort(settings)
  const { environment, welcome, drain, close } = await openEnvironment(settings)
  const shop = await createShop(environment)
  server.serve(
    shop.fetch,
    shop.respondDirectly,
    guardAgainstOverload(settings, environment.metrics),
    shop.sharedRendering,
  )
  console.log(welcome())
  stopOnSignal(async () => {
    // Background work ends while the requests in progress are answered.
    drain()
    await server.close()
    await close()
  })
}

// Open connections from one network.
const CONNECTIONS_PER_NETWORK = 100

function openPort(settings: Settings) {
  return listen(settings.HOST, settings.PORT, {
    ...serverLimits,
    uploads: UPLOADS,
    perNetwork: {
      connections: CONNECTIONS_PER_NETWORK,
      isCounted: (ipAddress) => isCountedPeer(ipAddress, settings.TRUSTED_PROXY),
    },
  })
}

/** Creates the whole shop: API, pages and static files. */
export async function createShop(environment: Environment): Promise<{
  fetch: Hono['fetch']
  respondDirectly: DirectResponses
  sharedRendering: SharedRendering
}> {
  const app = await createApp({ ...environment, pages: createPages(build) })
  const { hosts, metrics } = environment
  const { site } = environment
  const { publicUrl } = site
  const headers = builtFileHeaders(publicUrl)
  const isLeftOut = (path: string) => site.isOwn === true && DEMO_FILES.includes(path)
  const { handler, cache, files } = createHttpMiddleware(app, metrics, 'build/client', headers, isLeftOut)
  const shop = new Hono({ strict: false }).use(checkHost(publicUrl, hosts)).route('/', handler)
  const refuseLongLines = createRequestLineLimit(publicUrl, metrics.countRequest)
  const rules = { isOurHost: createIsOurHost(publicUrl, hosts), isAnonymous }
  const respondReady = createDirectResponses({
    ...rules,
    findFile: files.find,
    findCached: cache.find,
    countRequest: metrics.countRequest,
  })
  const respondDirectly: DirectResponses = (...request) =>
    refuseLongLines(...request) || respondReady(...request)
  const sharedRendering = createSharedRendering({ ...rules, findPending: cache.findPending })
  return { fetch: shop.fetch, respondDirectly, sharedRendering }
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The terminal and npm may both send the signal.
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
      void stop().then(() => process.exit(0))
    })
  }
}
