import { join } from 'node:path'
import { openIntegrations } from '#integrations/integrations.server.ts'
import { backUpBesideData } from '#operations/backup/backup.server.ts'
import {
  checkAuthSecret,
  checkImageFiles,
  checkShopMode,
  isOwnShop,
} from '#operations/installation.server.ts'
import { createInvariantWatch } from '#operations/invariant-watch.server.ts'
import { createReconciler } from '#operations/reconciler.server.ts'
import { createRetention } from '#operations/retention.server.ts'
import { addDemoBusiness } from '#operations/seed/demo-business.server.ts'
import { createDemoLogins } from '#operations/seed/demo-logins.server.ts'
import { demoLogin, ensureLogins, findDemoLogins } from '#operations/seed/logins.server.ts'
import { seedDemo } from '#operations/seed/seed-demo.server.ts'
import { SEED_IMAGES, takeReadyImages } from '#operations/seed/seed-images.server.ts'
import { createShopMetrics } from '#operations/shop-metrics.server.ts'
import { openDataDir } from '#platform/data-dir.server.ts'
import { isDiskFull } from '#platform/database/connection-errors.server.ts'
import { type Db, type OpenDatabase, openDatabase } from '#platform/database/database.server.ts'
import { startEmbeddedServer } from '#platform/database/embedded/embedded-server.server.ts'
import { diskFull } from '#platform/database/embedded/server-programs.server.ts'
import { migrate } from '#platform/database/migrations.server.ts'
import { isSpaceLow, readDiskSpace, spaceText } from '#platform/disk-space.server.ts'
import { createDocumentStore } from '#platform/documents/document-store.server.ts'
import { openFiles } from '#platform/files/open-files.server.ts'
import { generatedSecret } from '#platform/generated-secret.server.ts'
import type { Site } from '#platform/http/site.ts'
import { createImageStore } from '#platform/images/image-store.server.ts'
import { createImageRenderer } from '#platform/images/image-worker.server.ts'
import { closeInOrder } from '#platform/jobs/close-in-order.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createMailWorker } from '#platform/mail/mail-worker.server.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import { createWorkerPool, shopJobs } from '#platform/workers/worker-pool.server.ts'
import { createUnverifiedQueue } from '#shop/auth/email-verification/unverified-mail.server.ts'
import { refuseGuessableSecrets } from '#shop/auth/password/guessable-secrets.server.ts'
import { minPasswordLengths } from '#shop/auth/password/password-policy.server.ts'
import { wideVisitorLimits } from '#shop/auth/visitor-limits.server.ts'
import { renderStalePosts } from '#shop/blog/post-texts.server.ts'
import { sellerOf } from '#shop/documents/seller.server.ts'
import { createImports } from '#shop/imports/imports.server.ts'
import { recordOrderMails } from '#shop/orders/order-events.server.ts'
import { orderRulesOf } from '#shop/orders/purchase/order-rules.server.ts'
import { renderStalePages } from '#shop/pages/legal-pages.server.ts'
import type { Environment } from './app.server.ts'
import { createMailRenderer } from './mail-templates.server.ts'
import { welcomeText } from './welcome-text.server.ts'

/** The maximum and minimum connections of one process, and the maximum of all processes. */

