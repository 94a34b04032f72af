import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { pino } from 'pino'
import Stripe from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { createReconciler } from '#operations/reconciler.server.ts'
import { createShopMetrics, type ShopMetrics } from '#operations/shop-metrics.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { createDocumentStore } from '#platform/documents/document-store.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { renderImage } from '#platform/images/image.server.ts'
import { createImageStore, type ImageStore } from '#platform/images/image-store.server.ts'
import { renderLogo } from '#platform/images/logo-image.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createMailWorker } from '#platform/mail/mail-worker.server.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts'
import { inProcessJobs } from '#platform/testing/in-process-jobs.ts'
import type { WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { createApp, type Environment } from '#server/app.server.ts'
import type { SellerSetting } from '#server/live-site.server.ts'
import { createMailRenderer } from '#server/mail-templates.server.ts'
import type { Pages } from '#server/pages.server.ts'
import { createUnverifiedQueue } from '#shop/auth/email-verification/unverified-mail.server.ts'
import type { GoogleClient } from '#shop/auth/google/google-provider.server.ts'
import { createPasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import type { PasswordPolicy } from '#shop/auth/password/password-policy.server.ts'
import { type VisitorLimits, wideVisitorLimits } from '#shop/auth/visitor-limits.server.ts'
import { createImports, type Imports } from '#shop/imports/imports.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import { recordOrderMails } from '#shop/orders/order-events.server.ts'
import type { CardPayments } from '#shop/payments/provider/card-payments.server.ts'
import { providersOf } from '#shop/payments/provider/card-providers.server.ts'
import type { PaymentDeps } from '#shop/payments/receive-payment.server.ts'
import { createStripePayments } from '#shop/payments/stripe/stripe-payments.server.ts'
import { paymentRefunds } from '#shop/refunds/settle-refunds.server.ts'
import type { SearchRules } from '#shop/search/limit-searches.server.ts'
import { inProcessFetch } from '#simulators/card-payments/api/in-process-fetch.ts'
import { type CardSimulator, createCardSimulator } from '#simulators/card-payments/card-simulator.server.ts'
import { type ReceivedMail, readInbox } from '#simulators/mail/inbox.server.ts'
import { createMailSimulator } from '#simulators/mail/mail-simulator.server.ts'
import { findAllViolations } from './all-violations.ts'
import { watchAnswers } from './documented-answers.ts'
import { shippingRules, wideOrderRules } from './wide-rules.ts'

export { wideOrderRules }

export const shopUrl = 'http://shop.test'

/** The shop's keys for the card provider. */
export const keys = {
  secretKey: 'sk_test_of_the_tests',
  publishableKey: 'pk_test_of_the_tests',
  webhookSecret: 'whsec_of_the_tests',
}

/** The recipient of contact messages. */
export const contactEmail = 'workshop@example.com'

export const authSecret = 'a secret that only the tests know, long enough'

/** The lowest cost of Argon2id, to keep tests fast. */
export const cheapPasswords = createPasswordHashing({ memoryCost: 64, timeCost: 1 })

// Takes 20 ms, and all test databases have the same schema, so the first shop of a process checks it.
let isAuthSchemaChecked = false

export type TestShop = {
  app: Hono
  db: Db
  images: ImageStore
  /** The folder of its images. */
  mediaFolder: string
  files: FileStore
  cards: CardSimulator
  payments: CardPayments
  metrics: ShopMetrics
  /** Reads and applies files of products; not started. */
  imports: Imports
  /** The provider's SDK with the shop's secret key, to read and confirm payments. */
  stripe: Stripe
  /** The simulated inbox. */
  mailbox: Hono
  /** Sends the mails in the outbox and returns all mails of this shop, latest first. */
  readMails: () => Promise<ReceivedMail[]>
  /** Runs the reconciler. */
  reconcile: () => Promise<void>
  /** The shop's clock; set it to advance time. */
  clock: { now: Date }
}

type GivenDatabase = Pick<TestDatabase, 'db' | 'pool'>

/**
 * Opens the shop in this process, without pages, with the card simulator and, by default, a new
 * database. With `google`, it offers signing in with Google.
 */
export async function openTestShop(
  given?: GivenDatabase,
  google?: GoogleClient,
  {
    orderRules = wideOrderRules,
    visitorLimits = wideVisitorLimits,
    requireVerifiedEmail = false,
    requireAdminSecondFactor = false,
    hasRealPasswordCosts = false,
    files: givenFiles,
    workers = inProcessJobs,
    ...more
  }: {
    orderRules?: OrderRules
    requireVerifiedEmail?: boolean
    requireAdminSecondFactor?: boolean
    hasRealPasswordCosts?: boolean
    trustedProxy?: string
    demoKey?: string
    passwordPolicy?: PasswordPolicy
    simulators?: Hono
    pages?: Pages
    files?: FileStore
    workers?: WorkerPool
    searchRules?: SearchRules
    visitorLimits?: VisitorLimits
    log?: Log
    seller?: SellerSetting
    ownShop?: Environment['ownShop']
  } = {},
): Promise<TestShop> {
  const opened: GivenDatabase = given ?? (await createTestDatabase({ mayHaveSimulators: true }))
  const { db, pool } = opened
  const clock = { now: new Date() }
  const mediaFolder = mkdtempSync(join(tmpdir(), 'forgewell-media-'))
  onTestFinished(() => rmSync(mediaFolder, { recursive: true }))
  const files = givenFiles ?? createDiskFiles(mediaFolder)
  const images = createImageStore(files, (bytes, isOfBrand) =>
    isOfBrand ? renderLogo(bytes) : renderImage(bytes),
  )
  const documents = createDocumentStore(files)
  const cards: CardSimulator = await createCardSimulator({
    pool,
    clock: () => clock.now,
    ...keys,
    webhook: {
      url: `${shopUrl}/api/payments/webhook`,
      secret: keys.webhookSecret,
      deliver: async (request) => app.fetch(request),
    },
  })
  onTestFinished(async () => {
    await cards.stop()
    expect(await findAllViolations(pool)).toEqual([])
  })
  const fetch = inProcessFetch(cards.app)
  const payments = createStripePayments({ ...keys, scriptUrl: null, fetch })
  const stripe = new Stripe(keys.secretKey, {
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetch),
  })
  const offersGoogle = google !== undefined
  const site = {
    name: 'Forgewell',
    publicUrl: shopUrl,
    isDemo: true,
    offersGoogle,
    timeZone: 'America/New_York',
  }
  const log = pino({ level: 'fatal' })
  const mail = await createMailSimulator({ pool, clock: () => clock.now })
  const renderMail = createMailRenderer({ db, site, authSecret, contactEmail, workers })
  const mails = createMailWorker({
    db,
    log,
    transport: mail.transport,
    renderMail,
    queueUntilVerified: createUnverifiedQueue(db),
    recordSent: recordOrderMails,
  })
  const metrics = createShopMetrics(db)
  const deps = { db, log, providers: providersOf(payments), clock: () => clock.now }
  const imports = createImports({ ...deps, images, workers })
  const app = await createApp({
    ...deps,
    metrics,
    dataDir: mediaFolder,
    requireVerifiedEmail,
    requireAdminSecondFactor,
    orderRules,
    shippingRules,
    visitorLimits,
    images,
    documents,
    workers,
    imports,
    authSecret,
    site,
    contactEmail,
    trustedOrigins: [],
    checksAuthSchema: !isAuthSchemaChecked,
    ...(!hasRealPasswordCosts && { passwords: cheapPasswords }),
    google,
    ...more,
  })
  isAuthSchemaChecked = true
  const { deviations } = watchAnswers(app)
  onTestFinished(() => expect(deviations).toEqual([]))
  const readMails = async () => {
    while ((await mails.sendDueMail()) > 0);
    // Ids are time-ordered; mails sent together arrive in any order.
    return (await readInbox(pool)).sort((a, b) => (a.id < b.id ? 1 : -1))
  }
  const { runOnce } = createReconciler({ ...deps, site, countOrder: metrics.countOrder })
  const reconcile = async () => {
    await db.deleteFrom('lease').execute()
    await runOnce()
  }
  return {
    app,
    mailbox: mail.app,
    db,
    images,
    mediaFolder,
    files,
    cards,
    payments,
    stripe,
    clock,
    readMails,
    reconcile,
    metrics,
    imports,
  }
}

/** The dependencies of payment handling, for tests that call it directly. */
export function paymentDepsOf(
  { payments: own, metrics }: TestShop,
  payments: CardPayments = own,
): PaymentDeps {
  const { countOrder } = metrics
  const providers = providersOf(payments)
  return { providers, log: pino({ level: 'silent' }), countOrder, refunds: paymentRefunds }
}
