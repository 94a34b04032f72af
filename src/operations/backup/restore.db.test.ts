import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { findLastBackup, isBackupOverdue, recordBackup } from '#operations/last-backup.server.ts'
import { readMigrations } from '#platform/database/migration-files.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { withEmbeddedDatabase } from '#platform/testing/embedded-database.ts'
import { databaseUrlOf, runOnServer } from '#platform/testing/postgres-test-database.ts'
import { buy } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp } from '#server/testing/users.ts'
import { makeBackup } from './backup.server.ts'
import { listTables } from './database-tables.server.ts'
import { restoreBackup } from './restore.server.ts'

const simulators = ['card-payments', 'google', 'mail'].map((name) =>
  readFileSync(join(import.meta.dirname, `../../simulators/${name}/schema.sql`), 'utf8'),
)

/** A shop with orders, a backup of it, and an empty destination to restore it to. */
async function madeBackup() {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const shop = await openTestShop(database)
  const product = await addProduct(shop.db, { name: 'Wrench\t"13 mm" \\N ü' })
  const jane = await signUp(shop)
  for (const quantity of [10, 12]) await buy(jane, product, quantity)
  const shopFolder = join(folder, 'shop')
  for (const name of ['media', 'secrets']) mkdirSync(join(shopFolder, name), { recursive: true })
  writeFileSync(join(shopFolder, 'media/wrench.webp'), 'an image')
  writeFileSync(join(shopFolder, 'secrets/auth-secret'), 'a secret')
  const backup = join(folder, 'backup')
  const location = { databaseUrl: database.url, dataDir: shopFolder }
  const again = () => makeBackup(location, backup)
  const manifest = await again()
  const dataDir = join(folder, 'restored')
  const restore = (more = {}) =>
    restoreBackup(backup, {
      databaseUrl: undefined,
      dataDir,
      migrations: readMigrations(),
      simulators,
      ...more,
    })
  return { backup, dataDir, again, restore, shopFolder, database, manifest }
}

/** A new, empty database on the server of the tests. */
async function emptyDatabase(): Promise<string> {
  const { url } = inject('testServer')
  await runOnServer(url, 'create database restored template template0')
  onTestFinished(() => runOnServer(url, 'drop database restored with (force)'))
  return databaseUrlOf(url, 'restored')
}

/** A hash of all rows of each table, the last number of each sequence, and triggers that do not run. */
async function contentOf(url: string): Promise<Record<string, unknown>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const content: Record<string, unknown> = {}
    for (const { name, columns } of await listTables(client)) {
      const { rows } = await client.query(
        `select count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) as hash
         from (select ${columns.join(', ')} from ${name}) t`,
      )
      content[name] = rows[0]
    }
    const sequences = await client.query(
      'select schemaname, sequencename, last_value from pg_sequences order by 1, 2',
    )
    const idleTriggers = await client.query("select tgname from pg_trigger where tgenabled = 'D'")
    return { ...content, sequences: sequences.rows, idleTriggers: idleTriggers.rows }
  } finally {
    await client.end()
  }
}

test('a backup brings back every row, the images and the secrets, on a server', async () => {
  const { dataDir, restore, database, manifest, backup } = await madeBackup()
  await recordBackup(database.db, { madeAt: manifest.madeAt, folder: backup })
  const before = await contentOf(database.url)
  expect(before).toMatchObject({ 'public.orders': { rows: 2 }, idleTriggers: [] })
  const databaseUrl = await emptyDatabase()
  const shares: number[] = []
  await restore({ databaseUrl, onProgress: (share: number) => shares.push(share) })
  expect(await contentOf(databaseUrl)).toEqual(before)
  expect(shares.at(-1)).toBeGreaterThan(0.9)
  expect(manifest.database.tables.find(({ name }) => name === 'public.orders')?.rows).toBe(2)
  expect(readFileSync(join(dataDir, 'media/wrench.webp'), 'utf8')).toBe('an image')
  expect(readFileSync(join(dataDir, 'secrets/auth-secret'), 'utf8')).toBe('a secret')
})