/** Opens the configured parts of the shop: database, images, integrations, workers and first logins. */
export async function openEnvironment(settings: Settings): Promise<{
  environment: Environment
  welcome: () => string
  /** Ends background work; `close` waits for it. */
  drain: () => void
  close: () => Promise<void>
}> {
  const { DATA_DIR, PUBLIC_URL, S3_URL, SHOP_MODE } = settings
  if (SHOP_MODE === 'live') await refuseGuessableSecrets(settings)
  openDataDir(DATA_DIR)
  const log = createLog(settings.LOG_LEVEL)
  const server = settings.DATABASE_URL ? undefined : await startEmbeddedServer(DATA_DIR, log)
  let database: OpenDatabase | undefined
  try {
    const databaseUrl = server?.url ?? settings.DATABASE_URL ?? ''
    const directUrl = settings.DATABASE_DIRECT_URL ?? databaseUrl
    database = await openDatabase({
      databaseUrl,
      directUrl,
      timeoutSeconds: settings.DATABASE_TIMEOUT_SECONDS,
      isShop: true,
    })
    const { db, pool } = database
    await database.maintenance(migrate)
    await database.withExclusiveLock(() => checkShopMode(db, SHOP_MODE))
    const files = await openFiles(settings, join(DATA_DIR, 'media'))
    const workers = createWorkerPool()
    const renderImage = createImageRenderer(workers(shopJobs))
    const images = createImageStore(files, renderImage)
    const documents = createDocumentStore(files)
    const clock = () => new Date()
    const metrics = createShopMetrics(db)
    metrics.watchProcess()
    const isPublicDemo = SHOP_MODE === 'demo' && settings.DEMO_PUBLIC
    const demoKey = isPublicDemo ? generatedSecret(DATA_DIR, 'demo-key', 18) : undefined
    const integrations = await database.withExclusiveLock(() =>
      openIntegrations(settings, pool, clock, log, demoKey),
    )
    const site: Site = {
      name: settings.SHOP_NAME,
      publicUrl: PUBLIC_URL,
      isOwn: SHOP_MODE === 'live',
      isDemo: SHOP_MODE === 'demo',
      offersGoogle: integrations.google !== undefined,
      addsTax: settings.TAX_PERCENT > 0,
      timeZone: settings.TIME_ZONE,
      minPasswordLength: minPasswordLengths[settings.PASSWORD_POLICY],
      ...(!settings.SMTP_URL && !demoKey && { inboxPath: '/simulators/mail' }),
      ...(!settings.STRIPE_SECRET_KEY && !demoKey && { cardsPath: '/simulators/stripe' }),
      ...(SHOP_MODE === 'demo' && !demoKey && { demoLoginsPath: '/simulators/logins' }),
    }
    const environment: Environment = {
      db,
      images,
      documents,
      workers,
      imports: createImports({ db, images, workers, clock, log }),
      clock,
      log,
      providers: integrations.providers,
      metrics,
      dataDir: DATA_DIR,
      requireAdminSecondFactor: settings.REQUIRE_ADMIN_SECOND_FACTOR,
      requireVerifiedEmail: settings.REQUIRE_VERIFIED_EMAIL,
      orderRules: orderRulesOf(settings),
      shippingRules: { carriers: settings.CARRIERS, returnDays: settings.RETURN_DAYS },
      // Not a setting: only for tests, whose users all share one IP address.
      ...(SHOP_MODE === 'demo' &&
        process.env.TEST_WIDE_LIMITS === '1' && { visitorLimits: wideVisitorLimits }),
      authSecret: settings.AUTH_SECRET ?? generatedSecret(DATA_DIR, 'auth-secret'),
      site,
      followsOwner: true,
      contactEmail: settings.CONTACT_EMAIL,
      seller: { ...sellerOf(settings), ownName: settings.SELLER_NAME },
      passwordPolicy: settings.PASSWORD_POLICY,
      hosts: ['0.0.0.0', '::'].includes(settings.HOST) ? [] : [settings.HOST],
      trustedOrigins: SHOP_MODE === 'demo' ? [`http://127.0.0.1:${settings.PORT}`] : [],
      ...(settings.TRUSTED_PROXY && { trustedProxy: settings.TRUSTED_PROXY }),
      simulators: integrations.simulators,
      ownShop: {
        files,
        backUp: () =>
          backUpBesideData({
            dataDir: DATA_DIR,
            databaseUrl: directUrl,
            ...(S3_URL && { bucket: files }),
          }),
      },
      demoKey,
      google: integrations.google,
    }
    const logins = await database.withExclusiveLock(async () => {
      await checkAuthSecret(db, environment.authSecret)
      await checkImageFiles(db, files)
      const isOwn = await isOwnShop(db)
      await ensureLogins({ db, isOwn }, settings)
      if (SHOP_MODE === 'demo' && !isOwn) {
        const render = takeReadyImages(SEED_IMAGES, renderImage)
        const { password } = demoLogin(settings, 'company buyer')
        const addBusiness = (db: Db) => addDemoBusiness(db, password)
        await seedDemo(
          db,
          createImageStore(files, render),
          settings.hasDemoBusiness ? addBusiness : undefined,
        )
      }
      await renderStalePosts(db)
      await renderStalePages(db)
      return findDemoLogins(db, settings)
    })
    if (SHOP_MODE === 'demo' && !demoKey) {
      integrations.simulators.route('/logins', createDemoLogins(db, logins))
    }
    const renderMail = createMailRenderer({ ...environment, contactEmail: settings.CONTACT_EMAIL })
    const queueUntilVerified = createUnverifiedQueue(db)
    const mails = createMailWorker({
      ...environment,
      transport: integrations.mail,
      renderMail,
      queueUntilVerified,
      recordSent: recordOrderMails,
    })
    const reconciler = createReconciler({ ...environment, countOrder: metrics.countOrder })
    const retention = createRetention({ ...environment, files })
    const background = {
      'mail worker': mails,
      reconciler,
      retention,
      'import worker': environment.imports,
      'invariant watch': createInvariantWatch(environment),
    }
    for (const worker of Object.values(background)) worker.start()
    const drain = () => {
      for (const worker of Object.values(background)) void worker.stop()
    }
    const { close: closeDatabase, description } = database
    const warnings = await spaceWarning(DATA_DIR)
    // Together with the server's 4 seconds, this stays below the usual 10 seconds of process managers.
    const close = () =>
      closeInOrder(
        [
          Object.entries(background).map(([name, { stop }]) => ({
            name,
            limitMs: 2_000,
            close: stop,
          })),
          { name: 'integrations', limitMs: 500, close: integrations.stop },
          { name: 'files', limitMs: 100, close: files.close },
          { name: 'database', limitMs: 1_500, close: closeDatabase },
          { name: 'database server', limitMs: 2_000, close: () => server?.stop() },
        ],
        environment.log,
      )
    return {
      environment,
      welcome: () => {
        const settingsNow = { ...settings, SHOP_NAME: environment.site.name }
        return welcomeText(settingsNow, description, logins, demoKey, warnings)
      },
      drain,
      close,
    }
  } catch (error) {
    // The server first: connections to one that hangs would never end.
    const isFull = isDiskFull(error) || server?.isDiskFull()
    await closeInOrder(
      [
        { name: 'database server', limitMs: 25_000, close: () => server?.stop() },
        { name: 'database', limitMs: 1_500, close: () => database?.close() },
      ],
      log,
    )
    throw isFull ? diskFull(DATA_DIR) : error
  }
}

async function spaceWarning(dataDir: string): Promise<string[]> {
  const space = await readDiskSpace(dataDir)
  if (!space || !isSpaceLow(space)) return []
  return [`The disk of DATA_DIR is nearly full: ${spaceText(space)}.`]
}
