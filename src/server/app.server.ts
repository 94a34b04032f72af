import { setTimeout } from 'node:timers/promises'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { createMetricsPage } from '#operations/metrics-page.server.ts'
import { type BeginOwnShop, beginOwnShop } from '#operations/own-shop/begin-own-shop.server.ts'
import type { ShopMetrics } from '#operations/shop-metrics.server.ts'
import { isReachable } from '#platform/database/database.server.ts'
import { isSpaceLow, readDiskSpace } from '#platform/disk-space.server.ts'
import { isUnavailable } from '#platform/http/api/rest-api.server.ts'
import { checkOrigin } from '#platform/http/check-origin.server.ts'
import { unavailable } from '#platform/http/http-errors.ts'
import { createClientIpAddress } from '#platform/http/ip-address.server.ts'
import { createRateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { localOnly } from '#platform/http/local-access.server.ts'
import { withProperties } from '#platform/http/route-properties.server.ts'
import { addHeaders, securityHeaders } from '#platform/http/security-headers.server.ts'
import { createAccessTokens } from '#shop/auth/access/access-token.server.ts'
import { createAuth } from '#shop/auth/api/auth.server.ts'
import type { AcceptInvitation } from '#shop/auth/api/auth-api.server.ts'
import type { GoogleClient } from '#shop/auth/google/google-provider.server.ts'
import { createPasswordHashing, type PasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import type { PasswordPolicy } from '#shop/auth/password/password-policy.server.ts'
import {
  visitorLimits as standardVisitorLimits,
  type VisitorLimits,
} from '#shop/auth/visitor-limits.server.ts'
import { createBrandFiles } from '#shop/brand/brand-files.server.ts'
import type { BeginShop } from '#shop/brand/own-shop-api.server.ts'
import { acceptInvitation as acceptPending } from '#shop/companies/pending/pending-users.server.ts'
import { createMessageCount } from '#shop/contact/contact-messages.server.ts'
import { createCancelPayment } from '#shop/payments/cancel-payment.server.ts'
import { createPagePolicy } from '#shop/payments/page/page-policy.server.ts'
import { paymentRefunds } from '#shop/refunds/settle-refunds.server.ts'
import { createSearchLimits, type SearchRules } from '#shop/search/limit-searches.server.ts'
import { createRobots, createSitemap } from '#shop/sitemap/sitemap.server.ts'
import { createApi } from './api.server.ts'
import type { SharedEnvironment } from './api-environment.server.ts'
import { createLiveSite, type SellerSetting } from './live-site.server.ts'
import { createMedia } from './media.server.ts'
import { limitOutages } from './page-outage.server.ts'
import type { Pages } from './pages.server.ts'
import { reclaimHooks, verifiedHook } from './user-hooks.server.ts'

/** The settings and external dependencies of the shop. */
export type Environment = SharedEnvironment & {
  metrics: ShopMetrics
  /** Limits on searching; far above what people type by default. */
  searchRules?: SearchRules
  /** Limits on sign-ups, mails and messages; those of a shop by default. */
  visitorLimits?: VisitorLimits
  /** Defaults to hashing with production costs. */
  passwords?: PasswordHashing
  /** Defaults to `spec`. */
  passwordPolicy?: PasswordPolicy
  /** Whether what the owner sets is read without requests too, for the workers; not in tests. */
  followsOwner?: boolean
  contactEmail?: string
  /** The seller of the settings, who is printed on documents. */
  seller?: SellerSetting
  /** Whether better-auth compares its tables with its configuration when first used; by default. */
  checksAuthSchema?: boolean
  /** Absent in a live shop without Google's settings; signing in with Google is then not offered. */
  google?: GoogleClient
  /** Accepted hosts besides the public one and loopback. */
  hosts?: string[]
  /** The IP address of the proxy whose X-Forwarded-For is trusted. */
  trustedProxy?: string
  /** Opens the metrics of a public demo. */
  demoKey?: string
  /** Simulators of external services; absent in a live shop. */
  simulators?: Hono
  /** What removing the demo needs; without it the demo stays. */
  ownShop?: Pick<BeginOwnShop, 'files' | 'backUp'>
  /** Absent in tests that need only the API. */
  pages?: Pages
}

/** How long a start waits for what the owner has set. */
const SITE_LIMIT_MS = 5_000
const REFRESH_MS = 500

/** Creates the app: API, images, health checks, metrics and pages. */
export async function createApp(given: Environment): Promise<Hono> {
  const { orderRules, shippingRules } = given
  // What the owner sets changes them in place.
  const environment = {
    ...given,
    orderRules: { ...orderRules },
    shippingRules: { ...shippingRules },
  }
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
    passwords = createPasswordHashing(),
    visitorLimits = standardVisitorLimits,
  } = environment
  const { publicUrl } = site
  const liveSite = createLiveSite(environment)
  // Without the database, the settings' site is shown; a frozen one never answers.
  const refreshed = liveSite.refresh().catch(() => {})
  await Promise.race([refreshed, setTimeout(SITE_LIMIT_MS, undefined, { ref: false })])
  if (environment.followsOwner) setInterval(liveSite.refreshOld, REFRESH_MS).unref()
  const limits = createRateLimits(db, clock)
  const { countOrder } = environment.metrics
  const cancelPayment = createCancelPayment(db, {
    ...environment,
    countOrder,
    refunds: paymentRefunds,
  })
  const orders = { cancelPayment, countOrder }
  const onEmailVerified = verifiedHook(db, environment.orderRules)
  const auth = createAuth({
    reclaim: reclaimHooks({ db, log, orders }),
    onEmailVerified,
    db,
    log,
    limits,
    visitorLimits,
    passwords,
    secret,
    publicUrl,
    site,
    trustedOrigins,
    google,
    passwordPolicy: environment.passwordPolicy,
    checksSchema: environment.checksAuthSchema,
  })
  const clientIpAddress = createClientIpAddress(environment.trustedProxy)
  const tokens = await createAccessTokens(secret, clock)
  const pagePolicy = createPagePolicy(environment)
  const app = new Hono({ strict: false })
  app.use(liveSite.middleware)
  app.use(addHeaders(securityHeaders(publicUrl)))
  app.use(liveSite.closed)
  app.use(checkOrigin(publicUrl, trustedOrigins))
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const isUp = await isReachable(db)
    const space = isUp && (await readDiskSpace(environment.dataDir))
    if (isUp) return c.text(space && isSpaceLow(space) ? 'ok, but the disk is nearly full' : 'ok')
    return c.text('The database does not answer.', 503, unavailable().headers)
  })
  const guardMetrics = localOnly({
    trustedProxy: environment.trustedProxy,
    key: environment.demoKey,
  })
  app.route('/metrics', createMetricsPage(environment, guardMetrics))
  const searchLimits = createSearchLimits({
    clientIpAddress,
    clock,
    rules: environment.searchRules,
  })
  const countMessage = createMessageCount(limits, visitorLimits)
  const request = { limits, visitorLimits, searchLimits, countMessage, clientIpAddress }
  const acceptInvitation: AcceptInvitation = async (used) => {
    const accountId = await acceptPending(db, used)
    if (accountId !== null) await onEmailVerified(accountId)
    return accountId !== null
  }
  const apiDeps = { orders, auth, tokens, acceptInvitation, ...request }
  app.use(
    '/api/*',
    limitOutages(() => isReachable(db)),
  )
  const { refresh: refreshSite, settings } = liveSite
  const beginShop: BeginShop = async (owner, { actor, ipAddress }) => {
    const { ownShop } = environment
    if (!ownShop) return { refused: 'No backup can be made here, so the demo stays.' }
    const deps = { db, ...ownShop, onChange: refreshSite }
    const audited = { actor: { ...actor, email: owner.email }, ipAddress }
    return beginOwnShop(deps, { id: actor.id, sessionId: actor.sessionId }, owner, audited)
  }
  app.route('/api', createApi({ ...environment, ...apiDeps, refreshSite, settings, beginShop }))
  app.route('/media', createMedia(environment))
  app.use('/sitemap.xml/*', withProperties({ cached: ['after'] }))
  app.use('/robots.txt', withProperties({ cached: [] }))
  app.route('/sitemap.xml', createSitemap({ db, site }))
  app.route('/robots.txt', createRobots(site))
  app.route('/', createBrandFiles(site))
  app.onError((error, c) => {
    // The route, because a path may contain a token or an e-mail.
    log.error(error, routePath(c, -1))
    if (!isUnavailable(error)) return c.text('Something went wrong.', 500)
    const { body, status, headers } = unavailable()
    return c.text(body.message, status, headers)
  })
  if (simulators) app.route('/simulators', simulators)
  if (pages) {
    const { routes, handle } = pages({ ...environment, auth, pagePolicy })
    for (const { path, limit, ...properties } of routes) {
      app.use(path, withProperties(properties))
      if (limit === 'searches') {
        for (const searched of [path, `${path}.data`, `${path}/_.data`]) app.get(searched, searchLimits.page)
      }
    }
    app.all('*', (c) =>
      handle(c.req.raw, {
        countMessage: () => countMessage(clientIpAddress(c)),
        mayRecordMiss: () => searchLimits.mayRecordMiss(c),
      }),
    )
  }
  return app
}
