import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskFiles } from '#platform/files/disk-files.server.ts'
import { openTestBucket } from '#platform/testing/test-bucket.ts'
import { moveFiles } from './move-files.server.ts'

const NAMES = Array.from({ length: 20 }, (_, n) => `${String(n).padStart(32, '0')}-400.webp`)

async function openBoth() {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const disk = createDiskFiles(folder)
  await disk.writeAll([
    ...NAMES.map((name) => ({ name, bytes: Buffer.from(`image ${name}`) })),
    { name: `documents/${'f'.repeat(32)}.pdf`, bytes: Buffer.from('a document') },
    { name: 'shop-id', bytes: Buffer.from('this shop\n') },
  ])
  const { s3, files: bucket, open } = await openTestBucket()
  const puts = () => s3.requests.filter((request) => request.startsWith('PUT')).length
  return { folder, disk, bucket, open, s3, puts }
}

test('images and documents move to a bucket and back without a difference', async () => {
  const { folder, disk, bucket, s3 } = await openBoth()
  writeFileSync(join(folder, `${NAMES[0]}.1.draft`), 'half an image')
  const moved = await moveFiles(disk, bucket, { remove: false })
  expect(moved).toMatchObject({ copied: 22, present: 0, removed: 0 })
  expect([...s3.objects.keys()].sort()).toEqual(
    [...NAMES, `documents/${'f'.repeat(32)}.pdf`, 'shop-id'].sort(),
  )
  const otherFolder = mkdtempSync(join(tmpdir(), 'forgewell-move-'))
  onTestFinished(() => rmSync(otherFolder, { recursive: true }))
  const back = await moveFiles(bucket, createDiskFiles(otherFolder), { remove: true })
  expect(back).toMatchObject({ copied: 22, removed: 21 })
  expect(s3.objects.size).toBe(0)
  expect(readdirSync(otherFolder).sort()).toEqual([...NAMES, 'documents', 'shop-id'].sort())
})

test('an interrupted move is resumed, and the shop’s id is copied last', async () => {
  const { disk, bucket, s3, puts } = await openBoth()
  s3.fault = (method) => (method === 'PUT' && puts() > 8 ? 503 : undefined)
  await expect(moveFiles(disk, bucket, { remove: true })).rejects.toThrow(/503/)
  expect(s3.objects.has('shop-id')).toBe(false)
  expect(await disk.read('shop-id')).not.toBeNull()
  s3.fault = () => undefined
  const there = s3.objects.size
  expect(there).toBeGreaterThan(0)
  const continued = await moveFiles(disk, bucket, { remove: false })
  expect(continued).toMatchObject({ copied: 22 - there, present: there })
})

test('a damaged copy is noticed and written again', async () => {
  const { disk, bucket, open, s3 } = await openBoth()
  await moveFiles(disk, bucket, { remove: false })
  const [name = ''] = NAMES
  const bytes = Buffer.from(`IMAGE ${name}`)
  s3.objects.set(name, { bytes, modified: new Date() })
  // Another process, which has nothing in memory.
  const again = await moveFiles(disk, open(), { remove: false })
  expect(again).toMatchObject({ copied: 1, present: 21 })
  expect(s3.objects.get(name)?.bytes.toString()).toBe(`image ${name}`)
})

test('another shop’s bucket and a folder without a shop are refused', async () => {
  const { disk, bucket, s3 } = await openBoth()
  await expect(moveFiles(bucket, disk, { remove: true })).rejects.toThrow(/no images of a shop in/)
  s3.objects.set('shop-id', { bytes: Buffer.from('another shop\n'), modified: new Date() })
  await expect(moveFiles(disk, bucket, { remove: true })).rejects.toThrow(/another shop/)
  expect(s3.objects.size).toBe(1)
})
