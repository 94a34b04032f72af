import { Hono } from 'hono'
import { createClientAddress } from '#platform/client-address.server.ts'
import { type Db, isAnswering } from '#platform/database.server.ts'
import type { ImageStore } from '#platform/image-store.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createRateLimits, type RateLimit } from '#platform/rate-limits.server.ts'
import type { Site } from '#platform/site.ts'
import { createAccessTokens } from '#shop/accounts/access-token.server.ts'
import type { GoogleClient } from '#shop/accounts/google-provider.server.ts'
import { createIdentity } from '#shop/accounts/identity.server.ts'
import { createPasswordHashing } from '#shop/accounts/password-hashing.server.ts'
import type { CardPayments } from '#shop/payments/card-payments.server.ts'
import type { ShopMetrics } from '#shop/payments/shop-metrics.server.ts'
import { createRobots } from '#shop/storefront/robots.server.ts'
import { createSitemap } from '#shop/storefront/sitemap.server.ts'
import { createApi } from './api.ts'
import { createMedia } from './media.server.ts'
import { createMetricsPage } from './metrics-page.server.ts'
import type { Pages } from './pages.server.ts'

/** Everything outside that the shop works with. */
export type Environment = {
  db: Db
  log: Log
  clock: () => Date
  images: ImageStore
  payments: CardPayments
  metrics: ShopMetrics
  /** How many unpaid orders a buyer may have at a time. */
  openOrderLimit: number
  authSecret: string
  site: Site
  /** Absent in a live shop without keys for it: then nobody is offered to sign in with Google. */
  google?: GoogleClient
  /** Origins besides the public one from which a browser may sign in. */
  trustedOrigins: string[]
  /** The address of the one proxy whose word on where a request comes from is taken. */
  trustedProxy?: string
  /** The outside world, made up: a demo mounts it, a live shop has none. */
  simulators?: Hono
  /** Absent where only the API is wanted, as in its tests. */
  pages?: Pages
}

/** The whole shop as one function of its environment. */
export async function createApp(environment: Environment): Promise<Hono> {
  const {
    db,
    log,
    clock,
    authSecret: secret,
    google,
    trustedOrigins,
    simulators,
    pages,
    site,
  } = environment
  const { publicUrl } = site
  const passwords = createPasswordHashing()
  const identity = createIdentity({
    ...{ db, log, passwords, secret, publicUrl, trustedOrigins, google },
  })
  const limits = createRateLimits(db, clock)
  const clientAddress = createClientAddress(environment.trustedProxy)
  const tokens = await createAccessTokens(secret, clock)
  const app = new Hono({ strict: false })
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const isUp = await isAnswering(db)
    return c.text(isUp ? 'ok' : 'The database does not answer.', isUp ? 200 : 503)
  })
  app.route('/metrics', createMetricsPage(environment.metrics, clientAddress))
  app.route('/api', createApi({ ...environment, identity, tokens, limits, clientAddress }))
  app.route('/media', createMedia(environment.images))
  app.route('/sitemap.xml', createSitemap({ db, site }))
  app.route('/robots.txt', createRobots(site))
  if (simulators) app.route('/simulators', simulators)
  if (pages) {
    app.all('*', (c) => {
      const limitVisit = (limit: RateLimit) => limits.countRequest(limit, clientAddress(c))
      return pages(c.req.raw, { ...environment, identity, limitVisit })
    })
  }
  return app
}