test('a backup of a server becomes an embedded shop', { tags: 'long' }, async () => {
  const { dataDir, restore, database, manifest, backup } = await madeBackup()
  await restore()
  await recordBackup(database.db, { madeAt: manifest.madeAt, folder: backup })
  const restored = await withEmbeddedDatabase(dataDir, (_, url) => contentOf(url))
  expect(restored).toEqual(await contentOf(database.url))
  expect(existsSync(join(dataDir, 'restore.part'))).toBe(false)
})

test.each([
  ['changed', (backup: string) => writeFileSync(join(backup, 'media/wrench.webp'), 'a fiction')],
  ['missing', (backup: string) => rmSync(join(backup, 'database/public.product.tsv'))],
  ['added', (backup: string) => writeFileSync(join(backup, 'media/more.webp'), 'more')],
])('a backup with a file %s is refused before anything is restored', async (_, damage) => {
  const { backup, dataDir, restore } = await madeBackup()
  damage(backup)
  await expect(restore()).rejects.toThrow(/is damaged/)
  expect(existsSync(dataDir)).toBe(false)
})

test('nothing is overwritten: neither a shop by a backup, nor a backup by another', async () => {
  const { again, restore, shopFolder, database } = await madeBackup()
  await expect(restore({ dataDir: shopFolder })).rejects.toThrow(/is not empty \(it contains media\)/)
  await expect(restore({ databaseUrl: database.url })).rejects.toThrow(/is not empty \(it contains/)
  await expect(again()).rejects.toThrow(/exists already/)
})

test.each([
  ['another schema', {}, `made by version ${shopVersion()} of the shop`],
  ['an older schema of an unknown version', { version: undefined }, 'made by a newer version'],
  ['an older format', { format: 1, version: undefined }, 'was made by version 1.0.0'],
  ['a newer format', { format: 3, version: '9.1.0' }, 'was made by version 9.1.0, format 3'],
])('a backup of %s is refused with both versions and the way out', async (_, change, sentence) => {
  const { backup, restore } = await madeBackup()
  const file = join(backup, 'backup.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }))
  const refusal = await restore({ migrations: {} }).then(String, String)
  expect(refusal).toContain(sentence)
  expect(refusal).toContain(`this is version ${shopVersion()}`)
  expect(refusal).toContain('restore it with that version (docs/operations/one-machine.md)')
})

test('a folder without backup.json is refused as such, one with a part of it as damaged', async () => {
  const { backup, restore } = await madeBackup()
  truncateSync(join(backup, 'backup.json'), 100)
  await expect(restore()).rejects.toThrow(/ is damaged: backup.json is cut off or changed/)
  rmSync(join(backup, 'backup.json'))
  await expect(restore()).rejects.toThrow(/is not a backup of this shop/)
})

test('the last backup that was made is known, and overdue after two days', async () => {
  const { database, backup, manifest } = await madeBackup()
  expect(await findLastBackup(database.db)).toBe(null)
  await recordBackup(database.db, { madeAt: '2026-11-01T03:00:00.000Z', folder: '/backups/1' })
  await recordBackup(database.db, { madeAt: manifest.madeAt, folder: backup })
  const last = await findLastBackup(database.db)
  expect(last).toEqual({ madeAt: new Date(manifest.madeAt), folder: backup })
  expect(isBackupOverdue(last, new Date(manifest.madeAt))).toBe(false)
  expect(isBackupOverdue(last, new Date(Date.parse(manifest.madeAt) + 49 * 3_600_000))).toBe(true)
  expect(isBackupOverdue(null, new Date())).toBe(true)
})

test('a backup on a full disk says so and leaves nothing', async () => {
  const { database, shopFolder, backup } = await madeBackup()
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  const bucket = {
    ...createDiskFiles(join(shopFolder, 'media')),
    list: () => {
      throw full
    },
  }
  const shop = { databaseUrl: database.url, dataDir: shopFolder, bucket }
  await expect(makeBackup(shop, `${backup}-2`)).rejects.toThrow(
    `The disk of ${backup}-2 is full, and nothing was written: free space there`,
  )
  expect(existsSync(`${backup}-2.part`)).toBe(false)
})
