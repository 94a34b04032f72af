import * as build from 'virtual:react-router/server-build'
import { Hono } from 'hono'
import { checkHost, createIsOurHost } from '#platform/http/check-host.server.ts'
import { createDirectResponses } from '#platform/http/direct-responses.server.ts'
import { type DirectResponses, listen } from '#platform/http/listen.server.ts'
import { securityHeaders } from '#platform/http/security-headers.server.ts'
import { loadEnvFile, readSettings } from '#platform/settings.server.ts'
import { asStartupError, StartupError } from '#platform/startup-error.ts'
import { createApp, type Environment } from './app.server.ts'
import { openEnvironment } from './environment.server.ts'
import { createHttpMiddleware, isAnonymous } from './http-middleware.server.ts'
import { createPages } from './pages.server.ts'

// React Router's build looks for these names in the entry of the server's bundle.
export * from 'virtual:react-router/server-build'

const STOP_LIMIT_MS = 10_000

/** Starts the shop: settings, port, database, app; and stops it cleanly on SIGINT and SIGTERM. */
export async function start(): Promise<void> {
  let dataDir = ''
  try {
    loadEnvFile()
    const settings = readSettings(process.env)
    dataDir = settings.DATA_DIR
    const door = await listen(settings.HOST, settings.PORT)
    const { environment, welcome, close } = await openEnvironment(settings)
    const shop = await createShop(environment)
    door.serve(shop.fetch, shop.respondDirectly)
    console.log(welcome)
    stopOnSignal(async () => {
      await door.close()
      await close()
    })
  } catch (error) {
    const cause = dataDir ? asStartupError(error, dataDir) : error
    if (!(cause instanceof StartupError)) throw cause
    console.error(`\n${cause.message}\n`)
    process.exit(1)
  }
}

/** The whole shop: API, pages and their static files. */
export async function createShop(
  environment: Environment,
): Promise<{ fetch: Hono['fetch']; respondDirectly: DirectResponses }> {
  const app = await createApp({ ...environment, pages: createPages(build) })
  const { hosts, metrics, changes } = environment
  const { publicUrl } = environment.site
  const headers = securityHeaders(publicUrl)
  const { front, cache, files } = createHttpMiddleware(app, metrics, 'build/client', headers)
  changes?.follow(cache)
  const shop = new Hono({ strict: false }).use(checkHost(publicUrl, hosts)).route('/', front)
  const respondDirectly = createDirectResponses({
    isOurHost: createIsOurHost(publicUrl, hosts),
    isAnonymous,
    findFile: files.find,
    findCached: cache.find,
    countRequest: metrics.countRequest,
  })
  return { fetch: shop.fetch, respondDirectly }
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A terminal and npm may each pass the same Ctrl-C on.
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
      void stop().then(() => process.exit(0))
    })
  }
}
