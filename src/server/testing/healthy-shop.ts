import pg from 'pg'
import { onTestFinished } from 'vitest'
import { WORKERS } from '#operations/doctor/check-database.server.ts'
import { examine } from '#operations/doctor/doctor.server.ts'
import type { Finding } from '#operations/doctor/finding.ts'
import { checkAuthSecret, checkImageFiles, checkShopMode } from '#operations/installation.server.ts'
import { recordBackup } from '#operations/last-backup.server.ts'
import { RUNNING_SHOP } from '#platform/database/database.server.ts'
import { readMigrations } from '#platform/database/migration-files.server.ts'
import { finishRound } from '#platform/jobs/worker-lease.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { providersOf } from '#shop/payments/provider/card-providers.server.ts'
import { openTestShop } from './test-shop.ts'

/** The doctor's dependencies. */
export type Deps = Parameters<typeof examine>[1]

const secret = 'the secret that this shop was first used with'
/** A disk with enough space. */
export const roomy = { freeBytes: 50e9, totalBytes: 100e9 }
/** A time before now. */
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A healthy running shop, and the doctor with some of its dependencies replaced. */
export async function openHealthyShop() {
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const shop = await openTestShop(database)
  const { db, files } = shop
  await checkShopMode(db, 'demo')
  await checkAuthSecret(db, secret)
  await checkImageFiles(db, files)
  for (const worker of Object.keys(WORKERS)) await finishRound(db, worker, 0)
  const running = new pg.Client({ connectionString: database.url, application_name: RUNNING_SHOP })
  await running.connect()
  onTestFinished(() => running.end())
  const madeAt = minutesAgo(60).toISOString()
  await recordBackup(db, { madeAt, folder: '/var/backups/forgewell/last' })
  const deps: Deps = {
    settings: { DATA_DIR: shop.mediaFolder, SHOP_MODE: 'demo', SMTP_URL: undefined },
    environment: {},
    providers: providersOf(shop.payments),
    readSpace: async () => roomy,
    mode: 'demo',
    migrations: Object.keys(readMigrations()),
    authSecret: secret,
    openFiles: async () => files,
  }
  const ask = (more: Partial<Deps> = {}) => examine((work) => work(db), { ...deps, ...more })
  return { shop, db, deps, ask, stop: () => running.end() }
}

/** The findings by what they are about. */
export const byName = (findings: Finding[]) =>
  Object.fromEntries(findings.map(({ about, state, lines }) => [about, { state, lines }]))
