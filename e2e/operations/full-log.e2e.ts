import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { mountSmallDisk } from '#platform/testing/small-disk.ts'
import { copyOfTemplate, startTestShop } from '#server/testing/shop-process.ts'

test.setTimeout(180_000)

test('a shop whose data and log are on one full disk goes on answering, and recovers', async () => {
  const disk = mountSmallDisk(256)
  if ('skipped' in disk) return test.skip(true, disk.skipped)
  const dataDir = join(disk.folder, 'data')
  const template = copyOfTemplate()
  execFileSync('cp', ['--archive', template, dataDir])
  rmSync(template, { recursive: true })
  const stderr = openSync(join(disk.folder, 'shop.log'), 'a')
  const shop = await startTestShop({ DATA_DIR: dataDir, LOG_LEVEL: 'info' }, stderr)
  closeSync(stderr)
  const statusOf = async (path: string, init?: RequestInit) =>
    (await fetch(shop.url + path, { ...init, signal: AbortSignal.timeout(5_000) })).status
  // Soon fills a page of its table, which then needs another one.
  const message = randomBytes(900).toString('hex')
  const body = { name: 'Jane', email: 'jane@example.com', message }
  const write = () =>
    statusOf('/api/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  try {
    expect(await write()).toBe(200)
    await disk.fill(0)
    await expect.poll(write).toBe(503)
    // Each refusal is a line of the log, which has no room.
    for (let tries = 0; tries < 20; tries++) {
      expect(await write()).toBe(503)
      expect(await statusOf('/api/users/admin/jane@example.com')).toBe(401)
      expect(await statusOf('/healthz')).toBe(200)
    }
    disk.free()
    await expect.poll(write).toBe(200)
  } finally {
    await shop.stop()
    disk.unmount()
  }
})
