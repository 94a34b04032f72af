import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDb } from '#platform/database/database.server.ts'
import { migrateFromFiles, readMigrations } from '#platform/database/migration-files.server.ts'
import { createBucketFiles } from '#platform/files/bucket-files.server.ts'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import { renderImage } from '#platform/images/image.server.ts'
import { createImageStore } from '#platform/images/image-store.server.ts'
import { withEmbeddedDatabase } from '#platform/testing/embedded-database.ts'
import { type S3Server, startS3Server } from '#platform/testing/s3-server.ts'
import { cutOut } from '#server/testing/images.ts'
import { makeBackup } from './backup/backup.server.ts'
import { restoreBackup } from './backup/restore.server.ts'
import { moveFiles } from './move-files.server.ts'

let server: S3Server | { skipped: string }
beforeAll(async () => {
  server = await startS3Server()
}, 120_000)
afterAll(async () => {
  if (!('skipped' in server)) await server.stop()
})

async function openBucket(skip: (note: string) => never, more = {}) {
  if ('skipped' in server) return skip(server.skipped)
  const bucket = await server.createBucket()
  const { endpoint, credentials } = server
  const options = { bucket, endpoint, credentials, region: 'us-east-1', pathStyle: true }
  const files = createBucketFiles({ ...options, ...more })
  onTestFinished(files.close)
  return files
}

async function namesIn(files: Awaited<ReturnType<typeof openBucket>>, prefix?: string) {
  const names: string[] = []
  for await (const { name } of files.list(prefix)) names.push(name)
  return names.sort()
}

test('a bucket stores, lists, dates and removes files', async ({ skip }) => {
  const files = await openBucket(skip)
  await files.check()
  const began = Date.now()
  await files.writeAll([
    { name: 'a-400.webp', bytes: Buffer.from('small') },
    { name: 'documents/b.pdf', bytes: Buffer.from('a document') },
  ])
  expect((await files.read('a-400.webp'))?.toString()).toBe('small')
  expect(await files.read('none.webp')).toBeNull()
  expect(await files.find('none.webp')).toBeNull()
  const found = await files.find('documents/b.pdf')
  expect(found).toMatchObject({ name: 'documents/b.pdf', bytes: 10 })
  expect(found?.modifiedAt.getTime()).toBeGreaterThan(began - 2000)
  expect(await namesIn(files)).toEqual(['a-400.webp', 'documents/b.pdf'])
  expect(await namesIn(files, 'a-')).toEqual(['a-400.webp'])
  await files.remove('a-400.webp')
  await files.remove('a-400.webp')
  expect(await files.read('a-400.webp')).toBeNull()
  expect(await namesIn(files)).toEqual(['documents/b.pdf'])
})

test('a list is longer than a page of S3', async ({ skip }) => {
  const files = await openBucket(skip, { pageSize: 2 })
  const names = ['1.webp', '2.webp', '3.webp', '4.webp', '5.webp']
  await files.writeAll(names.map((name) => ({ name, bytes: Buffer.from(name) })))
  expect(await namesIn(files)).toEqual(names)
})

test('an image is stored once in a bucket, with a new date when it is uploaded again', async ({ skip }) => {
  const files = await openBucket(skip)
  let rendered = 0
  const images = createImageStore(files, (bytes) => {
    rendered += 1
    return renderImage(bytes)
  })
  const image = await cutOut('png')
  const stored = await images.store(image)
  if ('refused' in stored) throw new Error(stored.refused)
  expect(await images.has(stored.url)).toBe(true)
  const [name = ''] = await namesIn(files)
  const before = await files.find(name)
  // S3 dates have whole seconds.
  await expect
    .poll(
      async () => {
        expect(await images.store(image)).toEqual(stored)
        return (await files.find(name))?.modifiedAt.getTime()
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(before?.modifiedAt.getTime() ?? 0)
  expect(rendered).toBe(1)
  await files.remove(name)
  expect(await images.has(stored.url)).toBe(false)
})

test('a missing bucket and a wrong key stop the start with one sentence', async ({ skip }) => {
  const missing = await openBucket(skip, { bucket: 'no-such-bucket' })
  await expect(missing.check()).rejects.toThrow(
    /^The bucket no-such-bucket at http:.* does not exist: create it, or correct S3_URL/,
  )
  const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'wrong' }
  const denied = await openBucket(skip, { credentials })
  await expect(denied.check()).rejects.toThrow(/\(403.*check .*AWS_SECRET_ACCESS_KEY/)
})

test('a backup holds the files of the bucket, and a restore puts them into a new one or a folder', async ({
  skip,
}) => {
  const bucket = await openBucket(skip)
  await bucket.writeAll([
    { name: 'a-400.webp', bytes: Buffer.from('small') },
    { name: 'documents/b.pdf', bytes: Buffer.from('a document') },
    { name: 'shop-id', bytes: Buffer.from('this shop') },
  ])
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-bucket-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'shop')
  mkdirSync(dataDir)
  const backup = join(folder, 'backup')
  const { files } = await withEmbeddedDatabase(dataDir, async (pool, databaseUrl) => {
    await migrateFromFiles(createDb(pool))
    return makeBackup({ databaseUrl, dataDir, bucket }, backup)
  })
  expect(Object.keys(files)).toContain('media/documents/b.pdf')

  const restore = (name: string, more: object) =>
    restoreBackup(backup, {
      databaseUrl: undefined,
      dataDir: join(folder, name),
      migrations: readMigrations(),
      simulators: [],
      ...more,
    })
  await expect(restore('refused', { bucket })).rejects.toThrow(/is not empty \(it contains/)
  const restored = await openBucket(skip)
  await restore('beside-a-bucket', { bucket: restored })
  expect((await restored.read('documents/b.pdf'))?.toString()).toBe('a document')
  await restore('alone', {})
  const disk = createDiskFiles(join(folder, 'alone/media'))
  expect((await disk.read('a-400.webp'))?.toString()).toBe('small')

  const moved = await openBucket(skip)
  expect(await moveFiles(disk, moved, { remove: true })).toMatchObject({ copied: 3, removed: 2 })
  expect(await namesIn(moved)).toEqual(['a-400.webp', 'documents/b.pdf', 'shop-id'])
})
